/**
 * A program without a browser, or a script in a page without any user input: it submits one booking
 * after another. Most authors know no more about the SDK than that a request may carry a collection
 * id. They send none, an invented one, that of a page that was only opened, or that of a form filled
 * without input events. Some post forged batches (forged-batches.ts).
 */

import { minuteMs } from "../../../../src/base/durations.ts";
import { type Behaviour, scriptBehaviour } from "../behaviour.ts";
import { attemptsOf, bookingOf, type Stay } from "../booking.ts";
import { browserOf, desktops, everyday } from "../browsers.ts";
import { serverIp } from "../ip-addresses.ts";
import type { Kind, PlannedAttempt } from "../kind.ts";
import { pickHotel, pickMerchant } from "../merchants.ts";
import { forgedOddities, withOddities } from "../oddities.ts";
import type { Random } from "../random.ts";
import { forged, forgerOf } from "./forged-batches.ts";
import { anyHour, botStay, hiddenIp, invented, victimHome, wiped } from "./shared.ts";

export const rawBot: Kind = {
  name: "raw-bot",
  share: 0.36,
  attempts: 6.6,
  plan(episode) {
    const { random } = episode;
    const merchant = pickMerchant(random, episode.merchants);
    const hotel = pickHotel(random, merchant);
    const home = victimHome(random, hotel);
    const way = random.weighted({ noId: 45, unknownId: 11, forged: 20, opened: 6, script: 18 });
    // The browser it claims to be.
    const browser = browserOf(random, home, random.chance(0.3) ? everyday : desktops);
    if (way === "opened" || random.chance(0.3)) withOddities(random, browser, forgedOddities);
    browser.ip = random.chance(0.5) ? serverIp(random) : hiddenIp(random, home);
    const behaviour = behaviourOf(random, way === "opened");
    const pace = random.pick([0.3, 3, 12, 90, 600]) * minuteMs;
    const forger = forgerOf(random, { merchant, browser });
    let at = anyHour(random, episode.at);
    const recorded = random.chance(0.7) ? formStay(random, at) : null;
    return Array.from({ length: Number(random.weighted(series)) }, () => {
      at += random.around(pace, 1.2);
      const customer = { person: invented(random, home), browser: wiped(random, browser) };
      // A recorded request is sent again with another card and name, for the same nights.
      const own = recorded || random.chance(0.6) ? hotel : pickHotel(random, merchant);
      const stay = recorded ?? formStay(random, at);
      const fixed = { merchant, hotel: own, customer, behaviour, stay };
      const blocked = way !== "opened" && way !== "script";
      const booking = bookingOf(episode, { ...fixed, blocked, newcomer: 0.7 });
      const planned = attemptsOf(episode, Math.round(at), booking, 0);
      if (!merchant.sends.collection) return planned;
      if (way === "unknownId") return planned.map((one) => withUnknownId(random, one));
      return way === "forged" ? planned.map((one) => forged(random, one, forger)) : planned;
    }).flat();
  },
};

const series = { 1: 30, 2: 15, 4: 20, 10: 20, 24: 15 };

/** A stay whose numbers were entered blindly: now and then children travel alone. */
function formStay(random: Random, at: number): Stay {
  const stay = botStay(random, at);
  if (!random.chance(0.05)) return stay;
  return { ...stay, party: { adults: 0, children: random.int(1, 2), infants: 0 } };
}

function behaviourOf(random: Random, unseen: boolean): Behaviour {
  const behaviour = scriptBehaviour(random);
  const filling = random.chance(0.6) ? { silent: 1 } : { synthetic: 1 };
  // A script's click() has no coordinates.
  const pointing = { ...behaviour.pointing, movesPerS: 0, movesPerClick: 0 };
  return { ...behaviour, scriptSubmit: true, pointing, filling, emailFilling: filling, unseen };
}

function withUnknownId(random: Random, { at, send }: PlannedAttempt): PlannedAttempt {
  const collectionId = `col_${random.code(24)}`;
  return { at, send: () => withId(collectionId, send()) };
}

function withId(collectionId: string, made: ReturnType<PlannedAttempt["send"]>) {
  return { ...made, request: { collectionId, ...made.request } };
}
