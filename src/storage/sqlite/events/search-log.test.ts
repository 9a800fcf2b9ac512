import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decisionFixture, groupOf } from "../../../../test/fixtures/storage/decision.ts";
import { type NewDecision, searchedBy } from "../../port/decisions.ts";
import { openForWriting } from "../open.ts";
import { connectionTo } from "../operations.ts";
import { decisionWriter } from "./decision-rows.ts";
import { type LoggedDecision, loggedDecisions, logReader } from "./search-log.ts";

const folder = mkdtempSync(join(tmpdir(), "booking-risk-search-log-"));
const events = openForWriting(folder, "events");
const write = decisionWriter(connectionTo(events));
const readLog = logReader(events);
const decisionsOf = loggedDecisions(events);
const read = (after: number, max: number) => decisionsOf(readLog(after, max));
afterAll(() => {
  events.close();
  rmSync(folder, { recursive: true });
});

const network = (country: string | null) => ({ country, timeZone: null });
const requests = [
  {
    hotel: { name: "H", country: "PT", referenceId: "r", giataId: "1" },
    billing: { country: "DE" },
  },
  { hotel: { name: 'Größe "x"', country: "US" } },
  { hotel: { name: "H", country: "PT" }, billing: { addressLine: "A" } },
];
const evidences = [
  { collection: null, network: null },
  { collection: { userAgents: ['","network":{"country":"XX"'] }, network: network("FR") },
  { collection: {}, network: network(null) },
  { collection: null, network: network("GB") },
];
const cases = requests.flatMap((request) => evidences.map((evidence) => ({ request, evidence })));

/** The decision that is read back, without its place in the log. */
function readBack(added: NewDecision): Omit<LoggedDecision, "seq" | "at" | "requestId"> {
  const seq = write(groupOf([added]), 0);
  const { seq: _, at: __, requestId: ___, ...rest } = read(seq - 1, 1)[0]!;
  return rest;
}

let at = 0;
function decisionOf(request: object, evidence: object): NewDecision {
  at++;
  const made = decisionFixture("prj_1", `dec_${at}`, at, { email: 7, hotel: 9 });
  const stored = { request: JSON.stringify(request), evidence: JSON.stringify(evidence) };
  return { ...made, decision: { ...made.decision, ...stored }, phoneCountry: "ES" };
}

test.each(cases)(
  "is the same from the identities as from the input: %j",
  ({ request, evidence }) => {
    const older = readBack(decisionOf(request, evidence));
    const { collection, network } = evidence;
    const by = searchedBy(request, collection !== null, network?.country ?? null);
    const newer = readBack({ ...decisionOf(request, evidence), searchedBy: by });
    expect({ ...newer, tie: 0 }).toEqual({ ...older, tie: 0 });
    expect(newer.kind.seen).toBe(collection !== null);
    expect(newer.hotel.name).toBe(request.hotel.name);
    expect(newer.countries).toEqual({
      billing: request.billing?.country ?? null,
      phone: "ES",
      network: network?.country ?? null,
    });
  },
);

test("an input that is not JSON is read as an empty one", () => {
  const made = decisionOf({}, {});
  const broken = { ...made.decision, request: "{", evidence: '{"collection":{' };
  const { kind, hotel, countries } = readBack({ ...made, decision: broken });
  expect(kind.seen).toBe(false);
  expect(hotel).toEqual({ name: "", country: "", referenceId: "", giataId: "" });
  expect(countries).toEqual({ billing: null, phone: "ES", network: null });
});

test("rows are kept for one more reader at the same place, and read again after that", () => {
  const first = write(groupOf([decisionOf({}, {})]), 0);
  const rows = readLog(first - 1, 10);
  expect(rows.map(({ seq }) => seq)).toEqual([first]);
  const second = write(groupOf([decisionOf({}, {})]), 0);
  expect(readLog(first - 1, 10)).toBe(rows);
  expect(readLog(first - 1, 10).map(({ seq }) => seq)).toEqual([first, second]);
  expect(readLog(first - 1, 1).map(({ seq }) => seq)).toEqual([first]); // Not more than are asked for.
  expect(readLog(second, 10)).toEqual([]);
  const third = write(groupOf([decisionOf({}, {})]), 0);
  expect(readLog(second, 10).map(({ seq }) => seq)).toEqual([third]);
});
