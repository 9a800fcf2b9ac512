/** Velocity: earlier attempts and outcomes, from `history.db` and from what it does not have yet. */
import type { Database } from "bun:sqlite";
import type { VelocityStore } from "../../velocity.ts";
import type { Operations } from "../operations.ts";
import { FirstSeenReads } from "./first-seen-reads.ts";
import { HotIdentities } from "./hot-identities.ts";
import { followRecent } from "./recent.ts";
import { ReportReads } from "./report-reads.ts";
import { SightingReads } from "./sighting-reads.ts";

interface VelocityFiles {
  events: Database;
  history: Database;
  /** Whether `events.db` may have changed since the last call. */
  eventsChanged: () => boolean;
}

export const reads = {
  asOf: ({ events, history, eventsChanged }) => {
    const hot = new HotIdentities();
    const sightings = new SightingReads(history, hot);
    const firstSeen = new FirstSeenReads(history);
    const reports = new ReportReads(history);
    const recent = followRecent(events, history, eventsChanged, {
      attempt: (attempt) => hot.add(attempt),
      report: (report) => reports.logged(report),
    });
    return (projectId, identities, since, before) => {
      // Memory before the file: what the indexer moves in between is then found twice, not missed.
      const log = recent();
      return {
        sightings: sightings.find(log.attempts, projectId, identities, since, before),
        firstSeen: firstSeen.find(log.attempts, projectId, identities, before.at),
        outcomes: reports.counts(log.reports, projectId, identities, before.at),
      };
    };
  },
} satisfies Operations<VelocityStore, VelocityFiles>;
