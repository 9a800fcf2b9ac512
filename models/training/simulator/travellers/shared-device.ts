/**
 * A computer with several users: at home, in a hostel's lobby, at a reception or in a call centre. Or
 * a system image, browser profile included, that was copied for employees who work from home.
 */

import { hourMs } from "../../../../src/base/durations.ts";
import { attemptsOf, bookingOf, localTime } from "../booking.ts";
import { browserOf, desktops } from "../browsers.ts";
import { homeIp } from "../ip-addresses.ts";
import type { Kind } from "../kind.ts";
import { guestCountry } from "../marginals.ts";
import { pickMerchant } from "../merchants.ts";
import { isLatin } from "../names.ts";
import { type Person, personOf } from "../people.ts";
import type { Random } from "../random.ts";

/**
 * Members of a household: three of four have the family's name, and a few share its phone number. Each
 * has a mailbox of their own.
 */
function related(random: Random, { lastName, firstName, phone, address }: Person): Partial<Person> {
  const isOfSameScript = isLatin(firstName);
  return {
    ...(isOfSameScript && random.chance(0.75) && { lastName }),
    ...(random.chance(0.15) && { phone }),
    address,
  };
}

export const sharedDevice: Kind = {
  name: "shared-device",
  share: 0.03,
  attempts: 4.4,
  plan(episode) {
    const { random } = episode;
    const merchant = pickMerchant(random, episode.merchants);
    const home = guestCountry(random, "online");
    const browser = browserOf(random, home, desktops);
    const household = random.chance(0.5);
    const copied = !household && random.chance(0.3);
    const family = personOf(random, home);
    let at = localTime(episode.at, home);
    return Array.from({ length: household ? random.int(2, 5) : random.int(2, 8) }, () => {
      const person = { ...personOf(random, home), ...(household && related(random, family)) };
      const place = copied ? { ...browser, ip: homeIp(random, home) } : browser;
      const customer = { person, browser: place };
      const planned = attemptsOf(
        episode,
        Math.round(at),
        bookingOf(episode, { merchant, customer }),
      );
      at += random.around(household ? 60 * hourMs : 8 * hourMs, 1.3);
      return planned;
    }).flat();
  },
};
