/** Somebody whose booking was reported as fraud, or a device, and who comes back as another person. */
import { dayMs, hourMs } from "../../../src/base/durations.ts";
import type { Outcome } from "../simulator/kind.ts";
import { type Person, personOf } from "../simulator/people.ts";
import type { Random } from "../simulator/random.ts";
import { replay } from "../simulator/replay.ts";
import {
  as,
  type Booked,
  book,
  deviceOf,
  handsOf,
  merchantFor,
  type Plan,
  planOf,
  type View,
  views,
  withView,
} from "./bookings.ts";
import { type Campaign, type Case, deniedAtLeast, type Finding, type Stage } from "./case.ts";
import { driven, onDesktop, programmed } from "./persons.ts";

interface Reported {
  plan: Plan;
  booked: Booked;
  at: number;
  outcome: Outcome;
  /** When the next attempt is made. */
  nextAt: number;
}

/** The first booking: by hand, by a program, or without the script; whatever its score is. */
function reportedOf(stage: Stage, view: View): Reported {
  const { random, at } = stage;
  const merchant = merchantFor(stage, view, ({ sends }) => sends.bookerReference > 0);
  const own = withView({ ...planOf(random, merchant, at), account: true }, view);
  const plan = own.browser && random.chance(0.3) ? byProgram(random, own) : own;
  const reportedAt = Math.round(at + random.between(1, 30) * dayMs);
  const nextAt = reportedAt + Math.round(random.between(hourMs, 25 * dayMs));
  const outcome = random.chance(0.5) ? "fraud" : "chargeback";
  return {
    plan,
    booked: book(random, plan, at),
    at,
    outcome: { outcome, reportedAt },
    nextAt: Math.min(nextAt, stage.end),
  };
}

function byProgram(random: Random, plan: Plan): Plan {
  const desk = onDesktop(random, plan);
  return { ...desk, browser: driven(random, desk.browser!), behaviour: programmed(random) };
}

/** Everything is new, at another hotel of the merchant. */
function anew(random: Random, { merchant }: Plan, at: number): Plan {
  return planOf(random, merchant, at);
}

/** What is kept of the reported booking; everything else is new. */
const kept = {
  "same mail": ({ email }: Person) => ({ email }),
  "same phone": ({ phone }: Person) => ({ phone }),
  "same booker reference": ({ account }: Person) => ({ account }),
} as const satisfies Record<string, (old: Person) => Partial<Person>>;
type Kept = keyof typeof kept;

const comesBack: Case = {
  name: "reported, then again with one thing kept",
  campaigns: 15,
  fromDay: 3,
  lastsMs: 57 * dayMs,
  lines: [
    ...Object.keys(kept).flatMap((what) =>
      views.map((view) => ({ name: `${what}, ${view}`, goals: [deniedAtLeast(0.95)] })),
    ),
    { name: "same device, with script", goals: [deniedAtLeast(0.95)] },
    { name: "the recorded visit replayed", goals: [deniedAtLeast(0.95)] },
    // What an honest household pays for it where the report was of one of them.
    { name: "a relative on the same device, with script", goals: [] },
  ],
  *play(stage): Campaign {
    const { random } = stage;
    const reported = reportedOf(stage, random.chance(0.8) ? "with script" : "without script");
    const { plan, at, nextAt, outcome, booked } = reported;
    yield { at, sent: booked.sent, outcome };
    const findings: Finding[] = [];
    for (const what of Object.keys(kept) as Kept[]) {
      for (const view of views) {
        const next = anew(random, plan, nextAt);
        const person = { ...next.person, ...kept[what](plan.person) };
        const again = { ...next, person, account: what === "same booker reference" };
        if (view === "with script" && plan.merchant.sends.collection === 0) continue;
        const { sent } = book(random, withView(again, view), nextAt);
        const { score } = yield { at: nextAt, sent, probe: true };
        findings.push({ line: `${what}, ${view}`, scores: [score] });
      }
    }
    return plan.browser ? [...findings, ...(yield* fromTheDevice(stage, reported))] : findings;
  },
};

function* fromTheDevice({ random }: Stage, { plan, at, nextAt, booked }: Reported): Campaign {
  const next = anew(random, plan, nextAt);
  const { deviceId } = plan.browser!.device;
  const { browser } = next;
  const { device } = browser!;
  const again = { ...next, browser: { ...browser!, device: { ...device, deviceId: deviceId! } } };
  const one = book(random, again, nextAt).sent;
  const sameDevice = yield { at: nextAt, sent: one, probe: true };
  const { sent } = book(random, { ...anew(random, plan, nextAt), browser: null }, nextAt);
  const recording = { telemetry: booked.sent.telemetry, at };
  const fresh = { at: nextAt, deviceId: `dev_${random.code(16)}`, ip: device && browser!.ip };
  const other = replay(random, recording, sent, fresh);
  const replayed = yield { at: nextAt, sent: other, probe: true };
  const { home, lastName, address } = plan.person;
  const relative = as(plan, { ...personOf(random, home), lastName, address });
  const byHand = { ...relative, behaviour: handsOf(random), account: false };
  const atHome = yield { at: nextAt, sent: book(random, byHand, nextAt).sent, probe: true };
  return [
    { line: "same device, with script", scores: [sameDevice.score] },
    { line: "the recorded visit replayed", scores: [replayed.score] },
    { line: "a relative on the same device, with script", scores: [atHome.score] },
  ];
}

const oneStep: Case = {
  name: "reported, then one step away",
  campaigns: 15,
  fromDay: 3,
  lastsMs: 57 * dayMs,
  lines: [
    { name: "same device and address, new mail, phone and name", goals: [deniedAtLeast(0.7)] },
    { name: "same phone and name, new mail, script blocked", goals: [deniedAtLeast(0.7)] },
    { name: "two steps: mail of somebody on that device", goals: [] },
  ],
  *play(stage): Campaign {
    const { random } = stage;
    const { plan, at, nextAt, outcome, booked } = reportedOf(stage, "with script");
    yield { at, sent: booked.sent, outcome };
    const { home } = plan.person;
    const between = Math.round(random.between(outcome.reportedAt, nextAt));
    const stranger = { ...as(plan, personOf(random, home)), account: false };
    const onDevice = yield { at: between, sent: book(random, stranger, between).sent };
    const { email } = personOf(random, home);
    const renamed = { ...plan, browser: null, account: false, person: { ...plan.person, email } };
    const { score } = yield { at: nextAt, sent: book(random, renamed, nextAt).sent, probe: true };
    const person = { ...personOf(random, home), email: stranger.person.email };
    const twoSteps = { ...as(plan, person), browser: deviceOf(random, home), account: false };
    const last = yield { at: nextAt, sent: book(random, twoSteps, nextAt).sent, probe: true };
    return [
      { line: "same device and address, new mail, phone and name", scores: [onDevice.score] },
      { line: "same phone and name, new mail, script blocked", scores: [score] },
      { line: "two steps: mail of somebody on that device", scores: [last.score] },
    ];
  },
};

export const reportedCases: readonly Case[] = [comesBack, oneStep];
