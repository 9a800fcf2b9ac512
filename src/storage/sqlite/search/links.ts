/** Decisions that share an identity with a given one, and all that is known of an identity. */
import type { Database } from "bun:sqlite";
import { linkedIdentities } from "../../port/linked-identities.ts";
import {
  type IdentityFigures,
  identityLimits,
  type LinkCount,
  type LinkKind,
  linkKinds,
  linkLimits,
  type SearchStore,
} from "../../port/search.ts";
import { byOrder } from "../../port/sighting.ts";
import type { Identities } from "../../port/velocity.ts";
import type { StoredIdentities } from "../events/attempt-log.ts";
import { projectNumbers } from "../history/project-numbers.ts";
import type { Operations } from "../operations.ts";
import type { IndexedDecision } from "./filtered-scan.ts";
import { kindsReader, listedReader, type SearchFiles } from "./list.ts";

/** Of a row that was indexed between two reads. */
const unknownKind = { seen: false, outcome: null };

export const searches = {
  linked: ({ events: { database: events }, history: { database: history } }) => {
    const numberOf = projectNumbers(history);
    const kindsOf = kindsReader(history);
    const listed = listedReader(events);
    const one = events.query<{ at: number; stored: string }, [string, string]>(
      "SELECT decided_at AS at, identities AS stored FROM decisions WHERE project_id = ? AND id = ?",
    );
    const storedBySeq = events.query<{ stored: string }, [number]>(
      "SELECT identities AS stored FROM decisions WHERE seq = ?",
    );
    const count = othersCounter(history);
    const nearest = nearestFinder(history);

    return (projectId, decisionId, withinMs) => {
      const row = one.get(projectId, decisionId);
      if (!row) return null;
      const { at } = row;
      const { tie, identities } = JSON.parse(row.stored) as StoredIdentities;
      const project = numberOf(projectId) ?? 0; // No project has the number 0: nothing is found.
      const counts: LinkCount[] = [];
      const found = new Map<number, IndexedDecision>();
      for (const kind of linkKinds) {
        const identity = identities[kind];
        if (identity === undefined) continue;
        const within = count(project, identity, at - withinMs, at + withinMs);
        counts.push({ kind, within, ever: count(project, identity, 0, Number.MAX_SAFE_INTEGER) });
        const place = { project, identity, at, tie };
        for (const other of nearest(place)) found.set(other.seq, other);
      }
      const kinds = new Map(kindsOf(project).map((kind) => [kind.id, kind]));
      const kindOf = (kind: number) => kinds.get(kind) ?? unknownKind;
      const decisions = [...found.values()].sort(byOrder).flatMap((other) => {
        const [decision] = listed(projectId, [other], kindOf);
        if (!decision) return [];
        const stored = JSON.parse(storedBySeq.get(other.seq)!.stored) as StoredIdentities;
        return [{ ...decision, shares: shared(identities, stored.identities) }];
      });
      return { counts, decisions };
    };
  },

  identityOf: ({ events: { database } }) => {
    const one = database.query<{ stored: string }, [string, string]>(
      "SELECT identities AS stored FROM decisions WHERE project_id = ? AND id = ?",
    );
    return (projectId, decisionId, kind) => {
      const row = one.get(projectId, decisionId);
      return row ? ((JSON.parse(row.stored) as StoredIdentities).identities[kind] ?? null) : null;
    };
  },

  identity: ({ events: { database: events }, history: { database: history } }) => {
    const numberOf = projectNumbers(history);
    const kindsOf = kindsReader(history);
    const one = events.query<{ decisionId: string; stored: string }, [number, string]>(
      "SELECT id AS decisionId, identities AS stored FROM decisions WHERE seq = ? AND project_id = ?",
    );
    const newest = newestFinder(history);
    const first = history.query<{ at: number }, [number, number]>(
      `SELECT s.at FROM sightings AS s CROSS JOIN filed AS f
         ON f.project = s.project AND f.at = s.at AND f.tie = s.tie
       WHERE s.project = ? AND s.identity = ? ORDER BY s.at, s.tie LIMIT 1`,
    );
    return (projectId, identity, kind) => {
      const project = numberOf(projectId);
      const found = project === null ? [] : newest(project, identity, identityLimits.tallied);
      if (project === null || found.length === 0) return null;
      const kinds = new Map(kindsOf(project).map((one) => [one.id, one]));
      const counts = new Map<string, IdentityFigures["tallies"][number]>();
      for (const row of found) {
        const of = kinds.get(row.kind);
        if (!of) continue; // It was indexed between two reads.
        const { suggestedAction, outcome } = of;
        const key = `${suggestedAction} ${outcome}`;
        const known = counts.get(key);
        if (known) known.count++;
        else counts.set(key, { suggestedAction, outcome, count: 1 });
      }
      const linked = found.slice(0, identityLimits.linked).flatMap(({ seq }) => {
        const row = one.get(seq, projectId); // Null where it was erased in the meantime.
        if (!row) return [];
        const { identities } = JSON.parse(row.stored) as StoredIdentities;
        return [{ decisionId: row.decisionId, identities }];
      });
      return {
        firstAt: first.get(project, identity)!.at,
        lastAt: found[0]!.at,
        tallies: [...counts.values()],
        linked: linkedIdentities(linked, kind),
      };
    };
  },
} satisfies Operations<SearchStore, SearchFiles>;

/** @returns a function that counts the other decisions with an identity in a range of time. */
function othersCounter(history: Database) {
  const count = history.query<{ count: number }, number[]>(
    `SELECT count(*) AS count FROM (SELECT 1 FROM sightings
     WHERE project = ? AND identity = ? AND at BETWEEN ? AND ? LIMIT ?)`,
  );
  return (project: number, identity: number, from: number, to: number): number => {
    const counted = count.get(project, identity, from, to, linkLimits.counted + 1)!.count;
    // The decision itself is among them, as soon as it is indexed.
    return Math.min(linkLimits.counted, Math.max(0, counted - 1));
  };
}

type Place = Record<"project" | "identity" | "at" | "tie", number>;

/** @returns a function that finds the decisions with an identity that are nearest in time. */
function nearestFinder(history: Database) {
  const side = (order: string) =>
    history.query<IndexedDecision, Place & { limit: number }>(
      `SELECT f.at, f.tie, f.seq, f.kind FROM sightings AS s CROSS JOIN filed AS f
         ON f.project = $project AND f.at = s.at AND f.tie = s.tie
       WHERE s.project = $project AND s.identity = $identity AND ${order} LIMIT $limit`,
    );
  const earlier = side("(s.at, s.tie) < ($at, $tie) ORDER BY s.at DESC, s.tie DESC");
  const later = side("(s.at, s.tie) > ($at, $tie) ORDER BY s.at, s.tie");
  const limit = linkLimits.listed;
  return (place: Place): IndexedDecision[] =>
    [...earlier.all({ ...place, limit }), ...later.all({ ...place, limit })]
      .sort((a, b) => Math.abs(a.at - place.at) - Math.abs(b.at - place.at))
      .slice(0, limit);
}

/** @returns a function that finds the newest decisions with an identity. */
function newestFinder(history: Database) {
  const query = history.query<IndexedDecision, [number, number, number]>(
    `SELECT f.at, f.tie, f.seq, f.kind FROM sightings AS s CROSS JOIN filed AS f
       ON f.project = s.project AND f.at = s.at AND f.tie = s.tie
     WHERE s.project = ? AND s.identity = ? ORDER BY s.at DESC, s.tie DESC LIMIT ?`,
  );
  return (project: number, identity: number, limit: number) => query.all(project, identity, limit);
}

function shared(a: Identities, b: Identities): LinkKind[] {
  return linkKinds.filter((kind) => a[kind] !== undefined && a[kind] === b[kind]);
}
