/**
 * A decision in the form of each store: SQLite has what links and counts it as JSON in its column
 * `identities`, PostgreSQL in columns of `attempts`.
 */
import type { Database } from "bun:sqlite";
import { type SearchedRequest, searchedBy } from "../port/decisions.ts";
import { blankedRequest } from "../port/guests.ts";
import { requestNumber } from "../port/request-number.ts";
import { noTraits, type SightingValues, sightingOf, toSighting } from "../port/sighting.ts";
import { type Identities, indexedKinds } from "../port/velocity.ts";
import { arrayParameter } from "../postgres/array-parameter.ts";
import { sightingText } from "../postgres/sighting-text.ts";
import { identityList } from "../postgres/velocity.ts";
import type { StoredIdentities } from "../sqlite/events/attempt-log.ts";
import { type LogRow, loggedDecisions } from "../sqlite/events/search-log.ts";
import type { Row } from "./tables.ts";

/** A row of SQLite's table. */
export type SqliteDecision = Row & { seq: number; identities: string };

/** @returns a function that turns SQLite's row into PostgreSQL's two. */
export function toPostgres(events: Database): (row: SqliteDecision) => Row {
  const loggedOf = loggedDecisions(events);
  return (row) => {
    const { seq: _, identities: json, ...columns } = row;
    const stored = JSON.parse(json) as StoredIdentities;
    const [logged] = loggedOf([logRow(row, stored)]);
    const { identities, hotel, countries, kind } = logged!;
    const blanked = row.request === blankedRequest;
    const moment = { at: row.decided_at as number, tie: stored.tie };
    const sighting = sightingOf(stored.identities, { ...noTraits, ...stored.stay }, moment);
    return {
      ...columns,
      tie: stored.tie,
      identities: blanked ? null : arrayParameter(identityList(stored.identities)),
      sighting: blanked ? "" : `[${moment.at},${moment.tie},${sightingText(sighting)}]`,
      seen: kind.seen,
      request_number: blanked
        ? null
        : requestNumber(row.project_id as string, row.request_id as string),
      hotel: identities.hotel ?? null,
      hotel_country: hotel.country,
      billing_country: countries.billing,
      phone_country: countries.phone,
      network_country: countries.network,
      blanked,
      repeats: true,
    };
  };
}

function logRow(row: SqliteDecision, stored: StoredIdentities): LogRow {
  return {
    seq: row.seq,
    projectId: row.project_id,
    at: row.decided_at,
    stored,
    requestId: row.request_id,
    riskScore: row.risk_score,
    riskLevel: row.risk_level,
    suggestedAction: row.suggested_action,
    riskSetting: row.risk_setting,
    source: row.source,
    modelName: row.model_name,
    modelVersion: row.model_version,
  } as LogRow;
}

/** PostgreSQL's two rows as what SQLite has in the column `identities`. */
export function storedIdentities(row: Row): StoredIdentities {
  const text = (name: string) => row[name] as string | null;
  const [billing, network] = [text("billing_country"), text("network_country")];
  const request = row.blanked ? {} : (JSON.parse(row.request as string) as SearchedRequest);
  const by = searchedBy(request, row.seen === true, network);
  const stored: StoredIdentities = {
    tie: row.tie as number,
    identities: identitiesOf(row),
    searchedBy: {
      ...by,
      hotel: { ...by.hotel, country: text("hotel_country") ?? "" },
      countries: { billing, network },
    },
  };
  const phoneCountry = text("phone_country");
  if (phoneCountry !== null) stored.phoneCountry = phoneCountry;
  if (row.blanked)
    return row.hotel === null ? stored : { ...stored, countedHotel: row.hotel as number };
  const { checkIn, checkOut, linked, amount } = toSighting(
    JSON.parse(row.sighting as string) as SightingValues,
  );
  const { city, look, surname } = linked;
  const stay = { city, look, surname, checkIn, checkOut };
  return { ...stored, stay: amount === null ? stay : { ...stay, amount } };
}

function identitiesOf(row: Row): Identities {
  if (row.identities === null) return {};
  const numbers = (row.identities as string).slice(1, -1).split(",");
  const found: Identities = {};
  for (const [i, kind] of indexedKinds.entries()) {
    // An older version stored fewer.
    const number = numbers[i] ?? "NULL";
    if (number !== "NULL") found[kind] = Number(number);
  }
  return found;
}
