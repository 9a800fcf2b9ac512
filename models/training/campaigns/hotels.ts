/** One person at many hotels, and cards tested at one. */

import { hourMs, minuteMs } from "../../../src/base/durations.ts";
import { stayOf } from "../simulator/booking.ts";
import type { Tab } from "../simulator/tab.ts";
import {
  book,
  bookAgain,
  merchantFor,
  planOf,
  quietHotel,
  type View,
  views,
  withView,
} from "./bookings.ts";
import {
  type Campaign,
  type Case,
  deniedAtLeast,
  type Move,
  neverAbove,
  type Stage,
} from "./case.ts";
import { fallsOf } from "./findings.ts";
import type { Answer } from "./service.ts";

const hotelCount = 80;

function manyHotels(view: View, nights: "same nights" | "other nights", from: number): Case {
  return {
    name: `one person at ${hotelCount} hotels, ${nights}, ${view}`,
    campaigns: 3,
    lastsMs: 8 * hourMs,
    lines: [
      { name: `from the ${from}th on`, goals: [deniedAtLeast(0.95)] },
      { name: "falls below an earlier score", goals: [neverAbove(1)] },
    ],
    *play(stage): Campaign {
      const { random } = stage;
      const merchant = merchantFor(stage, view, ({ hotels }) => hotels.length >= hotelCount);
      const plan = withView(planOf(random, merchant, stage.at), view);
      const places = merchant.hotels.map((hotel) => ({ hotel, place: random.next() }));
      places.sort((a, b) => a.place - b.place);
      const scores: number[] = [];
      let { at } = stage;
      for (const { hotel } of places.slice(0, hotelCount)) {
        const stay = nights === "same nights" ? plan.stay : stayOf(random, at, "online");
        const { sent } = book(random, { ...plan, hotel, stay }, at);
        scores.push((yield { at, sent }).score);
        at += Math.round(random.between(2, 5) * minuteMs);
      }
      return [
        { line: `from the ${from}th on`, scores: scores.slice(from - 1) },
        { line: "falls below an earlier score", points: [Math.max(...fallsOf(scores))] },
      ];
    },
  };
}

const tests = 40;

function cardTesting(view: View): Case {
  return {
    name: `card testing, ${tests} attempts in 27 minutes, ${view}`,
    campaigns: 4,
    lastsMs: hourMs,
    lines: [
      { name: "from the 6th on", goals: [deniedAtLeast(0.95)] },
      { name: "falls below an earlier score", goals: [neverAbove(1)] },
    ],
    *play(stage): Campaign {
      const scores = yield* testCards(stage, view);
      return [
        { line: "from the 6th on", scores: scores.slice(5) },
        { line: "falls below an earlier score", points: [Math.max(...fallsOf(scores))] },
      ];
    },
  };
}

/** The form is sent again and again, in one tab or after loading the page anew. */
function* testCards(stage: Stage, view: View): Generator<Move, number[], Answer> {
  const { random } = stage;
  const merchant = merchantFor(stage, view);
  const hotel = quietHotel(stage, merchant);
  const plan = withView(planOf(random, merchant, stage.at, { hotel }), view);
  const reloads = random.chance(0.5);
  const scores: number[] = [];
  let tab: Tab | null = null;
  let { at } = stage;
  for (let i = 0; i < tests; i++) {
    const gap = Math.round(random.between(0.5, 1.5) * ((27 * minuteMs) / tests));
    if (i > 0) at += gap;
    if (tab && !reloads) {
      scores.push((yield { at, sent: bookAgain(random, plan, at, tab, gap) }).score);
      continue;
    }
    const booked = book(random, plan, at);
    tab = booked.tab;
    scores.push((yield { at, sent: booked.sent }).score);
  }
  return scores;
}

export const hotelCases: readonly Case[] = [
  ...views.map((view) => manyHotels(view, "same nights", 5)),
  ...views.map((view) => manyHotels(view, "other nights", 10)),
  ...views.map(cardTesting),
];
