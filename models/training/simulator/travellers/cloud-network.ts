/**
 * People whose traffic leaves through a data centre: a phone vendor's privacy relay, the company's
 * secure web gateway, a cloud desktop; a few use Tor.
 */

import { attemptsOf, bookingOf, localTime } from "../booking.ts";
import { browserOf, desktops } from "../browsers.ts";
import { companyOf } from "../companies.ts";
import { gatewayIp, relayIp, serverIp, torIp } from "../ip-addresses.ts";
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
      // Only one vendor offers a relay, in its own browser.
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
