import { hash } from "node:crypto";
import { and, asc, eq, getTableColumns, gt, inArray } from "drizzle-orm";
import { RecentValues } from "../../../base/recent-values.ts";
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
import { cachedHotels } from "../../port/hotel-days.ts";
import { requestNumber } from "../../port/request-number.ts";
import { StorageUnavailable } from "../../port/store.ts";
import { arrayParameter, places, textArrayParameter } from "../array-parameter.ts";
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
  const sent = sentHotels();
  return groupWriter(
    async (group) => {
      const imported = group.filter((one) => !attempts.isOpen(one));
      if (imported.length > 0) await createPartitions(imported.map(({ sighting }) => sighting.at));
      const searched = group.map((one) => one.searchedBy ?? searchedByInput(one.decision));
      const hotels = sent.newOf(group, searched);
      const parameters = [
        ...decisionArrays(group),
        ...attemptArrays(group, searched),
        ...listsOf(group, new Set(imported)),
        hotels.length > 0 ? jsonParameter(hotels.map(({ row }) => row)) : null,
      ];
      const refused = await sql<{ n: number; refused: Exclude<Committed, "stored"> }>(
        `SELECT n, refused FROM commit_decisions_2(${places(parameters.length)})`,
        parameters,
      );
      const results = group.map((): Committed => "stored");
      for (const { n, refused: why } of refused) results[n - 1] = why;
      sent.add(hotels.filter(({ row }) => row.ns.some((n) => results[n - 1] === "stored")));
      // Or ended with the refusal.
      for (const [n, one] of group.entries()) {
        if (results[n] !== "pass") attempts.ended(one, results[n] === "stored");
      }
      return results;
    },
    { max: groupMax, under: groupsMax, nameOf: keyNameOf },
  );
}

/** Two decisions with one idempotency key are never in one group. */
function keyNameOf({ decision, idempotency }: NewDecision): string | null {
  return idempotency && `${decision.projectId} ${idempotency.keyHash}`;
}

/** The columns of `decisions`, as `commit_decisions_2` takes them. */
function decisionArrays(group: readonly NewDecision[]): (string | Buffer)[] {
  const all = group.map(({ decision }) => decision);
  return [
    textArrayParameter(all.map(({ projectId }) => projectId)),
    textArrayParameter(all.map(({ id }) => id)),
    arrayParameter(group.map(({ sighting }) => sighting.at)),
    arrayParameter(group.map(({ sighting }) => sighting.tie)),
    textArrayParameter(all.map(({ source }) => source)),
    textArrayParameter(all.map(({ requestId }) => requestId)),
    textArrayParameter(all.map(({ keyId }) => keyId)),
    textArrayParameter(all.map(({ collectionId }) => collectionId)),
    arrayParameter(all.map(({ riskScore }) => riskScore)),
    textArrayParameter(all.map(({ riskLevel }) => riskLevel)),
    textArrayParameter(all.map(({ suggestedAction }) => suggestedAction)),
    textArrayParameter(all.map(({ riskSetting }) => riskSetting)),
    arrayParameter(all.map(({ probability }) => probability)),
    arrayParameter(all.map(({ modelProbability }) => modelProbability)),
    arrayParameter(all.map(({ projectBaseRate }) => projectBaseRate)),
    arrayParameter(all.map(({ modelBaseRate }) => modelBaseRate)),
    textArrayParameter(all.map(({ modelName }) => modelName)),
    textArrayParameter(all.map(({ modelVersion }) => modelVersion)),
    textArrayParameter(all.map(({ modelSha256 }) => modelSha256)),
    textArrayParameter(all.map(({ request }) => request)),
    textArrayParameter(all.map(({ evidence }) => evidence)),
    textArrayParameter(all.map(({ featureSet }) => featureSet)),
    textArrayParameter(all.map(({ features }) => features)),
    textArrayParameter(all.map(({ listMatches }) => listMatches)),
    textArrayParameter(all.map(({ controlGroup }) => controlGroup)),
    textArrayParameter(all.map(({ challenge }) => challenge)),
  ];
}

/** The columns of `attempts` that it takes besides. */
function attemptArrays(
  group: readonly NewDecision[],
  searched: readonly SearchedBy[],
): (string | Buffer)[] {
  return [
    arrayParameter(searched.map(({ seen }) => seen)),
    arrayParameter(
      group.map(({ decision }) => requestNumber(decision.projectId, decision.requestId)),
    ),
    arrayParameter(group.map(({ identities }) => identities.hotel)),
    textArrayParameter(searched.map(({ hotel }) => hotel.country)),
    textArrayParameter(searched.map(({ countries }) => countries.billing)),
    textArrayParameter(group.map(({ phoneCountry }) => phoneCountry)),
    textArrayParameter(searched.map(({ countries }) => countries.network)),
  ];
}

/** What only some decisions of a group have, each list with the number of its decision. */
function listsOf(
  group: readonly NewDecision[],
  imported: ReadonlySet<NewDecision>,
): (string | null)[] {
  const list = (of: (one: NewDecision) => object | null | undefined): string | null => {
    const all = group.flatMap((one, i) => {
      const found = of(one);
      return found ? [{ n: i + 1, ...found }] : [];
    });
    return all.length > 0 ? jsonParameter(all) : null;
  };
  return [
    list((one) => {
      if (!imported.has(one)) return null;
      return { identities: identityList(one.identities), sighting: sightingText(one.sighting) };
    }),
    list(({ idempotency, idempotentSince: usedSince }) => {
      if (!idempotency) return null;
      const { keyHash, bodyHash, createdAt: usedAt } = idempotency;
      return { keyHash, bodyHash, usedAt, usedSince };
    }),
    list(({ passId: pass }) => (pass ? { pass } : null)),
    list(({ outcome }) => outcome),
    list(({ event }) => event && { event }),
    list(({ review }) => review),
  ];
}

interface SentHotel {
  name: string;
  /** `ns`: the numbers of the group's decisions that have it. */
  row: { ns: number[]; hash: string } & SearchedBy["hotel"];
}

/** Hotels as they were sent, which this process has stored. They are never deleted. */
function sentHotels() {
  const stored = new RecentValues<true>(cachedHotels);
  return {
    newOf(group: readonly NewDecision[], searched: readonly SearchedBy[]): SentHotel[] {
      const found = new Map<string, SentHotel>();
      for (const [i, { decision, identities }] of group.entries()) {
        if (identities.hotel === undefined) continue;
        const { hotel } = searched[i]!;
        const json = JSON.stringify(hotel);
        const name = `${decision.projectId} ${identities.hotel} ${json}`;
        if (stored.get(name)) continue;
        const row = found.get(name)?.row ?? { ns: [], hash: hash("sha256", json), ...hotel };
        row.ns.push(i + 1);
        found.set(name, { name, row });
      }
      return [...found.values()];
    },
    add(hotels: readonly SentHotel[]): void {
      for (const { name } of hotels) stored.set(name, true);
    },
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
