/** What the contract's tests store. */
import type { NewDecision } from "../../../src/storage/decisions.ts";
import type { KeyRecord } from "../../../src/storage/keys.ts";
import type { OutcomeRecord } from "../../../src/storage/outcomes.ts";
import { decisionFixture } from "../../../src/storage/sqlite/decision-fixture.ts";
import { type Identities, identityKinds, type Sighting } from "../../../src/storage/velocity.ts";

let numbers = 0;
/** Another one each time. */
export const nextNumber = () => numbers++;

/** What a promise is rejected with. Bun's own `.rejects` holds up the database thread's answers. */
export function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => new TypeError("it was not rejected"),
    (error) => error,
  );
}

export const keyOf = (more: Partial<KeyRecord> = {}): KeyRecord => ({
  id: `key_${numbers++}`,
  projectId: "prj_1",
  kind: "secret",
  hash: `hash-${numbers++}`,
  start: "sk_aaaaa",
  end: "zzzz",
  name: "",
  createdAt: 1,
  lastUsedAt: null,
  revokedAt: null,
  allowedOrigins: null,
  ...{ expiresAt: null, allowedAddresses: null, rateLimit: null },
  ...more,
});
export const projectOf = (id: string) => ({
  id,
  name: id,
  riskSetting: "balanced",
  createdAt: 1,
  archivedAt: null,
  baseRate: null,
});

export function sightingOf(identities: Identities, at: number, tie: number): Sighting {
  const linked = { city: 4711, look: -815, surname: 3 } as Sighting["linked"];
  for (const kind of identityKinds) linked[kind] = identities[kind] ?? null;
  return { at, tie, checkIn: 20_000, checkOut: 20_003, linked };
}

export function decisionOf(
  projectId: string,
  identities: Identities,
  at: number,
  tie = 0,
  more: Partial<NewDecision> = {},
): NewDecision {
  const fixture = decisionFixture(projectId, `dec_${numbers++}`, at, identities);
  return {
    ...fixture,
    decision: {
      ...fixture.decision,
      requestId: "r",
      request: '{"x":"é😀"}',
      features: "[0.1,null]",
    },
    sighting: sightingOf(identities, at, tie),
    ...more,
  };
}

export const replayOf = (decision: NewDecision, keyHash: string, createdAt: number) => ({
  ...decision,
  idempotency: { keyHash, bodyHash: "b", createdAt, decisionId: decision.decision.id },
  idempotentSince: createdAt - 1000,
});

export const ats = (sightings: readonly Sighting[] | undefined) => sightings?.map(({ at }) => at);

/** What a decision's outcome is reported with. */
export const reportOf = (
  { decision: { projectId, id } }: NewDecision,
  outcome: string,
  reportedAt: number,
  note: string | null = null,
): OutcomeRecord => ({
  ...{ projectId, decisionId: id, outcome, reportedAt, note },
  ...{ occurredAt: null, keyId: null, requestId: "r" },
});
