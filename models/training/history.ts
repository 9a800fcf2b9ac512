/** Earlier attempts and their outcomes in memory, with the meaning that the store's port gives. */
import { isBefore } from "../../src/storage/sighting.ts";
import {
  type History,
  historyLimits,
  type Identities,
  type IdentityKind,
  type OutcomeCount,
  type OutcomeKind,
  outcomeKinds,
  type Sighting,
} from "../../src/storage/store.ts";

const { windowMs, sightingsPerIdentity, outcomesPerIdentity } = historyLimits;

/** What was learnt of an attempt, and when. */
interface Report {
  reportedAt: number;
  fraud: boolean;
}

/** Attempts are to be added in order of time, each after it was looked up. */
export class MemoryHistory {
  readonly #byIdentity = new Map<number, Sighting[]>();
  /** In the order of their time, up to the latest attempt looked up. */
  readonly #reports = new Map<number, Report[]>();
  /** Not reported yet when the latest attempt was looked up; the earliest last. */
  readonly #pending: (Report & { project: string; identities: number[] })[] = [];
  /** Projects that have reported an outcome by then. */
  readonly #reporting = new Set<string>();

  /** What was known of these identities when the attempt was made. */
  asOf(project: string, identities: Identities, current: Sighting): History {
    this.#report(current.at);
    const since = current.at - windowMs;
    const sightings: Partial<Record<IdentityKind, Sighting[]>> = {};
    for (const [kind, identity] of Object.entries(identities) as [IdentityKind, number][]) {
      const all = this.#byIdentity.get(identity) ?? [];
      const seen = all.filter((one) => one.at >= since && isBefore(one, current));
      if (seen.length > 0) sightings[kind] = seen.slice(-sightingsPerIdentity);
    }
    if (!this.#reporting.has(project)) return { sightings, outcomes: null };
    const outcomes: Partial<Record<OutcomeKind, OutcomeCount>> = {};
    for (const kind of outcomeKinds) {
      const reports = this.#reports.get(identities[kind] ?? -1);
      if (reports) outcomes[kind] = countOf(reports.slice(-outcomesPerIdentity));
    }
    return { sightings, outcomes };
  }

  /** @param outcome what will be reported of it, and when. */
  add(
    project: string,
    identities: Identities,
    sighting: Sighting,
    outcome: Report | null = null,
  ): void {
    for (const identity of Object.values(identities)) {
      const known = this.#byIdentity.get(identity);
      if (!known) this.#byIdentity.set(identity, [sighting]);
      // What nobody can see any more is not kept.
      else if (known.push(sighting) > 2 * sightingsPerIdentity) {
        known.splice(0, known.length - sightingsPerIdentity);
      }
    }
    if (outcome) this.#wait(project, identities, outcome);
  }

  #wait(project: string, identities: Identities, outcome: Report): void {
    const counted = outcomeKinds.flatMap((kind) => identities[kind] ?? []);
    let low = 0;
    let high = this.#pending.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#pending[middle]!.reportedAt > outcome.reportedAt) low = middle + 1;
      else high = middle;
    }
    this.#pending.splice(low, 0, { ...outcome, project, identities: counted });
  }

  /** Moves on to a time: what was reported before it counts from now on. */
  #report(at: number): void {
    while (this.#pending.length > 0 && this.#pending.at(-1)!.reportedAt < at) {
      const { project, identities, ...report } = this.#pending.pop()!;
      this.#reporting.add(project);
      for (const identity of identities) {
        const known = this.#reports.get(identity);
        if (known) known.push(report);
        else this.#reports.set(identity, [report]);
      }
    }
  }
}

function countOf(reports: readonly Report[]): OutcomeCount {
  const frauds = reports.filter(({ fraud }) => fraud);
  return {
    fraud: frauds.length,
    legitimate: reports.length - frauds.length,
    lastFraudAt: frauds.at(-1)?.reportedAt ?? null,
  };
}
