/**
 * A person makes one visit, and a script then sends its collection id with one booking after another
 * from a different machine, for minutes or for days.
 */

import { minuteMs } from "../../../../src/base/durations.ts";
import { humanBehaviour } from "../behaviour.ts";
import { attemptsOf, bookingOf } from "../booking.ts";
import { browserOf } from "../browsers.ts";
import type { Kind, SentAttempt } from "../kind.ts";
import { pickHotel, pickMerchant } from "../merchants.ts";
import { anyHour, soonStay, stolen, thiefHome, victimHome } from "./shared.ts";

export const collectionReplay: Kind = {
  name: "collection-replay",
  share: 0.084,
  attempts: 6.5,
  plan(episode) {
    const { random } = episode;
    const merchant = pickMerchant(random, episode.merchants, ({ sends }) => sends.collection > 0);
    const behaviour = humanBehaviour(random);
    const browser = browserOf(random, thiefHome(random));
    const pace = random.pick([4, 20, 90, 300]) * minuteMs;
    let at = Math.round(anyHour(random, episode.at));
    let source: SentAttempt | undefined;
    return Array.from({ length: random.int(3, 10) }, (_, use) => {
      if (use > 0) at += Math.round(random.around(pace, 1));
      const hotel = pickHotel(random, merchant);
      const person = stolen(random, victimHome(random, hotel), { digits: 0.45 });
      const stay = soonStay(random, at);
      const customer = { person, browser };
      const own = { merchant, hotel, behaviour, stay, customer, newcomer: 0.7, blocked: use > 0 };
      const [planned] = attemptsOf(episode, at, bookingOf(episode, own), 0);
      return {
        at,
        send() {
          const made = planned!.send();
          source ??= made;
          const { collectionId } = source.request;
          const request = { ...made.request, ...(collectionId && { collectionId }) };
          return { ...made, request, telemetry: source.telemetry };
        },
      };
    });
  },
};
