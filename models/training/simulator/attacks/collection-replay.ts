/**
 * One visit made by a person, whose collection id a script then sends with booking after booking
 * from another machine, for minutes or for days.
 */

import { attemptsOf, bookingOf } from "../booking.ts";
import { browserOf } from "../browsers.ts";
import { humanHand } from "../hands.ts";
import type { Kind, Made } from "../kind.ts";
import { pickHotel, pickMerchant } from "../merchants.ts";
import { anyHour, soonStay, stolen, thiefHome, victimHome } from "./victim.ts";

const minuteMs = 60_000;

export const collectionReplay: Kind = {
  name: "collection-replay",
  share: 0.07,
  attempts: 6.5,
  plan(episode) {
    const { random } = episode;
    const merchant = pickMerchant(random, episode.merchants, ({ sends }) => sends.collection > 0);
    const hand = humanHand(random);
    const browser = browserOf(random, thiefHome(random));
    const pace = random.pick([4, 20, 90, 300]) * minuteMs;
    let at = Math.round(anyHour(random, episode.at));
    let source: Made | undefined;
    return Array.from({ length: random.int(3, 10) }, (_, use) => {
      if (use > 0) at += Math.round(random.around(pace, 1));
      const hotel = pickHotel(random, merchant);
      const person = stolen(random, victimHome(random, hotel), { digits: 0.45 });
      const stay = soonStay(random, at);
      const customer = { person, browser };
      const own = { merchant, hotel, hand, stay, customer, newcomer: 0.7, blocked: use > 0 };
      const [planned] = attemptsOf(episode, at, bookingOf(episode, own), 0);
      return {
        at,
        make() {
          const made = planned!.make();
          source ??= made;
          const { collectionId } = source.request;
          const request = { ...made.request, ...(collectionId && { collectionId }) };
          return { ...made, request, telemetry: source.telemetry };
        },
      };
    });
  },
};
