/**
 * A person makes one visit, and a program sends all of it again for one booking after another, each in a
 * tab and mostly on a device of its own: everything that a visit shows is a person's. Half of the recordings
 * are of a visit that ended in a booking.
 */
import { minuteMs } from "../../../../src/base/durations.ts";
import { humanBehaviour } from "../behaviour.ts";
import { attemptsOf, bookingOf } from "../booking.ts";
import { browserOf } from "../browsers.ts";
import type { Kind, SentAttempt } from "../kind.ts";
import { pickHotel, pickMerchant } from "../merchants.ts";
import { replay } from "../replay.ts";
import { anyHour, hiddenIp, soonStay, stolen, thiefHome, victimHome } from "./shared.ts";

export const visitReplay: Kind = {
  name: "visit-replay",
  share: 0.15,
  attempts: 6.5,
  goesOn: true,
  plan(episode) {
    const { random } = episode;
    const merchant = pickMerchant(random, episode.merchants, ({ sends }) => sends.collection > 0);
    const behaviour = humanBehaviour(random);
    const browser = browserOf(random, thiefHome(random));
    const pace = random.pick([2, 30, 240, 1440, 5 * 1440]) * minuteMs;
    const [renewsDevice, hides, booked] = [
      random.chance(0.6),
      random.chance(0.5),
      random.chance(0.5),
    ];
    let at = Math.round(anyHour(random, episode.at));
    let recorded: { telemetry: SentAttempt["telemetry"]; at: number } | undefined;
    return Array.from({ length: random.int(3, 10) }, (_, use) => {
      if (use > 0) at += Math.round(random.around(pace, 1));
      const hotel = pickHotel(random, merchant);
      const home = victimHome(random, hotel);
      const customer = { person: stolen(random, home, { digits: 0.35 }), browser };
      const stay = soonStay(random, at);
      const own = { merchant, hotel, behaviour, stay, customer, newcomer: 0.7 };
      const [planned] = attemptsOf(episode, at, bookingOf(episode, own), 0);
      const deviceId = renewsDevice ? `dev_${random.code(16)}` : undefined;
      const ip = hides && !merchant.proxied ? hiddenIp(random, home) : undefined;
      const time = at;
      return {
        at: time,
        send() {
          const made = planned!.send();
          const isFirst = recorded === undefined;
          recorded ??= { telemetry: made.telemetry, at: time };
          if (isFirst && booked) return made;
          return replay(random, recorded, made, { at: time, deviceId, ip });
        },
      };
    });
  },
};
