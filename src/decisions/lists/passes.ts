/** One-time passes: a guest who was wrongly denied tries again, and is let through once. */
import type { RiskRequest } from "../../attempt/request/risk-request.ts";
import { DomainError } from "../../base/domain-error.ts";
import { isoTime } from "../../base/iso-time.ts";
import { type Actor, auditEntry } from "../../storage/port/audit.ts";
import type { DecisionRecord } from "../../storage/port/decisions.ts";
import { isBlanked } from "../../storage/port/guests.ts";
import type { NewListEntry } from "../../storage/port/lists.ts";
import type { Store } from "../../storage/port/store.ts";
import { newEntryId } from "./entry-id.ts";
import { readReason, typedValue } from "./entry-input.ts";
import { passHours } from "./limits.ts";
import { archiveListEntry } from "./lists.ts";

const passMs = passHours * 60 * 60 * 1000;

/** A pass as it is shown. Times are ISO 8601. */
export interface Pass {
  passId: string;
  reason: string;
  givenBy: string;
  givenAt: string;
  /** From then on it is of no use. */
  expiresAt: string;
  /** The decision that used it; null: none yet. */
  usedBy: string | null;
}

export interface PassDeps {
  store: Pick<Store, "lists" | "decisions">;
  now: () => number;
}

/**
 * The next attempt with the e-mail address of the denied one is allowed, whatever its score is and whatever the
 * lists have, once and within a day, on whichever copy it arrives.
 * @throws DomainError invalid_input, decision_not_found, decision_not_denied, pass_given
 */
export async function givePass(
  deps: PassDeps,
  actor: Actor,
  input: { projectId: string; decisionId: string; reason: unknown },
): Promise<Pass> {
  const { store, now } = deps;
  const { projectId, decisionId } = input;
  const reason = readReason(input.reason);
  const decision = await store.decisions.find(projectId, decisionId);
  if (!decision) throw new DomainError("decision_not_found", { decisionId });
  const guest = guestOf(decision);
  if (decision.source !== "api" || decision.suggestedAction !== "deny" || !guest) {
    throw new DomainError("decision_not_denied", { decisionId });
  }
  const createdAt = now();
  await archiveUsed(deps, actor, { projectId, identity: guest.identity });
  const pass: NewListEntry = {
    id: newEntryId(),
    projectId,
    kind: "pass",
    ...guest,
    hashKey: null,
    reason,
    decisionId,
    createdBy: actor.name,
    createdAt,
    expiresAt: createdAt + passMs,
    review: false,
  };
  const detail = { decisionId, expiresAt: new Date(createdAt + passMs).toISOString() };
  const about = { subject: pass.id, projectId, detail };
  const [listed] = await store.lists.add([pass], auditEntry(actor, createdAt, "pass.give", about));
  if (listed !== pass.id) throw new DomainError("pass_given", { passId: listed! });
  return shownPass(pass, null);
}

/** The newest pass that was given because of a decision; null where there is none. */
export async function passOf(
  { store }: Pick<PassDeps, "store">,
  decision: DecisionRecord,
): Promise<Pass | null> {
  const guest = decision.suggestedAction === "deny" ? guestOf(decision) : null;
  if (!guest) return null;
  const { projectId, id } = decision;
  const entries = await store.lists.withIdentities(projectId, [guest.identity]);
  const pass = entries.findLast(({ kind, decisionId }) => kind === "pass" && decisionId === id);
  if (!pass) return null;
  const used = await store.decisions.usedPasses(projectId, [pass.id]);
  return shownPass(pass, used.get(pass.id) ?? null);
}

/** The guest is known by the e-mail address alone: a phone or a device may be another's. */
function guestOf(decision: DecisionRecord) {
  if (isBlanked(decision)) return null;
  const { booker } = JSON.parse(decision.request) as RiskRequest;
  return typedValue(decision.projectId, "email", booker.email);
}

/** So that another one can be given. */
async function archiveUsed(
  deps: PassDeps,
  actor: Actor,
  { projectId, identity }: { projectId: string; identity: number },
): Promise<void> {
  const { lists, decisions } = deps.store;
  const entries = await lists.withIdentities(projectId, [identity]);
  const passes = entries.filter(({ kind, archivedAt }) => kind === "pass" && archivedAt === null);
  if (passes.length === 0) return;
  const ids = passes.map(({ id }) => id);
  for (const entryId of (await decisions.usedPasses(projectId, ids)).keys()) {
    await archiveListEntry(deps, actor, { projectId, entryId });
  }
}

function shownPass(pass: NewListEntry, usedBy: string | null): Pass {
  const { id, reason, createdBy, createdAt, expiresAt } = pass;
  return {
    passId: id,
    reason,
    givenBy: createdBy,
    givenAt: isoTime(createdAt),
    expiresAt: isoTime(expiresAt!),
    usedBy,
  };
}
