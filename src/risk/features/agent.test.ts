import { afterAll, expect, test } from "bun:test";
import { empty, valueFor } from "../../../test/fixtures/example-attempt.ts";
import type { SignatureTally } from "../../attempt/telemetry/signature.ts";
import { agent } from "./agent.ts";

const tally = (changes: Partial<SignatureTally>): SignatureTally => ({
  welcome: 0,
  notWelcome: 0,
  failed: 0,
  unknown: 0,
  agents: [],
  faults: [],
  ...changes,
});
const seen = new Set<string>();

test.each<[name: string, batches: number, signatures: SignatureTally | null, value: number | null]>(
  [
    ["welcome_agent_share", 4, null, null],
    ["welcome_agent_share", 4, tally({ welcome: 4 }), 1],
    ["welcome_agent_share", 4, tally({ welcome: 1, failed: 1 }), 0.25],
    ["welcome_agent_share", 4, tally({ unknown: 4 }), 0],
    ["welcome_agent_share", 4, tally({ welcome: 9 }), 1],
    ["welcome_agent_share", 0, tally({ welcome: 1 }), null],
    ["other_agent_share", 4, null, null],
    ["other_agent_share", 4, tally({ notWelcome: 2, welcome: 2 }), 0.5],
    ["other_agent_share", 4, tally({ welcome: 4 }), 0],
    ["failed_signatures_share", 4, null, null],
    ["failed_signatures_share", 4, tally({ failed: 1, faults: ["forged"] }), 0.25],
    ["failed_signatures_share", 4, tally({ welcome: 4 }), 0],
  ],
)("%s of %p batches, %p, is %p", (name, batches, signatures, value) => {
  seen.add(name);
  expect(valueFor(agent, name, { collection: { ...empty, batches, signatures } })).toBe(value);
});

test("each is missing without a collection", () => {
  for (const { name } of agent) expect(valueFor(agent, name, { collection: null })).toBeNull();
});

// Every feature of the family is in the table, in whatever order the tests ran.
afterAll(() => {
  expect([...seen].sort()).toEqual(agent.map(({ name }) => name).sort());
});
