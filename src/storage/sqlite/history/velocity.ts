/** Velocity: earlier attempts and outcomes, from `history.db` and from what it does not have yet. */
import type { Database } from "bun:sqlite";
import type { NewDecision } from "../../port/decisions.ts";
import type { History, Identities, Moment } from "../../port/velocity.ts";
import { sharedRead } from "../shared-read.ts";
import { FirstSeenReads } from "./first-seen-reads.ts";
import { HotIdentities, type HotLimits } from "./hot-identities.ts";
import { HotelDayReads } from "./hotel-day-reads.ts";
import { IdentityFilter } from "./identity-filter.ts";
import { KnownIdentities } from "./known-identities.ts";
import { type Changes, followRecent } from "./recent.ts";
import { ReportReads } from "./report-reads.ts";
import { SightingReads } from "./sighting-reads.ts";

interface VelocityFiles extends Changes {
  events: Database;
  history: Database;
  /** Reads the identities that `history.db` has, on another thread, and calls back once, or never. */
  readIdentities: (whenRead: (identities: IdentityFilter) => void) => void;
}

/** Velocity in the thread that decides. */
export interface VelocityReads {
  /** As the port says. */
  asOf(projectId: string, identities: Identities, since: number, before: Moment): History;
  /** Called with each decision that this process has committed, before anybody else learns of it. */
  committed(seq: number, decision: NewDecision): void;
}

/**
 * At most some 230 MB: all hotels of a large project, its frequent names, and everything else that is
 * busy. With 20,000 identities, 10,000 projects dropped and read again three for each decision. With a
 * million sightings, a project with 10 million decisions, 5000 hotels and 10,000 names did the same: at
 * 160 each they need 2.4 million, and 600 µs of the 800 of a decision went into reading them again.
 */
const hotLimits: HotLimits = { identities: 50_000, sightings: 2_500_000 };

export function velocityReads({
  events,
  history,
  readIdentities,
  ...changes
}: VelocityFiles): VelocityReads {
  // Without a change mark, since what this transaction does not see yet is in memory.
  const beginRead = sharedRead(history);
  const hot = new HotIdentities(hotLimits);
  const known = new KnownIdentities();
  const sightings = new SightingReads(history, hot, known);
  const firstSeen = new FirstSeenReads(history, known);
  const reports = new ReportReads(history);
  const days = new HotelDayReads(history);
  const recent = followRecent(events, history, changes, {
    started: (progress) => {
      days.started(progress);
      if (progress.decisionsTo === 0)
        known.stored(IdentityFilter.for(0)); // Nothing is on file.
      else readIdentities((identities) => known.stored(identities));
    },
    attempt: (attempt) => {
      hot.add(attempt);
      days.attempt(attempt);
    },
    dropped: (identities) => known.add(identities),
    report: (report) => {
      reports.logged(report);
      days.report(report);
    },
  });
  return {
    asOf(projectId, identities, since, before) {
      beginRead();
      // Memory drops only what this transaction sees: nothing that the indexer moves is missed.
      const log = recent.now();
      return {
        sightings: sightings.find(log.attempts, projectId, identities, since, before),
        firstSeen: firstSeen.find(log.attempts, projectId, identities, before.at),
        outcomes: reports.counts(log.reports, projectId, identities, before.at),
        days: days.find(projectId, identities.hotel, before.at),
      };
    },
    committed(seq, { decision: { projectId, riskScore }, identities, sighting }) {
      const answered = { ...sighting, score: riskScore };
      recent.committed({ seq, projectId, identities, sighting: answered });
    },
  };
}
