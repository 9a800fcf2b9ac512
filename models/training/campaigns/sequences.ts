/**
 * Random sequences of attempts, each played twice: as it is, and with one thing that somebody did
 * earlier and that speaks against them. What follows must not be scored lower because of it.
 */
import { dayMs, hourMs, minuteMs } from "../../../src/base/durations.ts";
import { geoipLookups, type Model } from "../features.ts";
import type { SentAttempt } from "../simulator/kind.ts";
import { type Merchant, merchantsOf, pickHotel, pickMerchant } from "../simulator/merchants.ts";
import { type Random, randomOf } from "../simulator/random.ts";
import { defaultOptions, seasonStart } from "../simulator/simulate.ts";
import { book, type Plan, planOf, withInventedId } from "./bookings.ts";
import { type Finding, neverAbove } from "./case.ts";
import { rowsOf } from "./rows.ts";
import { Service } from "./service.ts";
import type { Row } from "./table.ts";

interface Step {
  at: number;
  /** Whose attempt it is. */
  who: number;
  plan: Plan;
  sent: SentAttempt;
}

/** The step that is changed, and what is in its place. */
type Edit = (random: Random, steps: readonly Step[], place: number) => readonly Step[] | null;

const edits: Readonly<Record<string, Edit>> = {
  "one more attempt": (random, steps, place) => {
    const { plan } = steps[place]!;
    return withInserted(random, steps, place, plan);
  },
  "one more hotel": (random, steps, place) => {
    const { plan } = steps[place]!;
    const hotel = pickHotel(random, plan.merchant);
    return withInserted(random, steps, place, { ...plan, hotel });
  },
  "script dropped": (random, steps, place) => {
    const { plan, at } = steps[place]!;
    if (!plan.browser) return null;
    return withSent(steps, place, book(random, { ...plan, browser: null }, at).sent);
  },
  "id invented": (random, steps, place) => {
    const { plan, at } = steps[place]!;
    if (!plan.browser) return null;
    const { sent } = book(random, { ...plan, browser: null }, at);
    return withSent(steps, place, withInventedId(random, sent));
  },
  "batch lost": (random, steps, place) => {
    const { sent } = steps[place]!;
    if (sent.telemetry.length < 2) return null;
    const lost = random.int(0, sent.telemetry.length - 1);
    return withSent(steps, place, {
      ...sent,
      telemetry: sent.telemetry.filter((_, i) => i !== lost),
    });
  },
};

function withSent(steps: readonly Step[], place: number, sent: SentAttempt): Step[] {
  return steps.map((step, i) => (i === place ? { ...step, sent } : step));
}

/** Between the step and the next one. */
function withInserted(random: Random, steps: readonly Step[], place: number, plan: Plan): Step[] {
  const [before, after] = [steps[place]!, steps[place + 1]!];
  const at = Math.round(before.at + random.between(0.1, 0.9) * (after.at - before.at));
  const { sent } = book(random, plan, at);
  return steps.toSpliced(place + 1, 0, { ...before, at, plan, sent });
}

const gaps = { seconds: 20_000, minutes: 8 * minuteMs, hours: 5 * hourMs, days: 2.5 * dayMs };

function stepsOf(random: Random, merchant: Merchant): Step[] {
  const people = Array.from({ length: random.int(1, 3) }, () => planOf(random, merchant, from));
  const shared = random.chance(0.25) ? people[0]!.browser : null;
  const hotels = Array.from({ length: random.int(1, 4) }, () => pickHotel(random, merchant));
  const keepsStay = random.chance(0.5);
  let at = from;
  return Array.from({ length: random.int(2, 8) }, () => {
    const pace = random.weighted({ seconds: 15, minutes: 45, hours: 25, days: 15 });
    at += Math.round(random.around(gaps[pace], 0.7)) + 1000;
    const who = random.int(0, people.length - 1);
    const own = people[who]!;
    const { stay } = keepsStay ? own : planOf(random, merchant, at);
    const browser = random.chance(0.7) ? (shared ?? own.browser) : null;
    const plan = { ...own, hotel: random.pick(hotels), stay, browser };
    return { at, who, plan, sent: book(random, plan, at).sent };
  });
}

const from = seasonStart + 25 * dayMs;
const options = (seed: string) => ({ ...defaultOptions, seed: `${seed}/sequences` });

/** Earlier bookings of others at the merchant, one of which was reported. */
function pastOf(random: Random, merchant: Merchant): { at: number; sent: SentAttempt }[] {
  return Array.from({ length: 10 }, (_, i) => {
    const at = from - Math.round((10 - i) * 1.5 * dayMs * random.between(0.9, 1));
    return { at, sent: book(random, planOf(random, merchant, at), at).sent };
  });
}

interface Fall {
  points: number;
  of: string;
  own: boolean;
  example: string;
}

export interface SequencesPlayed {
  rows: Row[];
  worst: string[];
}

export function playSequences(model: Model, seed: string, count: number): SequencesPlayed {
  const lookups = geoipLookups(options(seed));
  const merchants = merchantsOf(options(seed).seed).filter(({ sends }) => sends.collection > 0);
  const pasts = new Map(
    merchants.map((one) => [one, pastOf(randomOf(`${seed}/past/${one.project}`), one)]),
  );
  const falls = Array.from({ length: count }, (_, number) => {
    const random = randomOf(`${seed}/sequence/${number}`);
    const merchant = pickMerchant(random, merchants);
    const service = () => {
      const made = new Service(model, lookups);
      for (const [i, { at, sent }] of pasts.get(merchant)!.entries()) {
        const reported = { outcome: "legitimate", reportedAt: at + dayMs } as const;
        made.decide(sent, at, { outcome: i === 0 ? reported : null });
      }
      return made;
    };
    return fallOf(random, stepsOf(random, merchant), service, number);
  }).flat();
  return { rows: sequenceRows(falls), worst: worstOf(falls) };
}

/** How far the attempts after the change are below what they are without it. */
function fallOf(
  random: Random,
  steps: readonly Step[],
  service: () => Service,
  number: number,
): Fall[] {
  const of = random.pick(Object.keys(edits));
  const place = random.int(0, steps.length - 2);
  const changed = edits[of]!(random, steps, place);
  if (!changed) return [];
  const [plain, other] = [scoresOf(steps, service()), scoresOf(changed, service())];
  const more = changed.length - steps.length;
  return [true, false].flatMap((own) => {
    const following = steps.flatMap((step, i) => {
      const same = step.who === steps[place]!.who;
      return i > place && same === own ? [{ i, points: plain[i]! - other[i + more]! }] : [];
    });
    if (following.length === 0) return [];
    const worst = following.reduce((a, b) => (b.points > a.points ? b : a));
    const scores = `${plain[worst.i]} became ${other[worst.i + more]}`;
    const example = `sequence ${number}, ${of} at ${place + 1}, attempt ${worst.i + 1} of ${steps.length}: ${scores}`;
    return [{ of, own, points: worst.points, example }];
  });
}

const scoresOf = (steps: readonly Step[], service: Service): number[] =>
  steps.map(({ sent, at }) => service.decide(sent, at).score);

function sequenceRows(falls: readonly Fall[]): Row[] {
  return [true, false].flatMap((own) => {
    const lines = Object.keys(edits).map((of) => {
      const points = falls.filter((fall) => fall.own === own && fall.of === of);
      const above = (limit: number) => points.filter((fall) => fall.points > limit).length;
      const counted = `${above(0)} lower, ${above(1)} by more than 1`;
      const name = `${of}, then ${own ? "the same person" : "others"}: ${counted}`;
      const findings = points.map((fall): Finding => ({ line: name, points: [fall.points] }));
      return { name, goals: own ? [neverAbove(0)] : [], findings };
    });
    return rowsOf(
      { name: "sequences: how much lower", lines },
      lines.flatMap(({ findings }) => findings),
    );
  });
}

/** The worst of each change. */
function worstOf(falls: readonly Fall[]): string[] {
  return Object.keys(edits).flatMap((of) => {
    const own = falls.filter((fall) => fall.own && fall.of === of && fall.points > 0);
    const [worst] = own.toSorted((a, b) => b.points - a.points);
    return worst ? [worst.example] : [];
  });
}
