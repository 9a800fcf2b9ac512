import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { blankedRequest } from "../port/guests.ts";
import type { StoredIdentities } from "../sqlite/events/attempt-log.ts";
import { openForWriting } from "../sqlite/open.ts";
import { type SqliteDecision, storedIdentities, toPostgres } from "./decision-row.ts";

const folder = mkdtempSync(join(tmpdir(), "booking-risk-row-"));
const events = openForWriting(folder, "events");
afterAll(() => {
  events.close();
  rmSync(folder, { recursive: true });
});

const hotel = { name: "Hotel Mundial", country: "PT", referenceId: "", giataId: "7" };
const request = JSON.stringify({ hotel, billing: { country: "ES" } });
const evidence = '{"collection":{},"network":{"country":"FR"}}';
const identities = {
  email: 2 ** 51 + 5,
  hotel: 2 ** 40 + 3,
  recording: 2 ** 39,
  card: 2 ** 38 + 7,
};
const searchedBy = { seen: true, hotel, countries: { billing: "ES", network: "FR" } };
const whole: StoredIdentities = {
  tie: 9,
  identities,
  searchedBy,
  phoneCountry: "DE",
  stay: { city: -5, look: null, surname: 6, checkIn: 20_000, checkOut: 20_003, amount: -8 },
};

/** A row as SQLite has it: what older versions stored is read from its request. */
function rowOf(stored: StoredIdentities, more: Partial<SqliteDecision> = {}): SqliteDecision {
  const row = {
    project_id: "prj_1",
    id: "dec_1",
    decided_at: 1_700_000_000_000,
    request_id: "r1",
    risk_score: 5,
    risk_level: "low",
    suggested_action: "allow",
    risk_setting: "balanced",
    source: "api",
    model_name: "m",
    model_version: "1",
    model_sha256: "",
    feature_set: "",
    probability: 0.1,
    features: "[]",
    request,
    evidence,
    ...more,
  };
  events.run("DELETE FROM decisions");
  const names = [...Object.keys(row), "identities"];
  const values = [...Object.values(row), JSON.stringify(stored)] as (string | number)[];
  events.run(`INSERT INTO decisions (${names}) VALUES (${names.map(() => "?")})`, values);
  return events.query<SqliteDecision, []>("SELECT * FROM decisions").get()!;
}

const toRow = toPostgres(events);

test("a decision is in PostgreSQL's two rows, and comes back as it was", () => {
  const row = toRow(rowOf(whole));
  expect(row).toMatchObject({
    identities: `{${identities.email},NULL,NULL,NULL,NULL,NULL,NULL,NULL,${identities.hotel},NULL,${identities.recording},${identities.card}}`,
    sighting:
      "[1700000000000,9,20000,20003,5,null,null,null,null,null,null,null,3,null,-5,null,6,7,-8]",
    seen: true,
    hotel: identities.hotel,
    hotel_country: "PT",
    billing_country: "ES",
    phone_country: "DE",
    network_country: "FR",
    blanked: false,
    tie: 9,
  });
  expect(storedIdentities(row)).toEqual(whole);
});

test("an attempt without a card and an amount is as it was before there were any", () => {
  const { card: _, ...others } = identities;
  const { amount: __, ...stay } = whole.stay!;
  const plain = { ...whole, identities: others, stay };
  const row = toRow(rowOf(plain));
  expect((row.sighting as string).split(",")).toHaveLength(17);
  expect(storedIdentities(row)).toEqual(plain);
});

test("an older version stored no recordings", () => {
  const row = toRow(rowOf(whole));
  const older = { ...row, identities: `{${"NULL,".repeat(8)}7,NULL}` };
  expect(storedIdentities(older).identities).toEqual({ hotel: 7 });
});

test("what an older version did not store with it is taken from the request", () => {
  const row = toRow(rowOf({ tie: 9, identities }));
  expect(storedIdentities(row)).toEqual({
    tie: 9,
    identities,
    searchedBy,
    stay: { city: null, look: null, surname: null, checkIn: null, checkOut: null },
  });
});

test("of a blanked decision only what it is counted by is left", () => {
  const nameless = { name: "", country: "PT", referenceId: "", giataId: "" };
  const blanked: StoredIdentities = {
    tie: 9,
    identities: {},
    searchedBy: { ...searchedBy, hotel: nameless },
    phoneCountry: "DE",
    countedHotel: identities.hotel,
  };
  const row = toRow(rowOf(blanked, { request: blankedRequest, evidence: "{}", request_id: "" }));
  expect(row).toMatchObject({
    identities: null,
    sighting: "",
    request_number: null,
    hotel: identities.hotel,
    blanked: true,
    hotel_country: "PT",
  });
  expect(storedIdentities(row)).toEqual(blanked);
});
