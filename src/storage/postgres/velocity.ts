/** Earlier attempts and outcomes: read as of a moment, or of an attempt that is opened. */
import { type SightingValues, toSighting } from "../port/sighting.ts";
import {
  datedKinds,
  type FirstSeen,
  type History,
  type Identities,
  type IndexedKind,
  indexedKinds,
  type OutcomeCount,
  type ReportedKind,
  reportedKinds,
  type Sighting,
  type VelocityStore,
} from "../port/velocity.ts";
import { arrayParameter } from "./array-parameter.ts";
import type { Connection } from "./connection.ts";
import { hotelDayReads } from "./events/hotel-days.ts";

/** By kind, null where there is none: what the database's functions take. */
export const identityList = (identities: Identities): (number | null)[] =>
  indexedKinds.map((kind) => identities[kind] ?? null);

/** In the order of `reportedKinds`. */
export type CountedOutcomes = [
  fraud: number,
  legitimate: number,
  lastFraudAt: number | null,
  lastLegitimateAt: number | null,
][];

/** As `history_of_4` returns it: lists in the order of the kinds. */
interface HistoryText {
  sightings: (SightingValues[] | null)[];
  firstSeen: (number | null)[];
  outcomes: CountedOutcomes | null;
}

/** All but the days of the hotel. */
function historyFrom(text: string): Omit<History, "days"> {
  const { sightings, firstSeen, outcomes } = JSON.parse(text) as HistoryText;
  const found: Partial<Record<IndexedKind, Sighting[]>> = {};
  for (const [i, kind] of indexedKinds.entries()) {
    const all = sightings[i];
    if (all) found[kind] = all.map(toSighting);
  }
  const first: Record<string, number> = {};
  for (const [i, kind] of datedKinds.entries()) {
    const at = firstSeen[i];
    if (at !== null && at !== undefined) first[kind] = at;
  }
  return {
    sightings: found,
    firstSeen: first as FirstSeen,
    outcomes: outcomes && outcomeCounts(outcomes),
  };
}

export function outcomeCounts(counts: CountedOutcomes) {
  const found: Partial<Record<ReportedKind, OutcomeCount>> = {};
  for (const [i, kind] of reportedKinds.entries()) {
    const [fraud, legitimate, lastFraudAt, lastLegitimateAt] = counts[i]!;
    if (fraud + legitimate > 0) found[kind] = { fraud, legitimate, lastFraudAt, lastLegitimateAt };
  }
  return found;
}

export function velocityStore({ sql }: Pick<Connection, "sql">): VelocityStore {
  const days = hotelDayReads({ sql });
  return {
    async asOf(projectId, identities, since, { at, tie }) {
      const [row] = await sql<{ history: string; late: number }>(
        `SELECT history_of_4($1, $2::bigint[], $3, $4, $5) AS history,
           late_hotel_days_1($1) AS late`,
        [projectId, arrayParameter(identityList(identities)), since, at, tie],
      );
      const { history, late } = row!;
      return {
        ...historyFrom(history),
        days: await days.find(projectId, identities.hotel, at, late),
      };
    },
  };
}
