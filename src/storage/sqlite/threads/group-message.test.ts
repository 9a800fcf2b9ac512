import { expect, test } from "bun:test";
import { decisionFixture, groupOf } from "../../../../test/fixtures/storage/decision.ts";
import type { BatchRecord, CollectionRecord } from "../../port/collections.ts";
import {
  type Append,
  answerValues,
  appendOutcome,
  groupFrom,
  groupValues,
} from "./group-message.ts";

const collection = (version: number): CollectionRecord => ({
  projectId: "prj_1",
  id: `col_${version}`,
  version,
  summary: `{"batches":${version}}`,
});
const batch = (sequence: number): BatchRecord => ({
  sequence,
  receivedAt: 1_800_000_000_000 + sequence,
  ip: "192.0.2.1",
  userAgent: "",
  body: `{"sequence":${sequence}}`,
  headers: sequence % 2 ? "{}" : null,
});
const decision = (at: number) => decisionFixture("prj_1", `dec_${at}`, at, { email: 7 });

test("a group arrives as it was sent, appends after the other operations", () => {
  const decisions = [decision(1), { ...decision(2), phoneCountry: "PT" }];
  const appends: Append[] = [
    [collection(1), batch(0)],
    [collection(2)],
    [collection(3), batch(1), batch(2), batch(3)],
  ];
  const write = { name: "keys.revoke" as const, args: ["key_1", 1] };
  const { more } = groupOf(decisions);
  const values = structuredClone(groupValues(decisions, appends));
  expect(groupFrom(values, { more, operations: [write] })).toEqual({
    decisions: groupOf(decisions),
    operations: [write, ...appends.map((args) => ({ name: "collections.append" as const, args }))],
  });
});

test("a group may have only one kind of them, or none", () => {
  expect(groupFrom(groupValues([], []), null)).toEqual({
    decisions: { values: [], more: [] },
    operations: [],
  });
  expect(groupFrom(groupValues([decision(1)], []), null).decisions).toEqual(groupOf([decision(1)]));
  const { operations } = groupFrom(groupValues([], [[collection(1), batch(0)]]), null);
  expect(operations).toEqual([{ name: "collections.append", args: [collection(1), batch(0)] }]);
});

test("nothing but texts, numbers and nulls crosses, which is what makes it cheap", () => {
  const values = groupValues([decision(1)], [[collection(1), batch(0)]]);
  const others = values.filter((one) => one !== null && !["string", "number"].includes(typeof one));
  expect(others).toEqual([]);
});

test("the answer says of each append whether it was performed, or why it was refused", () => {
  const outcomes = [
    { result: "of another operation" },
    { result: true },
    { result: false },
    { refused: "disk full" },
  ];
  const values = answerValues({ committed: [7, "UNIQUE"], outcomes }, 1);
  expect(values.slice(0, 2)).toEqual([7, "UNIQUE"]);
  expect(values.slice(2).map(appendOutcome)).toEqual(outcomes.slice(1));
});
