/** What an accepted booking costs an attacker who changes something after each denial. */
import { dayMs, hourMs, minuteMs } from "../../../src/base/durations.ts";
import { homeIp } from "../simulator/ip-addresses.ts";
import type { SentAttempt, SentBatch } from "../simulator/kind.ts";
import { pickHotel } from "../simulator/merchants.ts";
import { personOf } from "../simulator/people.ts";
import type { Random } from "../simulator/random.ts";
import { replay } from "../simulator/replay.ts";
import { book, deviceOf, handsOf, merchantFor, type Plan, planOf } from "./bookings.ts";
import type { Campaign, Case, Finding, Spent } from "./case.ts";
import { meanOf, medianOf } from "./findings.ts";
import { driven, onDesktop, programmed } from "./persons.ts";
import { deniedFrom } from "./service.ts";

const budgets = [10, 30, 100] as const;
const wanted = 10;

/** What the attacker has at the moment. */
interface Setup {
  plan: Plan;
  /** A person's visit that is sent in place of the attacker's own. */
  recording: { telemetry: readonly SentBatch[]; at: number } | null;
  waitMs: number;
}

type Change = (random: Random, setup: Setup, at: number) => Setup;

const withPlan = (setup: Setup, plan: Partial<Plan>): Setup => ({
  ...setup,
  plan: { ...setup.plan, ...plan },
});
/** The script runs again, on a device that is there. */
const seenPlan = (random: Random, { plan }: Setup) =>
  plan.browser ?? deviceOf(random, plan.person.home);

const changes: Readonly<Record<string, Change>> = {
  "script blocked": (_, setup) => ({ ...withPlan(setup, { browser: null }), recording: null }),
  "new mail": (random, setup) => {
    const { email } = personOf(random, setup.plan.person.home);
    return withPlan(setup, { person: { ...setup.plan.person, email } });
  },
  "new mail and phone": (random, setup) => {
    const { email, phone } = personOf(random, setup.plan.person.home);
    return withPlan(setup, { person: { ...setup.plan.person, email, phone } });
  },
  "new device": (random, setup) => {
    const { ip } = seenPlan(random, setup);
    const browser = { ...deviceOf(random, setup.plan.person.home), ip };
    return { ...withPlan(setup, { browser }), recording: null };
  },
  "new address": (random, setup) => {
    const { browser, person } = setup.plan;
    const ip = homeIp(random, person.home);
    return withPlan(setup, { browser: browser && { ...browser, ip } });
  },
  "new hotel": (random, setup) =>
    withPlan(setup, { hotel: pickHotel(random, setup.plan.merchant) }),
  wait: (random, setup) => ({
    ...setup,
    waitMs: Math.min(2 * dayMs, random.around(3 * hourMs, 1.2) + 10 * minuteMs),
  }),
  replay: (random, setup, at) => {
    const victim = planOf(random, setup.plan.merchant, at);
    return { ...setup, recording: { telemetry: book(random, victim, at).sent.telemetry, at } };
  },
  "human hands": (random, setup) => {
    const own = seenPlan(random, setup);
    const { device } = own;
    const browser = { ...own, device: { ...device, webdriver: false, traces: [], plugins: 5 } };
    browser.userAgent = browser.userAgent.replace("HeadlessChrome/", "Chrome/");
    return { ...withPlan(setup, { browser, behaviour: handsOf(random) }), recording: null };
  },
};

interface Tried {
  at: number;
  accepted: boolean;
  email: string;
  ip: string | null;
  device: string | null;
}

function adaptive(start: "a bot" | "human hands, stolen identity"): Case {
  return {
    name: `cost of a booking, from ${start}`,
    campaigns: 6,
    lastsMs: 14 * dayMs,
    lines: [],
    *play(stage): Campaign {
      const { random, end } = stage;
      const merchant = merchantFor(stage, "with script", ({ hotels }) => hotels.length >= 10);
      const hands = onDesktop(random, planOf(random, merchant, stage.at));
      const bot = { browser: driven(random, hands.browser!), behaviour: programmed(random) };
      const plan = start === "a bot" ? { ...hands, ...bot } : hands;
      let setup: Setup = { plan, recording: null, waitMs: 0 };
      let { at } = stage;
      const tried: Tried[] = [];
      let accepted = 0;
      while (tried.length < budgets.at(-1)! && accepted < wanted && at < end) {
        const sent = sentOf(random, setup, at);
        const { score } = yield { at, sent };
        tried.push({ at, accepted: score < deniedFrom, ...tracesOf(setup, sent) });
        if (score < deniedFrom) {
          accepted += 1;
          setup = nextBooking(random, setup, at);
        } else setup = changes[random.pick(Object.keys(changes))]!(random, setup, at);
        at += Math.round(setup.waitMs || random.between(1, 12) * minuteMs);
        setup = { ...setup, waitMs: 0 };
      }
      return [{ line: start, spent: budgets.map((budget) => spentOf(tried, budget)) }];
    },
  };
}

function sentOf(random: Random, { plan, recording }: Setup, at: number): SentAttempt {
  if (!recording) return book(random, plan, at).sent;
  const { sent } = book(random, { ...plan, browser: null }, at);
  return replay(random, recording, sent, { at, deviceId: `dev_${random.code(16)}` });
}

/** With what worked, for another stay in another hotel. */
function nextBooking(random: Random, setup: Setup, at: number): Setup {
  const { hotel, stay, guests } = planOf(random, setup.plan.merchant, at);
  const { firstName, lastName } = setup.plan.person;
  return withPlan(setup, { hotel, stay, guests: [{ firstName, lastName }, ...guests.slice(1)] });
}

/** What the attacker needed for the attempt. */
function tracesOf({ plan }: Setup, { telemetry }: SentAttempt) {
  const ip = telemetry.at(-1)?.arrival.ip ?? null;
  const device = telemetry.find(({ batch }) => batch.device)?.batch.device?.deviceId ?? null;
  return { email: plan.person.email, ip, device };
}

function spentOf(tried: readonly Tried[], budget: number): Spent {
  const within = tried.slice(0, budget);
  const different = (values: readonly (string | null)[]) =>
    new Set(values.filter((value) => value !== null)).size;
  return {
    budget,
    attempts: within.length,
    accepted: within.filter((one) => one.accepted).length,
    identities: different(within.map(({ email }) => email)),
    addresses: different(within.map(({ ip }) => ip)),
    devices: different(within.map(({ device }) => device)),
    hours: (within.at(-1)!.at - within[0]!.at) / hourMs,
  };
}

export const costCases: readonly Case[] = [
  adaptive("a bot"),
  adaptive("human hands, stolen identity"),
];

const measures = ["attempts", "identities", "addresses", "devices", "hours"] as const;

/** The cells of a table: of each accepted booking, the median campaign, and all campaigns together. */
export function costLines(findings: readonly Finding[]): string[][] {
  const headers = ["start", "budget", "campaigns", "accepted", "of attempts", ...measures];
  const starts = Map.groupBy(
    findings.filter(({ spent }) => spent),
    ({ line }) => line,
  );
  const lines = [...starts].flatMap(([start, of]) =>
    budgets.map((budget) => {
      const spent = of.flatMap((one) => one.spent!.filter((each) => each.budget === budget));
      return [start, `${budget}`, `${spent.length}`, ...costCells(spent)];
    }),
  );
  return [headers, ...lines];
}

function costCells(spent: readonly Spent[]): string[] {
  const accepted = spent.map((one) => one.accepted);
  const total = (of: (one: Spent) => number) => spent.reduce((sum, one) => sum + of(one), 0);
  const all = total((one) => one.accepted);
  const share = meanOf(spent.map((one) => one.accepted / one.attempts));
  return [
    `${medianOf(accepted)} / ${rounded(meanOf(accepted))}`,
    `${rounded(share * 100)} %`,
    ...measures.map((measure) => {
      const each = spent.map((one) => one[measure] / one.accepted);
      return `${rounded(medianOf(each))} / ${rounded(total((one) => one[measure]) / all)}`;
    }),
  ];
}

const rounded = (value: number) =>
  Number.isFinite(value) ? `${Math.round(value * 100) / 100}` : "-";
