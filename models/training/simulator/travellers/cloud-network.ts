/**
 * Honest people whose traffic leaves through a data centre without their doing: a phone maker's
 * relay, the company's security gateway, a desktop in the cloud; few take the detour of Tor.
 */
import { gatewayIp, relayIp, serverIp, torIp } from "../addresses.ts";
import { attemptsOf, bookingOf, localTime } from "../booking.ts";
import { browserOf, desktops } from "../browsers.ts";
import { companyOf } from "../companies.ts";
import type { Kind } from "../kind.ts";
import { mailbox } from "../mail.ts";

export const cloudNetwork: Kind = {
  name: "cloud-network",
  share: 0.035,
  attempts: 1.05,
  plan(episode) {
    const { random } = episode;
    const way = random.weighted({ relay: 50, gateway: 32, desktop: 15, tor: 3 });
    const segment = way === "gateway" && random.chance(0.6) ? "corporate" : "online";
    const booking = bookingOf(episode, { segment });
    const { person } = booking.customer;
    const { home } = person;
    if (way === "relay") {
      // Only one maker has it, in its own browser.
      const apple = { ...desktops, ...noOthers, safari: 1, iphone: 3 };
      booking.customer.browser = { ...browserOf(random, home, apple), ip: relayIp(random, home) };
    } else {
      const ip = { gateway: gatewayIp, desktop: serverIp, tor: torIp }[way](random);
      booking.customer.browser = { ...browserOf(random, home, desktops), ip };
      if (segment === "corporate") person.email = workMail(episode.random, home, person);
    }
    return attemptsOf(episode, localTime(episode.at, home), booking);
  },
};

const noOthers = { windows: 0, windowsTouch: 0, mac: 0, firefox: 0, linux: 0, android: 0 };

function workMail(
  random: Parameters<typeof mailbox>[0],
  home: string,
  name: { firstName: string; lastName: string },
): string {
  const company = companyOf(`${home}/${Math.floor(random.next() ** 2 * 400)}`, home);
  return mailbox(random, name, company.domain);
}
