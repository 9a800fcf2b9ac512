/**
 * Playwright or Puppeteer as documented: the browser reports that it is automated and is mostly
 * headless; values are filled in at once or typed at a steady pace, and buttons are clicked at their
 * centre.
 */

import { minuteMs } from "../../../../src/base/durations.ts";
import { automatedBrowser } from "../automated-browser.ts";
import { type Behaviour, scriptBehaviour, steadyBehaviour } from "../behaviour.ts";
import { attemptsOf, bookingOf } from "../booking.ts";
import { serverIp } from "../ip-addresses.ts";
import type { Kind } from "../kind.ts";
import { pickHotel, pickMerchant } from "../merchants.ts";
import { drivenOddities, withOddities } from "../oddities.ts";
import { plainShapes, programmedPointing, toolPointing } from "../pointer.ts";
import type { Random } from "../random.ts";
import { anyHour, botStay, hiddenIp, invented, victimHome, wiped } from "./shared.ts";

export const toolBot: Kind = {
  name: "tool-bot",
  share: 0.15,
  attempts: 2.1,
  plan(episode) {
    const { random } = episode;
    const merchant = pickMerchant(random, episode.merchants);
    const home = victimHome(random, pickHotel(random, merchant));
    const browser = withOddities(random, automatedBrowser(random, home, 0.25), drivenOddities);
    browser.ip = random.chance(0.5) ? serverIp(random) : hiddenIp(random, home);
    const behaviour = behaviourOf(random);
    const keepsProfile = random.chance(0.15);
    const pace = random.pick([6, 20, 240]) * minuteMs;
    let at = anyHour(random, episode.at);
    return Array.from({ length: Number(random.weighted({ 1: 60, 2: 22, 4: 12, 8: 6 })) }, () => {
      at += random.around(pace, 1.2);
      // By default, the tool uses a new browser profile for each run.
      const own = keepsProfile ? browser : wiped(random, browser);
      const customer = { person: invented(random, home), browser: own };
      const fixed = { merchant, customer, behaviour, stay: botStay(random, at), newcomer: 0.7 };
      return attemptsOf(episode, Math.round(at), bookingOf(episode, fixed));
    }).flat();
  },
};

function behaviourOf(random: Random): Behaviour {
  const pages = random.chance(0.55) ? 1 : random.int(2, 5);
  const pointing = random.chance(0.85)
    ? toolPointing(random)
    : programmedPointing(random, plainShapes);
  if (random.chance(0.45)) return { ...steadyBehaviour(random), pages, pointing };
  const inserted = { filling: { inserted: 1 }, emailFilling: { inserted: 1 } };
  return {
    ...scriptBehaviour(random),
    ...inserted,
    clicks: true,
    scriptSubmit: false,
    pages,
    pointing,
  };
}
