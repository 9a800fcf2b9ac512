/** The honest guests among whom the campaigns are. */
import { dayMs } from "../../../src/base/durations.ts";
import type { Attempt } from "../simulator/kind.ts";
import { seasonStart } from "../simulator/simulate.ts";
import { deniedAtMost, type Finding, medianAtMost } from "./case.ts";
import { rowsOf } from "./rows.ts";
import { warmDays } from "./season.ts";
import type { Answer } from "./service.ts";
import type { Row } from "./table.ts";

const all = "all";
const unseen = "the script did not run";
const guests = {
  name: "honest guests of the background",
  lines: [
    { name: all, goals: [deniedAtMost(0.005)] },
    { name: unseen, goals: [medianAtMost(35), deniedAtMost(0.005)] },
  ],
};
const warmFrom = seasonStart + warmDays * dayMs;

/** Collects the scores of honest bookings; those of an episode are not independent. */
export class Background {
  readonly #scores = { [all]: new Map<string, number[]>(), [unseen]: new Map<string, number[]>() };
  #season = 0;

  begin(): void {
    this.#season += 1;
  }

  see({ at, fraud, kind, episode, telemetry }: Attempt, { score }: Answer): void {
    if (fraud || at < warmFrom) return;
    const key = `${this.#season}/${kind}/${episode}`;
    append(this.#scores[all], key, score);
    if (telemetry.length === 0) append(this.#scores[unseen], key, score);
  }

  rows(): Row[] {
    const findings = Object.entries(this.#scores).flatMap(([line, episodes]) =>
      [...episodes.values()].map((scores): Finding => ({ line, scores })),
    );
    return rowsOf(guests, findings);
  }
}

function append(to: Map<string, number[]>, key: string, score: number): void {
  const known = to.get(key);
  if (known) known.push(score);
  else to.set(key, [score]);
}
