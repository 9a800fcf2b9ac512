/** An in-memory implementation of the store's history port: earlier attempts and their outcomes. */
import { isBefore } from "../../src/storage/port/sighting.ts";
import {
  type DatedKind,
  datedKinds,
  type History,
  type Identities,
  type IndexedKind,
  type OutcomeCount,
  type ReportedKind,
  reportedKinds,
  type Sighting,
  velocityLimits,
} from "../../src/storage/port/velocity.ts";

const { windowMs, sightingsPerIdentity, outcomesPerIdentity } = velocityLimits;

/** An outcome and the time of its report. */
interface Report {
  reportedAt: number;
  fraud: boolean;
}

/** Attempts must be added in chronological order, each after the query for its own history. */
export class MemoryHistory {
  readonly #byIdentity = new Map<number, Sighting[]>();
  /** The time of each identity's first attempt, Unix ms. */
  readonly #firstSeen = new Map<number, number>();
  /** Reports up to the time of the latest query, oldest first. */
  readonly #reports = new Map<number, Report[]>();
  /** Outcomes not yet reported at the time of the latest query; the earliest comes last. */
  readonly #pending: (Report & { project: string; identities: number[] })[] = [];
  /** Projects that had reported an outcome by then. */
  readonly #reporting = new Set<string>();

  /** The history of these identities as of the current attempt. */
  asOf(project: string, identities: Identities, current: Sighting): History {
    this.#report(current.at);
    const since = current.at - windowMs;
    const sightings: Partial<Record<IndexedKind, Sighting[]>> = {};
    for (const [kind, identity] of Object.entries(identities) as [IndexedKind, number][]) {
      const all = this.#byIdentity.get(identity) ?? [];
      const seen = all.filter((one) => one.at >= since && isBefore(one, current));
      if (seen.length > 0) sightings[kind] = seen.slice(-sightingsPerIdentity);
    }
    const firstSeen: Partial<Record<DatedKind, number>> = {};
    for (const kind of datedKinds) {
      const first = this.#firstSeen.get(identities[kind] ?? -1);
      if (first !== undefined) firstSeen[kind] = first;
    }
    if (!this.#reporting.has(project)) return { sightings, firstSeen, outcomes: null };
    const outcomes: Partial<Record<ReportedKind, OutcomeCount>> = {};
    for (const kind of reportedKinds) {
      const reports = this.#reports.get(identities[kind] ?? -1);
      if (reports) outcomes[kind] = countOf(reports.slice(-outcomesPerIdentity));
    }
    return { sightings, firstSeen, outcomes };
  }

  /** @param outcome what will be reported about it, and when. */
  add(
    project: string,
    identities: Identities,
    sighting: Sighting,
    outcome: Report | null = null,
  ): void {
    for (const identity of Object.values(identities)) {
      const known = this.#byIdentity.get(identity);
      if (!known) this.#byIdentity.set(identity, [sighting]);
      // Attempts beyond the limit are never returned, so they are discarded.
      else if (known.push(sighting) > 2 * sightingsPerIdentity) {
        known.splice(0, known.length - sightingsPerIdentity);
      }
    }
    for (const kind of datedKinds) {
      const identity = identities[kind];
      if (identity !== undefined && !this.#firstSeen.has(identity)) {
        this.#firstSeen.set(identity, sighting.at);
      }
    }
    if (outcome) this.#schedule(project, identities, outcome);
  }

  #schedule(project: string, identities: Identities, outcome: Report): void {
    const counted = reportedKinds.flatMap((kind) => identities[kind] ?? []);
    let low = 0;
    let high = this.#pending.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#pending[middle]!.reportedAt > outcome.reportedAt) low = middle + 1;
      else high = middle;
    }
    this.#pending.splice(low, 0, { ...outcome, project, identities: counted });
  }

  /** Advances to a time, counting all outcomes reported before it. */
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
  const legitimate = reports.filter(({ fraud }) => !fraud);
  return {
    fraud: frauds.length,
    legitimate: legitimate.length,
    lastFraudAt: frauds.at(-1)?.reportedAt ?? null,
    lastLegitimateAt: legitimate.at(-1)?.reportedAt ?? null,
  };
}
