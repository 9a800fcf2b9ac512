/** A project whose merchant reports nothing, against the same with outcomes that concern nobody else. */
import { dayMs, hourMs } from "../../../src/base/durations.ts";
import { geoipLookups, type Model } from "../features.ts";
import { merchantsOf } from "../simulator/merchants.ts";
import { personOf } from "../simulator/people.ts";
import { randomOf } from "../simulator/random.ts";
import { defaultOptions, type SimulationOptions, simulate } from "../simulator/simulate.ts";
import { book, planOf } from "./bookings.ts";
import { alwaysWithin, type Finding } from "./case.ts";
import { rowsOf } from "./rows.ts";
import { Service } from "./service.ts";
import type { Row } from "./table.ts";

const twins = {
  name: "outcomes of others against none",
  lines: [{ name: "each booking", goals: [alwaysWithin(0)] }],
};

/** The same bookings in two histories, by project. */
export function twinRows(model: Model, seed: string): Row[] {
  const options = { ...defaultOptions, seed: `${seed}/twins`, attempts: 3000, days: 30 };
  const lookups = geoipLookups(options);
  const [silent, reporting] = [new Service(model, lookups), new Service(model, lookups)];
  const points = new Map<string, number[]>();
  let from = 0;
  for (const attempt of simulate(options)) {
    if (attempt.at > from) from = addUnrelated(options, [silent, reporting], attempt.at);
    const { project, at } = attempt;
    const difference = reporting.decide(attempt, at).score - silent.decide(attempt, at).score;
    if (!points.has(project)) points.set(project, []);
    points.get(project)!.push(difference);
  }
  const findings = [...points.values()].map(
    (each): Finding => ({ line: "each booking", points: each }),
  );
  return rowsOf(twins, findings);
}

/** A booking at each merchant that shares nothing with the others. @returns when the next ones are due. */
function addUnrelated(options: SimulationOptions, twin: readonly Service[], at: number): number {
  for (const merchant of merchantsOf(options.seed)) {
    const random = randomOf(`${options.seed}/${merchant.project}/${at}`);
    const number = random.digits(6);
    const name = `Hotel ${number}`;
    const address = `Rua ${number} 1, Vila ${number}`;
    const hotel = { ...merchant.hotels[0]!, name, address, referenceId: number, giataId: number };
    const person = { ...personOf(random, "PT"), email: `m${random.digits(9)}@gmail.com` };
    const plan = planOf(random, { ...merchant, hotels: [hotel] }, at, { person });
    const { sent } = book(random, { ...plan, browser: null }, at);
    const outcome = random.chance(0.5) ? "fraud" : "legitimate";
    twin[0]!.decide(sent, at);
    twin[1]!.decide(sent, at, { outcome: { outcome, reportedAt: at + hourMs } });
  }
  return at + dayMs;
}
