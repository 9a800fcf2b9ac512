import { hash } from "node:crypto";
import { and, asc, eq, getTableColumns, gt, inArray } from "drizzle-orm";
import { decisionUses } from "../../drizzle/decisions.ts";
import {
  type DecisionRecord,
  type DecisionStore,
  type IdempotencyRecord,
  type NewDecision,
  PassUsed,
  type SearchedBy,
  type SearchedRequest,
  searchedBy,
} from "../../port/decisions.ts";
import { requestNumber } from "../../port/request-number.ts";
import { StorageUnavailable } from "../../port/store.ts";
import type { Connection } from "../connection.ts";
import { type GroupWriter, groupWriter } from "../group-writer.ts";
import { jsonParameter } from "../json-parameter.ts";
import type { OpenAttempts } from "../open-attempts.ts";
import { importPartitions } from "../partitions.ts";
import { methodsOf } from "../perform.ts";
import { sightingText } from "../sighting-text.ts";
import { identityList } from "../velocity.ts";
import { decisions, featureSets, idempotency, outcomes, passUses } from "./schema.ts";

/** Decisions of one round trip: some 500 kB. */
const groupMax = 128;
/** Groups under way at once: while one waits for the disk, the next is computed. */
const groupsMax = 2;

const { tie: _, ...columns } = getTableColumns(decisions);
const uses = decisionUses({ decisions, outcomes });

/**
 * "used": its idempotency key is in use. "pass": its pass is, and it is still open. "lost": it is not open any
 * more, see open-attempts.ts.
 */
type Committed = "stored" | "used" | "pass" | "lost";

export type DecisionWriter = GroupWriter<NewDecision, Committed>;

export function decisionWriter(
  connection: Connection,
  attempts: Pick<OpenAttempts, "isOpen" | "ended">,
): DecisionWriter {
  const { sql } = connection;
  const createPartitions = importPartitions(connection);
  return groupWriter(
    async (group) => {
      const opened = group.map(attempts.isOpen);
      const imported = group.filter((_, n) => !opened[n]);
      if (imported.length > 0) await createPartitions(imported.map(({ sighting }) => sighting.at));
      const reviews = group.flatMap(({ review }, n) => (review ? { n, ...review } : []));
      const refused = await sql<{ n: number; refused: Exclude<Committed, "stored"> }>(
        `SELECT n, refused FROM ${commitFunction(group, reviews.length > 0)}`,
        [
          jsonParameter(group.map(rowOf)),
          jsonParameter(group.map((one, n) => givenOf(one, n, opened[n]!))),
          jsonParameter(group.flatMap(({ outcome }, n) => (outcome ? { n, ...outcome } : []))),
          ...(reviews.length > 0 ? [jsonParameter(reviews)] : []),
        ],
      );
      const results = group.map((): Committed => "stored");
      for (const { n, refused: why } of refused) results[n] = why;
      // Or ended with the refusal.
      for (const [n, one] of group.entries()) {
        if (results[n] !== "pass") attempts.ended(one, results[n] === "stored");
      }
      return results;
    },
    { max: groupMax, under: groupsMax, nameOf: keyNameOf },
  );
}

/** Each does what the ones before it do, and takes longer. */
function commitFunction(group: readonly NewDecision[], hasReviews: boolean): string {
  if (hasReviews) return "commit_with_reviews_1($1, $2, $3, $4)";
  if (group.some(({ event }) => event)) return "commit_with_events_1($1, $2, $3)";
  const hasPasses = group.some(({ passId }) => passId);
  return `${hasPasses ? "commit_with_passes_1" : "commit_decisions_1"}($1, $2, $3)`;
}

/** Two decisions with one idempotency key are never in one group. */
function keyNameOf({ decision, idempotency }: NewDecision): string | null {
  return idempotency && `${decision.projectId} ${idempotency.keyHash}`;
}

/** By the names of the columns. */
function rowOf({ decision, sighting }: NewDecision): Record<string, string | number | null> {
  const row: Record<string, string | number | null> = { tie: sighting.tie };
  for (const [name, column] of Object.entries(columns)) {
    row[column.name] = decision[name as keyof DecisionRecord];
  }
  return row;
}

/** What `commit_decisions_1` takes besides the row. */
function givenOf(added: NewDecision, n: number, opened: boolean) {
  const { decision, identities, sighting, idempotency, idempotentSince } = added;
  const { projectId, id, requestId, riskScore, riskLevel, suggestedAction } = decision;
  const { riskSetting, source, modelName, modelVersion, modelProbability, probability } = decision;
  const { seen, hotel, countries } = added.searchedBy ?? searchedByInput(decision);
  return {
    ...{ n, project: projectId, id, at: sighting.at, tie: sighting.tie, opened },
    ...(!opened && { ids: identityList(identities), sighting: sightingText(sighting) }),
    ...{ riskScore, riskLevel, suggestedAction, riskSetting, source, modelName, modelVersion },
    modelProbability: modelProbability ?? probability,
    seen,
    request: requestNumber(projectId, requestId),
    hotel: identities.hotel ?? null,
    hotelHash: hash("sha256", JSON.stringify(hotel)),
    ...{ hotelName: hotel.name, hotelCountry: hotel.country },
    ...{ hotelReference: hotel.referenceId, hotelGiata: hotel.giataId },
    billingCountry: countries.billing,
    phoneCountry: added.phoneCountry ?? null,
    networkCountry: countries.network,
    ...(added.passId && { passId: added.passId }),
    ...(added.event && { event: added.event }),
    ...(idempotency && {
      keyHash: idempotency.keyHash,
      bodyHash: idempotency.bodyHash,
      usedAt: idempotency.createdAt,
      usedSince: idempotentSince,
    }),
  };
}

/** What it is searched by, from its input: of callers that do not say. */
function searchedByInput({ request, evidence }: DecisionRecord): SearchedBy {
  const { collection, network } = parsed<{
    collection: object | null;
    network: { country?: string | null } | null;
  }>(evidence);
  const seen = typeof collection === "object" && collection !== null;
  return searchedBy(parsed<SearchedRequest>(request), seen, network?.country ?? null);
}

function parsed<Read extends object>(json: string): Partial<Read> {
  try {
    return Object(JSON.parse(json)) as Partial<Read>;
  } catch {
    return {};
  }
}

export function decisionStore(connection: Connection, writer: DecisionWriter): DecisionStore {
  const { db } = connection;
  return {
    async commit(decision) {
      const committed = await writer.write(decision);
      if (committed === "lost") {
        throw new StorageUnavailable("the attempt took too long, and was closed");
      }
      if (committed === "pass") throw new PassUsed();
      return committed === "stored";
    },

    async find(projectId, id) {
      const one = and(eq(decisions.projectId, projectId), eq(decisions.id, id));
      return (await db.select(columns).from(decisions).where(one))[0] ?? null;
    },

    async known(projectId, ids) {
      const found = new Set<string>();
      for (let i = 0; i < ids.length; i += knownAtOnce) {
        const some = ids.slice(i, i + knownAtOnce);
        const rows = await db
          .select({ id: decisions.id })
          .from(decisions)
          .where(and(eq(decisions.projectId, projectId), inArray(decisions.id, some)));
        for (const { id } of rows) found.add(id);
      }
      return found;
    },

    after: async (projectId, id, limit) =>
      db
        .select(columns)
        .from(decisions)
        .where(and(eq(decisions.projectId, projectId), gt(decisions.id, id)))
        .orderBy(asc(decisions.id))
        .limit(limit),

    ...methodsOf(uses, connection),

    async findIdempotent(projectId, keyHash, since): Promise<IdempotencyRecord | null> {
      const one = and(eq(idempotency.projectId, projectId), eq(idempotency.keyHash, keyHash));
      const [row] = await db.select().from(idempotency).where(one);
      return row && row.createdAt >= since ? row : null;
    },

    async usedPasses(projectId, passIds) {
      const some = and(eq(passUses.projectId, projectId), inArray(passUses.passId, [...passIds]));
      const used = await db.select().from(passUses).where(some);
      return new Map(used.map(({ passId, decisionId }) => [passId, decisionId]));
    },

    async putFeatureSet(featureSet) {
      await db.insert(featureSets).values(featureSet).onConflictDoNothing();
    },

    findFeatureSet: async (id) =>
      (await db.select().from(featureSets).where(eq(featureSets.id, id)))[0] ?? null,
  };
}

/** A statement has at most 65,535 parameters. */
const knownAtOnce = 10_000;
