/**
 * Playwright or Puppeteer as its manual shows it: the browser says that it is driven, mostly without
 * a window; values are filled in at once or pressed in a steady beat, and buttons are clicked in
 * their middle.
 */
import { serverIp } from "../addresses.ts";
import { attemptsOf, bookingOf } from "../booking.ts";
import { automatedBrowser } from "../driven.ts";
import { type Hand, scriptHand, steadyHand } from "../hands.ts";
import type { Kind } from "../kind.ts";
import { pickHotel, pickMerchant } from "../merchants.ts";
import { drivenOddities, withOddities } from "../oddities.ts";
import { plainShapes, plannedPointing, toolPointing } from "../pointing.ts";
import type { Random } from "../random.ts";
import { anyHour, botStay, hiddenIp, invented, victimHome, wiped } from "./victim.ts";

const minuteMs = 60_000;

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
    const hand = handOf(random);
    const keepsProfile = random.chance(0.15);
    const pace = random.pick([6, 20, 240]) * minuteMs;
    let at = anyHour(random, episode.at);
    return Array.from({ length: Number(random.weighted({ 1: 60, 2: 22, 4: 12, 8: 6 })) }, () => {
      at += random.around(pace, 1.2);
      // A new browser profile for each run, if nobody asked the tool to keep one.
      const own = keepsProfile ? browser : wiped(random, browser);
      const customer = { person: invented(random, home), browser: own };
      const fixed = { merchant, customer, hand, stay: botStay(random, at), newcomer: 0.7 };
      return attemptsOf(episode, Math.round(at), bookingOf(episode, fixed));
    }).flat();
  },
};

function handOf(random: Random): Hand {
  const pages = random.chance(0.55) ? 1 : random.int(2, 5);
  const pointing = random.chance(0.85)
    ? toolPointing(random)
    : plannedPointing(random, plainShapes);
  if (random.chance(0.45)) return { ...steadyHand(random), pages, pointing };
  const inserted = { filling: { inserted: 1 }, emailFilling: { inserted: 1 } };
  return { ...scriptHand(random), ...inserted, clicks: true, scriptSubmit: false, pages, pointing };
}
