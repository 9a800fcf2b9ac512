/** What one decision shares with others. */
import type { Database } from "bun:sqlite";
import {
  type LinkCount,
  type LinkedDecision,
  type LinkKind,
  linkKinds,
  linkLimits,
} from "../../search.ts";
import type { Moment } from "../../velocity.ts";
import type { Kept } from "../events/attempt-log.ts";
import { projectNumber } from "../history/project-number.ts";
import type { Filed } from "./filtered-scan.ts";
import { kindsReader, listedReader, projectReader } from "./reads.ts";

type Asked = Record<"project" | "hash" | "identity" | "at" | "tie" | "limit", number>;

/** Of a row that was filed between two reads. */
const unknownKind = { seen: false, outcome: null };

export function linkReads(events: Database, history: Database) {
  const project = projectReader(history);
  const kindsOf = kindsReader(history);
  const listed = listedReader(events);
  const found = events.query<{ at: number; kept: string }, [string, string]>(
    "SELECT decided_at AS at, identities AS kept FROM decisions WHERE project_id = ? AND id = ?",
  );
  const keptOf = events.query<{ kept: string }, [number]>(
    "SELECT identities AS kept FROM decisions WHERE seq = ?",
  );
  const count = history.query<{ count: number }, number[]>(
    `SELECT count(*) AS count FROM (SELECT 1 FROM sightings
     WHERE project = ? AND identity = ? AND at BETWEEN ? AND ? LIMIT ?)`,
  );
  const side = (order: string) =>
    history.query<Filed, Asked>(
      `SELECT f.at, f.tie, f.seq, f.kind FROM sightings AS s CROSS JOIN filed AS f
         ON f.project = $project AND f.at = s.at AND f.tie = s.tie
       WHERE s.project = $hash AND s.identity = $identity AND ${order} LIMIT $limit`,
    );
  const earlier = side("(s.at, s.tie) < ($at, $tie) ORDER BY s.at DESC, s.tie DESC");
  const later = side("(s.at, s.tie) > ($at, $tie) ORDER BY s.at, s.tie");

  /** The nearest in time. */
  const nearest = (asked: Asked): Filed[] =>
    [...earlier.all(asked), ...later.all(asked)]
      .sort((a, b) => Math.abs(a.at - asked.at) - Math.abs(b.at - asked.at))
      .slice(0, asked.limit);

  return {
    linked(
      projectId: string,
      decisionId: string,
      withinMs: number,
    ): { counts: LinkCount[]; decisions: LinkedDecision[] } | null {
      const one = found.get(projectId, decisionId);
      if (!one) return null;
      const { tie, identities } = JSON.parse(one.kept) as Kept;
      const place: Moment = { at: one.at, tie };
      const hash = projectNumber(projectId);
      const number = project(projectId) ?? 0;
      const counts: LinkCount[] = [];
      const rows = new Map<number, Filed>();
      for (const kind of linkKinds) {
        const identity = identities[kind];
        if (identity === undefined) continue;
        const among = (from: number, to: number) =>
          othersAmong(count.get(hash, identity, from, to, linkLimits.counted + 1)!.count);
        const within = among(one.at - withinMs, one.at + withinMs);
        counts.push({ kind, within, ever: among(0, Number.MAX_SAFE_INTEGER) });
        const asked = { project: number, hash, identity, ...place, limit: linkLimits.listed };
        for (const row of nearest(asked)) rows.set(row.seq, row);
      }
      const inOrder = [...rows.values()].sort((a, b) => a.at - b.at || a.tie - b.tie);
      const kinds = new Map(kindsOf(number).map((kind) => [kind.id, kind]));
      const decisions = inOrder.flatMap((row) => {
        const [decision] = listed(projectId, [row], (kind) => kinds.get(kind) ?? unknownKind);
        if (!decision) return [];
        const theirs = (JSON.parse(keptOf.get(row.seq)!.kept) as Kept).identities;
        return [
          { ...decision, shares: linkKinds.filter((kind) => isShared(kind, identities, theirs)) },
        ];
      });
      return { counts, decisions };
    },
  };
}

/** The decision itself is among them, as soon as it is filed. */
function othersAmong(counted: number): number {
  return Math.min(linkLimits.counted, Math.max(0, counted - 1));
}

function isShared(kind: LinkKind, a: Kept["identities"], b: Kept["identities"]): boolean {
  return a[kind] !== undefined && a[kind] === b[kind];
}
