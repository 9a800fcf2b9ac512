/** Farms: many accounts on one address, on one device, or without a script at one hotel. */
import { dayMs, hourMs, minuteMs } from "../../../src/base/durations.ts";
import { homeIp } from "../simulator/ip-addresses.ts";
import { pickHotel } from "../simulator/merchants.ts";
import { personOf } from "../simulator/people.ts";
import type { Random } from "../simulator/random.ts";
import { as, book, deviceOf, merchantFor, type Plan, planOf, quietHotel } from "./bookings.ts";
import { type Campaign, type Case, deniedAtLeast, type Stage } from "./case.ts";

interface Farm {
  name: string;
  accounts: number;
  everyMs: number;
  /** The share from the 20th on. */
  goal: number;
  /** Makes the plan of each account. */
  accountsOf(stage: Stage): (at: number) => Plan;
}

function farmCase({ name, accounts, everyMs, goal, accountsOf }: Farm): Case {
  const line = { name: "from the 20th on", goals: [deniedAtLeast(goal)] };
  return {
    name,
    campaigns: 3,
    lastsMs: accounts * everyMs * 1.2,
    lines: [line],
    *play(stage): Campaign {
      const { random } = stage;
      const planAt = accountsOf(stage);
      const scores: number[] = [];
      let { at } = stage;
      for (let i = 0; i < accounts; i++) {
        const { sent } = book(random, planAt(at), at);
        scores.push((yield { at, sent }).score);
        at += Math.round(everyMs * random.between(0.6, 1.4));
      }
      return [{ line: line.name, scores: scores.slice(19) }];
    },
  };
}

/** The country of an account: that of most others, or any guest's. */
const someHome = (random: Random, home: string, plan: Plan) =>
  random.chance(0.7) ? home : plan.person.home;

/** New people with new devices, all behind one household's line. */
function atOneAddress(stage: Stage): (at: number) => Plan {
  const { random } = stage;
  const merchant = merchantFor(stage, "with script", ({ proxied }) => !proxied);
  const { home } = planOf(random, merchant, stage.at).person;
  const ip = homeIp(random, home);
  return (at) => {
    const plan = planOf(random, merchant, at);
    const person = personOf(random, someHome(random, home, plan));
    const browser = { ...deviceOf(random, home), ip };
    return { ...as(plan, person), browser };
  };
}

function onOneDevice(stage: Stage): (at: number) => Plan {
  const { random } = stage;
  const merchant = merchantFor(stage, "with script");
  const { browser, person } = planOf(random, merchant, stage.at);
  return (at) => {
    const plan = planOf(random, merchant, at);
    return { ...as(plan, personOf(random, someHome(random, person.home, plan))), browser };
  };
}

/** At one hotel or a few, which nobody can tell from the account. */
function withoutScript(stage: Stage): (at: number) => Plan {
  const { random } = stage;
  const merchant = merchantFor(stage, "without script");
  const few = random.chance(0.5) ? 1 : random.int(2, 4);
  const hotels = [quietHotel(stage, merchant)];
  while (hotels.length < few) hotels.push(pickHotel(random, merchant));
  return (at) => ({
    ...planOf(random, merchant, at, { hotel: random.pick(hotels) }),
    browser: null,
  });
}

const accounts = 100;
const farms: readonly Farm[] = [
  { name: "address farm, 1 a minute", everyMs: minuteMs, goal: 0.8, accountsOf: atOneAddress },
  { name: "address farm, 1 an hour", everyMs: hourMs, goal: 0.5, accountsOf: atOneAddress },
  { name: "one device, 1 a minute", everyMs: minuteMs, goal: 0.95, accountsOf: onOneDevice },
  { name: "one device, 1 an hour", everyMs: hourMs, goal: 0.7, accountsOf: onOneDevice },
  { name: "one device, 3 a day", everyMs: dayMs / 3, goal: 0.5, accountsOf: onOneDevice },
  { name: "no script, 1 a minute", everyMs: minuteMs, goal: 0.8, accountsOf: withoutScript },
  { name: "no script, 1 an hour", everyMs: hourMs, goal: 0.4, accountsOf: withoutScript },
].map((farm) => ({ ...farm, name: `100 accounts: ${farm.name}`, accounts }));

export const farmCases: readonly Case[] = farms.map(farmCase);
