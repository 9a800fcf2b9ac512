/**
 * A program without a browser, or a page's script without a hand: it calls the shop's form from a
 * server, one booking after the other. Most know of the SDK no more than that a request may carry an
 * id: there is none, one that nobody knows, a page that was opened and nothing else, or values set by
 * no input at all. Some post batches of their own (forgery.ts).
 */
import { serverIp } from "../addresses.ts";
import { attemptsOf, bookingOf, type Stay } from "../booking.ts";
import { browserOf, desktops, everyday } from "../browsers.ts";
import { type Hand, scriptHand } from "../hands.ts";
import type { Kind, Planned } from "../kind.ts";
import { pickHotel, pickMerchant } from "../merchants.ts";
import { forgedOddities, withOddities } from "../oddities.ts";
import type { Random } from "../random.ts";
import { forged, forgerOf } from "./forgery.ts";
import { anyHour, botStay, hiddenIp, invented, victimHome, wiped } from "./victim.ts";

const minuteMs = 60_000;

export const rawBot: Kind = {
  name: "raw-bot",
  share: 0.42,
  attempts: 2.9,
  plan(episode) {
    const { random } = episode;
    const merchant = pickMerchant(random, episode.merchants);
    const hotel = pickHotel(random, merchant);
    const home = victimHome(random, hotel);
    const way = random.weighted({ noId: 45, unknownId: 11, forged: 20, opened: 6, script: 18 });
    // Whatever browser it says that it is.
    const browser = browserOf(random, home, random.chance(0.3) ? everyday : desktops);
    if (way === "opened" || random.chance(0.3)) withOddities(random, browser, forgedOddities);
    browser.ip = random.chance(0.5) ? serverIp(random) : hiddenIp(random, home);
    const hand = handOf(random, way === "opened");
    const pace = random.pick([0.3, 3, 12, 90, 600]) * minuteMs;
    const forger = forgerOf(random, { merchant, browser });
    let at = anyHour(random, episode.at);
    return Array.from({ length: Number(random.weighted(series)) }, () => {
      at += random.around(pace, 1.2);
      const customer = { person: invented(random, home), browser: wiped(random, browser) };
      const own = random.chance(0.6) ? hotel : pickHotel(random, merchant);
      const fixed = { merchant, hotel: own, customer, hand, stay: formStay(random, at) };
      const blocked = way !== "opened" && way !== "script";
      const booking = bookingOf(episode, { ...fixed, blocked, newcomer: 0.7 });
      const planned = attemptsOf(episode, Math.round(at), booking, 0);
      if (!merchant.sends.collection) return planned;
      if (way === "unknownId") return planned.map((one) => withUnknownId(random, one));
      return way === "forged" ? planned.map((one) => forged(random, one, forger)) : planned;
    }).flat();
  },
};

const series = { 1: 58, 2: 20, 4: 12, 10: 7, 24: 3 };

/** Numbers put into a form by somebody who has not read it: at times children travel alone. */
function formStay(random: Random, at: number): Stay {
  const stay = botStay(random, at);
  if (!random.chance(0.05)) return stay;
  return { ...stay, party: { adults: 0, children: random.int(1, 2), infants: 0 } };
}

function handOf(random: Random, unseen: boolean): Hand {
  const hand = scriptHand(random);
  const filling = random.chance(0.6) ? { silent: 1 } : { synthetic: 1 };
  // A page's own click() has no place on the screen, and so is in the middle of nothing.
  const pointing = { ...hand.pointing, movesPerS: 0, movesPerClick: 0 };
  return { ...hand, scriptSubmit: true, pointing, filling, emailFilling: filling, unseen };
}

function withUnknownId(random: Random, { at, make }: Planned): Planned {
  const collectionId = `col_${random.code(24)}`;
  return { at, make: () => withId(collectionId, make()) };
}

function withId(collectionId: string, made: ReturnType<Planned["make"]>) {
  return { ...made, request: { collectionId, ...made.request } };
}
