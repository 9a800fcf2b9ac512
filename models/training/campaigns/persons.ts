/** Somebody who was denied, or reported, and comes back in another way. */
import { dayMs, hourMs, minuteMs } from "../../../src/base/durations.ts";
import { type Behaviour, scriptBehaviour } from "../simulator/behaviour.ts";
import { type Browser, browserOf, none } from "../simulator/browsers.ts";
import { type Person, personOf } from "../simulator/people.ts";
import type { Random } from "../simulator/random.ts";
import { as, book, deviceOf, merchantFor, type Plan, planOf } from "./bookings.ts";
import {
  type Campaign,
  type Case,
  deniedAtLeast,
  deniedAtMost,
  type Finding,
  medianRise,
  medianWithin,
} from "./case.ts";
import { deniedFrom } from "./service.ts";

/** The browser under a driver that hides nothing: it says so itself, and has its traces. */
export function driven(random: Random, browser: Browser): Browser {
  const device = { ...browser.device, webdriver: true, traces: ["globals"], plugins: 0 };
  const { viewportWidth: outerWidth, viewportHeight: outerHeight } = device;
  Object.assign(device, { outerWidth, outerHeight });
  const headless = random.chance(0.5);
  const userAgent = headless
    ? browser.userAgent.replace("Chrome/", "HeadlessChrome/")
    : browser.userAgent;
  return { ...browser, device, userAgent, touch: false };
}

export const programmed = (random: Random): Behaviour => ({
  ...scriptBehaviour(random),
  unseen: false,
});

/** Where programs run. */
export function onDesktop(random: Random, plan: Plan): Plan {
  const models = { ...none(), windows: 5, mac: 1, linux: 3 };
  const browser = browserOf(random, plan.person.home, models);
  browser.device.deviceId ??= `dev_${random.code(16)}`;
  return { ...plan, browser };
}

/** What somebody who was denied as a program tries next. */
const changes = {
  "script blocked": (_: Random, plan: Plan) => ({ ...plan, browser: null }),
  "clean visit, same device": (_: Random, plan: Plan) => plan,
  "tag in the mail, script blocked": (random: Random, plan: Plan) => ({
    ...plan,
    browser: null,
    person: { ...plan.person, email: tagged(random, plan.person.email) },
  }),
  "other mail, same phone": (random: Random, plan: Plan) => ({
    ...plan,
    browser: random.chance(0.5) ? null : deviceOf(random, plan.person.home),
    person: { ...plan.person, email: personOf(random, plan.person.home).email },
  }),
} satisfies Record<string, (random: Random, plan: Plan) => Plan>;
type Change = keyof typeof changes;
const changeNames = Object.keys(changes) as Change[];

const tagged = (random: Random, email: string) =>
  email.replace("@", `+${random.pick(["x", "b", "2", "trip", "hotel"])}@`);

const bots = "the bot; only those denied count below";
const soon = "within an hour";
const later = "after 20 hours";
const muchLater = "after 8 days, script blocked";

const deniedThenChanged: Case = {
  name: "denied as a bot, then changed",
  campaigns: 15,
  lastsMs: 9 * dayMs,
  lines: [
    { name: bots, goals: [] },
    ...[soon, later].flatMap((when) =>
      changeNames.map((change) => ({ name: `${change}, ${when}`, goals: [deniedAtLeast(0.75)] })),
    ),
    { name: muchLater, goals: [medianWithin(5)] },
  ],
  *play(stage): Campaign {
    const { random } = stage;
    const plan = onDesktop(random, planOf(random, merchantFor(stage, "with script"), stage.at));
    const bot = { browser: driven(random, plan.browser!), behaviour: programmed(random) };
    const { at } = stage;
    const first = yield { at, sent: book(random, { ...plan, ...bot }, at).sent };
    const findings: Finding[] = [{ line: bots, scores: [first.score] }];
    if (first.score < deniedFrom) return findings;
    const soonAt = at + Math.round(random.between(1, 60) * minuteMs);
    for (const [when, time] of [
      [soon, soonAt],
      [later, at + 20 * hourMs],
    ] as const) {
      for (const change of changeNames) {
        const { sent } = book(random, changes[change](random, plan), time);
        const { score } = yield { at: time, sent, probe: true };
        findings.push({ line: `${change}, ${when}`, scores: [score] });
      }
    }
    const last = at + 8 * dayMs;
    const own = { ...plan, browser: null };
    const { score } = yield { at: last, sent: book(random, own, last).sent, probe: true };

    const plain = yield {
      at: last,
      sent: book(random, fresh(random, own), last).sent,
      probe: true,
    };
    return [...findings, { line: muchLater, scores: [score], points: [score - plain.score] }];
  },
};

/** The same booking by somebody without a past. */
export function fresh(random: Random, plan: Plan): Plan {
  const person = personOf(random, plan.person.home);
  const { firstName, lastName } = person;
  const guests = [{ firstName, lastName }, ...plan.guests.slice(1)];
  return { ...as(plan, person), guests };
}

/** What a bot has of a guest. */
const taken = {
  "e-mail address": ({ email }: Person) => ({ email }),
  "e-mail address and phone": ({ email, phone }: Person) => ({ email, phone }),
  "e-mail address and name": ({ email, firstName, lastName }: Person) => {
    return { email, firstName, lastName };
  },
} satisfies Record<string, (guest: Person) => Partial<Person>>;
type Taken = keyof typeof taken;
const takenNames = Object.keys(taken) as Taken[];

const undisturbed = "the guest, before a bot";
const disturbed = (what: Taken, when: string) => `the guest, a bot had the ${what}, ${when}`;
/** With a phone number as well, nothing tells the guest from a bot's owner who tries again by hand. */
const sparing = [deniedAtMost(0.05), medianRise(8)];

const inGuestsName: Case = {
  name: "denied as a bot, in a guest's name",
  campaigns: 15,
  lastsMs: dayMs,
  lines: [
    { name: undisturbed, goals: [] },
    ...takenNames.flatMap((what) =>
      [soon, later].map((when) => ({
        name: disturbed(what, when),
        goals: what === "e-mail address and phone" ? [] : sparing,
      })),
    ),
  ],
  *play(stage): Campaign {
    const { random, at } = stage;
    const merchant = merchantFor(stage, "with script");
    const findings: Finding[] = [];
    const guests: { what: Taken; guest: Plan; plain: number }[] = [];
    for (const what of takenNames) {
      const guest = planOf(random, merchant, at);
      const plain = yield { at, sent: book(random, guest, at).sent, probe: true };
      findings.push({ line: undisturbed, scores: [plain.score] });
      const other = onDesktop(random, planOf(random, merchant, at));
      const bot: Plan = {
        ...as(other, { ...other.person, ...taken[what](guest.person) }),
        browser: driven(random, other.browser!),
        behaviour: programmed(random),
      };
      const { score } = yield { at, sent: book(random, bot, at).sent };
      if (score >= deniedFrom) guests.push({ what, guest, plain: plain.score });
    }
    const soonAt = at + Math.round(random.between(1, 60) * minuteMs);
    for (const [when, time] of [
      [soon, soonAt],
      [later, at + 20 * hourMs],
    ] as const) {
      for (const { what, guest, plain } of guests) {
        const { score } = yield { at: time, sent: book(random, guest, time).sent, probe: true };
        findings.push({ line: disturbed(what, when), scores: [score], points: [score - plain] });
      }
    }
    return findings;
  },
};

export const personCases: readonly Case[] = [deniedThenChanged, inGuestsName];
