/**
 * One device on which one stranger after another books, 20 to 100 of them: a shop of stolen cards that
 * does not bother to clear its browser, or a phone farm's single phone. Each has a mailbox, a phone
 * number and a name of its own. Most work by hand, within hours or over weeks, at several hotels. Half
 * sell the cards of their own country, in ordinary mailboxes and for ordinary stays: then nothing but the
 * device gives them away.
 */
import { minuteMs } from "../../../../src/base/durations.ts";
import { type Behaviour, humanBehaviour, steadyBehaviour } from "../behaviour.ts";
import { attemptsOf, bookingOf, companions, stayOf } from "../booking.ts";
import { browserOf, everyday } from "../browsers.ts";
import type { Kind } from "../kind.ts";
import { pickHotel, pickMerchant } from "../merchants.ts";
import { personOf } from "../people.ts";
import type { Random } from "../random.ts";
import { anyHour, hiddenIp, soonStay, stolen, thiefHome, victimHome } from "./shared.ts";

export const deviceFarm: Kind = {
  name: "device-farm",
  share: 1.7,
  attempts: 40,
  oversampled: 4 / 3,
  goesOn: true,
  plan(episode) {
    const { random } = episode;
    const merchant = pickMerchant(random, episode.merchants, ({ sends }) => sends.collection > 0);
    const local = random.chance(0.5) ? thiefHome(random) : null;
    const browser = browserOf(random, local ?? thiefHome(random), everyday);
    browser.device.deviceId ??= `dev_${random.code(16)}`;
    const usual = pickHotel(random, merchant);
    const roams = random.chance(0.85);
    const hides = !local && random.chance(0.7);
    const pace = random.pick([1, 6, 60, 60, 240, 480, 480]) * minuteMs;
    let at = anyHour(random, episode.at);
    // Most are small; the largest have a hundred.
    return Array.from({ length: Math.round(20 + 80 * random.next() ** 3) }, () => {
      const hotel = roams ? pickHotel(random, merchant) : usual;
      const home = local ?? victimHome(random, hotel);
      const person = local ? personOf(random, home) : stolen(random, home, { digits: 0.35 });
      const own = hides ? { ...browser, ip: hiddenIp(random, home) } : { ...browser };
      const stay = local
        ? stayOf(random, Math.round(at), "online")
        : soonStay(random, Math.round(at), 0.4);
      const guests = companions(random, person, home, stay.party);
      const behaviour = behaviourOf(random);
      const fixed = {
        merchant,
        hotel,
        customer: { person, browser: own },
        stay,
        guests,
        behaviour,
      };
      const planned = attemptsOf(
        { ...episode, at: Math.round(at) },
        Math.round(at),
        bookingOf(episode, { ...fixed, newcomer: 0.7 }),
      );
      at += random.around(pace, 1);
      return planned;
    }).flat();
  },
};

function behaviourOf(random: Random): Behaviour {
  return random.chance(0.85) ? humanBehaviour(random) : steadyBehaviour(random);
}
