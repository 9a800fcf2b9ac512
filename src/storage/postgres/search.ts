/**
 * Finding and counting decisions, from the short rows of `attempts`. They are written with the decision:
 * nothing here is ever behind.
 */
import { dayMs, hourMs } from "../../base/durations.ts";
import {
  currencyMask,
  currencyNumber,
  sizeBits,
  sizeMask,
  stepsPerDoubling,
} from "../port/amount-bits.ts";
import type { AgedTelemetry } from "../port/collections.ts";
import { linkedIdentities } from "../port/linked-identities.ts";
import { type DatedReport, type ReportHistory, reportHistoryOf } from "../port/outcomes.ts";
import { requestNumber } from "../port/request-number.ts";
import {
  type Amounts,
  type DecisionFilter,
  type DecisionKind,
  type HotelRecord,
  type IdentityFigures,
  identityLimits,
  type LinkCount,
  type LinkedDecision,
  type LinkKind,
  type ListedDecision,
  linkKinds,
  linkLimits,
  type PlaceKind,
  type SearchStore,
} from "../port/search.ts";
import { byOrder } from "../port/sighting.ts";
import { type Identities, indexedKinds, type Moment } from "../port/velocity.ts";
import type { Connection, Sql } from "./connection.ts";
import { amountPlace } from "./sighting-text.ts";

const kindColumns = `a.risk_level AS "riskLevel", a.suggested_action AS "suggestedAction",
  a.risk_setting AS "riskSetting", a.source, a.model_name AS "modelName",
  a.model_version AS "modelVersion", a.seen, a.outcome`;
/** One that is being decided has no risk score yet. */
const decided = "a.risk_score IS NOT NULL";

const listedColumns = `d.project_id AS "projectId", d.id, d.decided_at AS at, d.tie, d.source,
  d.request_id AS "requestId", d.key_id AS "keyId", d.collection_id AS "collectionId",
  d.risk_score AS "riskScore", d.risk_level AS "riskLevel",
  d.suggested_action AS "suggestedAction", d.risk_setting AS "riskSetting", d.probability,
  d.model_name AS "modelName", d.model_version AS "modelVersion",
  d.model_sha256 AS "modelSha256", d.request, a.seen, a.outcome`;
const withDecision = "JOIN decisions AS d ON d.project_id = a.project_id AND d.id = a.id";

export function searchStore({ sql }: Connection): SearchStore {
  return {
    ...lists(sql),
    linked: (projectId, decisionId, withinMs) => linked(sql, projectId, decisionId, withinMs),
    identityOf: (projectId, decisionId, kind) => identityOf(sql, projectId, decisionId, kind),
    identity: (projectId, number, kind) => identity(sql, projectId, number, kind),
    ...figures(sql),
    reportHistory: (projectId) => reportHistory(sql, projectId),

    async telemetryBefore(projectId, receivedAt) {
      const [row] = await sql<AgedTelemetry>(
        `SELECT count(*) AS batches, min(received_at) AS "oldestAt" FROM batches
         WHERE project_id = $1 AND received_at < $2`,
        [projectId, receivedAt],
      );
      return row!;
    },

    backlog: async () => 0,
  };
}

type Values = (string | number | boolean | number[])[];

/** The conditions of a filter, and the values that they refer to by number. */
function conditionsOf(projectId: string, filter: DecisionFilter, before: Moment | null) {
  const values: Values = [projectId];
  const conditions = ["a.project_id = $1", decided];
  const value = (one: Values[number]) => `$${values.push(one)}`;
  const equal = (column: string, one: string | number | boolean | undefined) => {
    if (one !== undefined) conditions.push(`a.${column} = ${value(one)}`);
  };
  if (filter.from !== undefined) conditions.push(`a.at >= ${value(filter.from)}`);
  if (filter.to !== undefined) conditions.push(`a.at < ${value(filter.to)}`);
  if (before) {
    const at = value(before.at);
    conditions.push(`a.at <= ${at} AND (a.at, a.tie) < (${at}, ${value(before.tie)})`);
  }
  equal("at", filter.moment?.at);
  equal("tie", filter.moment?.tie);
  if (filter.requestId !== undefined) equal("request", requestNumber(projectId, filter.requestId));
  equal("risk_level", filter.riskLevel);
  equal("suggested_action", filter.suggestedAction);
  equal("risk_setting", filter.riskSetting);
  equal("source", filter.source);
  equal("model_name", filter.modelName);
  equal("model_version", filter.modelVersion);
  equal("seen", filter.seen);
  if (filter.scoreFrom !== undefined) conditions.push(`a.risk_score >= ${value(filter.scoreFrom)}`);
  if (filter.scoreTo !== undefined) conditions.push(`a.risk_score <= ${value(filter.scoreTo)}`);
  if (filter.outcomes) {
    const named = filter.outcomes.filter((one) => one !== null);
    const none = filter.outcomes.includes(null) ? "a.outcome IS NULL" : "false";
    conditions.push(`(a.outcome = ANY (${value(named as never)}::text[]) OR ${none})`);
  }
  for (const group of filter.identities ?? []) {
    // Of a decision whose sightings were deleted, the array has nothing either.
    conditions.push(`EXISTS (SELECT 1 FROM sightings AS s WHERE s.project_id = a.project_id
      AND s.identity = ANY (${value([...new Set(group)])}::bigint[]) AND s.at = a.at AND s.tie = a.tie)`);
  }
  return { values, where: conditions.join(" AND ") };
}

/** As `Sighting.amount`, from its place in a sighting's text. */
const amountText = `rtrim(split_part(a.sighting, ',', ${amountPlace}), ']')`;
const amountColumn = `nullif(nullif(${amountText}, ''), 'null')::bigint`;
const minorUnits = `exp(${Math.LN2 / stepsPerDoubling}::float8 * (${amountColumn} & ${sizeMask}))`;
const ofCurrency = `FILTER (WHERE (${amountColumn} >> ${sizeBits}) & ${currencyMask} = $4)`;
const amountSums = `, count(*) ${ofCurrency} AS known, sum(${minorUnits}) ${ofCurrency} AS sum,
  sum(${minorUnits} * ${minorUnits}) ${ofCurrency} AS squares`;

const newestFirst = "ORDER BY a.at DESC, a.tie DESC";

function lists(sql: Sql) {
  return {
    async list(projectId, filter, before, limit) {
      const { values, where } = conditionsOf(projectId, filter, before);
      values.push(limit);
      return sql<ListedDecision>(
        `SELECT ${listedColumns} FROM (SELECT * FROM attempts AS a WHERE ${where}
           ${newestFirst} LIMIT $${values.length}) AS a ${withDecision} ${newestFirst}`,
        values,
      );
    },

    async modelProbabilities(projectId, filter, limit) {
      const { values, where } = conditionsOf(projectId, filter, null);
      values.push(limit);
      type Row = DecisionKind & { at: number[]; probabilities: number[]; amounts: number[] };
      const rows = await sql<Row>(
        `SELECT ${kindColumns}, array_agg(a.at) AS at,
           array_agg(a.model_probability) AS probabilities,
           array_agg(coalesce(${amountColumn}, 0)) AS amounts
         FROM (SELECT * FROM attempts AS a WHERE ${where} ${newestFirst} LIMIT $${values.length}) AS a
         GROUP BY 1, 2, 3, 4, 5, 6, 7, 8`,
        values,
      );
      return rows.map(({ at, probabilities, amounts, ...kind }) => ({
        kind,
        at: Float64Array.from(at, Number),
        modelProbabilities: Float64Array.from(probabilities),
        amountBits: Int32Array.from(amounts, Number),
      }));
    },
  } satisfies Partial<SearchStore>;
}

/**
 * The attempt of each decision `d`, if it is still there. OFFSET keeps PostgreSQL from another order of the join,
 * in which statistics from before a project grew make it read all of the project's attempts.
 */
const withAttempt = `LEFT JOIN LATERAL (SELECT * FROM attempts AS a
    WHERE a.project_id = d.project_id AND a.at = d.decided_at AND a.tie = d.tie OFFSET 0) AS a ON true`;

async function linked(sql: Sql, projectId: string, decisionId: string, withinMs: number) {
  const [one] = await sql<Moment & { identities: StoredIdentities }>(
    `SELECT d.decided_at AS at, d.tie, a.identities FROM decisions AS d
     ${withAttempt}
     WHERE d.project_id = $1 AND d.id = $2`,
    [projectId, decisionId],
  );
  if (!one) return null;
  const { at, tie } = one;
  const own = identitiesIn(one.identities);
  const counts: LinkCount[] = [];
  const found = new Map<string, Moment>();
  for (const kind of linkKinds) {
    const identity = own[kind];
    if (identity === undefined) continue;
    const [count] = await sql<Omit<LinkCount, "kind">>(countLinks, [
      projectId,
      identity,
      at,
      tie,
      at - withinMs,
      at + withinMs,
    ]);
    counts.push({ kind, ...count! });
    const place = [projectId, identity, at, tie];
    const near = [...(await sql<Moment>(earlier, place)), ...(await sql<Moment>(later, place))]
      .sort((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))
      .slice(0, linkLimits.listed);
    for (const other of near) found.set(`${other.at} ${other.tie}`, other);
  }
  const decisions = await linkedDecisions(sql, projectId, [...found.values()], own);
  return { counts, decisions };
}

const counted = (range: string) => `least(${linkLimits.counted}, (SELECT count(*) FROM (
  SELECT 1 FROM sightings WHERE project_id = $1 AND identity = $2 AND (at, tie) <> ($3, $4) ${range}
  LIMIT ${linkLimits.counted}) AS others))`;
const countLinks = `SELECT ${counted("AND at BETWEEN $5 AND $6")} AS "within", ${counted("")} AS ever`;
const side = (condition: string, order: string) => `SELECT at, tie FROM sightings
  WHERE project_id = $1 AND identity = $2 AND ${condition} ORDER BY ${order}
  LIMIT ${linkLimits.listed}`;
const earlier = side("at <= $3 AND (at, tie) < ($3, $4)", "at DESC, tie DESC");
const later = side("at >= $3 AND (at, tie) > ($3, $4)", "at, tie");

async function linkedDecisions(
  sql: Sql,
  projectId: string,
  moments: readonly Moment[],
  own: Identities,
): Promise<LinkedDecision[]> {
  if (moments.length === 0) return [];
  const rows = await sql<ListedDecision & { identities: StoredIdentities }>(
    `SELECT ${listedColumns}, a.identities
     FROM unnest($2::bigint[], $3::bigint[]) AS asked (at, tie)
     JOIN attempts AS a ON a.project_id = $1 AND a.at = asked.at AND a.tie = asked.tie
     ${withDecision} WHERE ${decided}`,
    [projectId, moments.map(({ at }) => at), moments.map(({ tie }) => tie)],
  );
  return rows.sort(byOrder).map(({ identities, ...decision }) => {
    const theirs = identitiesIn(identities);
    const isShared = (kind: LinkKind) => own[kind] !== undefined && own[kind] === theirs[kind];
    return { ...decision, shares: linkKinds.filter(isShared) };
  });
}

async function identityOf(sql: Sql, projectId: string, decisionId: string, kind: LinkKind) {
  const [one] = await sql<{ identities: StoredIdentities }>(
    `SELECT a.identities FROM decisions AS d
     ${withAttempt}
     WHERE d.project_id = $1 AND d.id = $2`,
    [projectId, decisionId],
  );
  return one ? (identitiesIn(one.identities)[kind] ?? null) : null;
}

/** By place in `indexedKinds`. */
type StoredIdentities = (string | number | null)[] | null;

function identitiesIn(stored: StoredIdentities): Identities {
  const found: Identities = {};
  for (const [place, kind] of indexedKinds.entries()) {
    const identity = stored?.[place] ?? null;
    if (identity !== null) found[kind] = Number(identity);
  }
  return found;
}

/** The newest decisions with an identity, up to $3. */
const newestWith = `FROM (SELECT project_id, at AS decided_at, tie FROM sightings
    WHERE project_id = $1 AND identity = $2 ORDER BY at DESC, tie DESC LIMIT $3) AS d
  ${withAttempt} WHERE ${decided}`;

async function identity(
  sql: Sql,
  projectId: string,
  number: number,
  kind: LinkKind,
): Promise<IdentityFigures | null> {
  const [tallies, seen, rows] = await Promise.all([
    sql<IdentityFigures["tallies"][number]>(
      `SELECT a.suggested_action AS "suggestedAction", a.outcome, count(*) AS count ${newestWith}
       GROUP BY 1, 2`,
      [projectId, number, identityLimits.tallied],
    ),
    sql<{ firstAt: number; lastAt: number }>(
      `SELECT min(at) AS "firstAt", max(at) AS "lastAt" FROM sightings
       WHERE project_id = $1 AND identity = $2`,
      [projectId, number],
    ),
    sql<{ decisionId: string; identities: StoredIdentities }>(
      `SELECT a.id AS "decisionId", a.identities ${newestWith} ORDER BY a.at DESC, a.tie DESC`,
      [projectId, number, identityLimits.linked],
    ),
  ]);
  if (tallies.length === 0) return null;
  const linked = rows.map(({ decisionId, identities }) => {
    return { decisionId, identities: identitiesIn(identities) };
  });
  return { ...seen[0]!, tallies, linked: linkedIdentities(linked, kind) };
}

const hourFloor = (at: number) => Math.floor(at / hourMs) * hourMs;
const hourCeil = (at: number) => Math.ceil(at / hourMs) * hourMs;
const places: Readonly<Record<PlaceKind, string>> = {
  hotel: "hotel",
  hotelCountry: "hotel_country",
  billing: "billing_country",
  phone: "phone_country",
  network: "network_country",
};

function figures(sql: Sql) {
  return {
    async byScore(projectId, from, to, currency = null) {
      // The amount is read from a text, so only where it is asked for.
      const amounts = currency === null ? "" : amountSums;
      const values = [projectId, hourFloor(from), hourCeil(to)];
      const rows = await sql<DecisionKind & Amounts & { riskScore: number; count: number }>(
        `SELECT ${kindColumns}, a.risk_score AS "riskScore", count(*) AS count${amounts}
         FROM attempts AS a
         WHERE a.project_id = $1 AND ${decided} AND a.at >= $2 AND a.at < $3
         GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9`,
        currency === null ? values : [...values, currencyNumber(currency)],
      );
      return rows.map(({ riskScore, count, known, sum, squares, ...kind }) => {
        const isKnown = known > 0;
        return { kind, riskScore, count, ...(isKnown && { amounts: { known, sum, squares } }) };
      });
    },

    async byTime(projectId, from, to, step) {
      const rows = await sql<DecisionKind & { begins: number; count: number; scoreSum: number }>(
        `SELECT ${kindColumns}, a.at - a.at % $4 AS begins, count(*) AS count,
           sum(a.risk_score) AS "scoreSum" FROM attempts AS a
         WHERE a.project_id = $1 AND ${decided} AND a.at >= $2 AND a.at < $3
         GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 ORDER BY 9`,
        [projectId, hourFloor(from), hourCeil(to), step === "hour" ? hourMs : dayMs],
      );
      return rows.map(({ begins, count, scoreSum, ...kind }) => {
        return { kind, at: begins, count, scoreSum };
      });
    },

    async byPlace(projectId, place, { from, to }, limit) {
      const column = `a.${places[place]}`;
      const isPlace = place === "hotel" ? `${column} IS NOT NULL` : `${column} ~ '^[A-Z]{2}$'`;
      return sql(
        `SELECT ${column} AS place, count(*) AS decisions,
           count(*) FILTER (WHERE a.suggested_action = 'deny') AS denied
         FROM attempts AS a
         WHERE a.project_id = $1 AND ${decided} AND a.at >= $2 AND a.at < $3 AND ${isPlace}
         GROUP BY 1 ORDER BY decisions DESC, place LIMIT $4`,
        [projectId, Math.floor(from / dayMs) * dayMs, Math.ceil(to / dayMs) * dayMs, limit],
      );
    },

    hotels: (projectId) =>
      sql<HotelRecord>(
        `SELECT hotel, name, country, nullif(reference_id, '') AS "referenceId",
           nullif(giata_id, '') AS "giataId"
         FROM hotels WHERE project_id = $1 ORDER BY name COLLATE "C", country COLLATE "C", hotel`,
        [projectId],
      ),
  } satisfies Partial<SearchStore>;
}

async function reportHistory(sql: Sql, projectId: string): Promise<ReportHistory> {
  const rows = await sql<DatedReport>(
    `SELECT o.decision_id AS "decisionId", d.decided_at AS "decidedAt", o.outcome,
       o.reported_at AS "reportedAt"
     FROM outcomes AS o JOIN decisions AS d ON d.project_id = o.project_id AND d.id = o.decision_id
     WHERE o.project_id = $1 ORDER BY o.decision_id, o.seq`,
    [projectId],
  );
  return reportHistoryOf(rows);
}
