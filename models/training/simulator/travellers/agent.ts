/** A travel agent who books for clients: one e-mail, IP address and device, many names. */

import { minuteMs } from "../../../../src/base/durations.ts";
import { humanBehaviour } from "../behaviour.ts";
import {
  attemptsOf,
  type Booking,
  bookingOf,
  companions,
  guestHome,
  type Stay,
  stayOf,
} from "../booking.ts";
import { browserOf, desktops } from "../browsers.ts";
import { countryOf } from "../countries.ts";
import { topLevel } from "../domains.ts";
import type { Kind } from "../kind.ts";
import { guestCountry } from "../marginals.ts";
import { pickHotel, pickMerchant } from "../merchants.ts";
import { familyName, plainWord } from "../names.ts";
import { type Person, personOf } from "../people.ts";

/** One working day, client after client. */
export const agent: Kind = {
  name: "agent",
  share: 0.09,
  attempts: 4.6,
  plan(episode) {
    const { random, merchants } = episode;
    const merchant = pickMerchant(random, merchants, ({ segments }) => segments.agency > 0.1);
    const home = guestCountry(random, "agency");
    const desk = personOf(random, home);
    const word = plainWord(familyName(random, countryOf(home).tongue)) || "atlas";
    const domain = `${word}-travel.${topLevel(random, home)}`;
    desk.email = `${random.pick(["info", "reservas", "booking", "office"])}@${domain}`;
    const browser = browserOf(random, home, desktops);
    const signs = random.weighted({ desk: 40, clientName: 30, client: 30 });
    let at = episode.at;
    let last: Stay | undefined;
    return Array.from({ length: random.int(1, 8) }, () => {
      at += random.around(35 * minuteMs, 0.9);
      const hotel = pickHotel(random, merchant);
      const client = personOf(random, guestHome(random, "agency", hotel));
      // A group split over two hotels, or two couples who leave on the same day.
      const own = stayOf(random, at, "agency");
      const stay = last && random.chance(0.3) ? { ...own, checkInMs: last.checkInMs } : own;
      last = stay;
      const booking = {
        merchant,
        hotel,
        stay,
        customer: { person: signedBy[signs](client, desk), browser },
        guests: companions(random, client, client.home, stay.party),
        behaviour: practised(humanBehaviour(random)),
        billing: { home, address: desk.address },
      };
      return attemptsOf(episode, Math.round(at), bookingOf(episode, booking));
    }).flat();
  },
};

/** Whose name and e-mail address the booking carries. */
const signedBy = {
  desk: (_: Person, desk: Person) => desk,
  clientName: ({ firstName, lastName }: Person, desk: Person) => ({ ...desk, firstName, lastName }),
  client: (client: Person) => client,
};

/** Agents book routinely and copy details from another window, so pasting is common. */
function practised(behaviour: Booking["behaviour"]): Booking["behaviour"] {
  return {
    ...behaviour,
    pages: Math.max(1, behaviour.pages * 0.6),
    dwellMs: behaviour.dwellMs * 0.5,
    filling: { typed: 70, pasted: 25, autofilled: 5 },
  };
}
