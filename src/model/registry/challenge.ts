/** Champion and challenger: a share of a project's live attempts is decided by a candidate. */
import { randomBytes } from "node:crypto";
import { randomBase62 } from "../../base/base62.ts";
import { DomainError, FieldFault, FieldReader } from "../../base/domain-error.ts";
import { dayMs } from "../../base/durations.ts";
import { isoTime } from "../../base/iso-time.ts";
import { type Actor, auditEntry } from "../../storage/port/audit.ts";
import type { ChallengeEnd, ChallengeRecord } from "../../storage/port/challenges.ts";
import type { ModelRoles } from "../../storage/port/models.ts";
import type { Store } from "../../storage/port/store.ts";
import { fullName, type ModelName } from "./model-name.ts";
import { refusal } from "./promote.ts";
import { promotionProof } from "./promotion-proof.ts";
import { getUsableModel, promotionsOf, type RegistryDeps, refusedMeanwhile } from "./roles.ts";

export const challengeLimits = {
  shareMin: 0.01,
  shareMax: 0.5,
  share: 0.1,
  daysMin: 1,
  daysMax: 365,
  days: 90,
} as const;

const secretBytes = 32;

/** @param input `share` and `days` as people gave them. */
interface ChallengeInput {
  model: ModelName;
  projectId: string;
  /** 0.01 to 0.5 of the guests. */
  share: unknown;
  /** It ends by itself after these, 1 to 365. */
  days: unknown;
  /** Whatever speaks against it. */
  force: boolean;
}

/**
 * Begins a challenge: from the next second on, the model decides for a share of the project's guests. As for a
 * promotion, a replay must have passed; the live decisions in shadow mode that a promotion takes are not needed.
 *
 * @returns the challenge, without the key of its draw.
 * @throws DomainError invalid_input, challenge_running, model_is_active, no_active_model, model_not_found, model_owned,
 *   model_retired, model_unusable, replay_required, replay_failed, replay_outdated, shadow_differs
 */
export async function startChallenge(
  { library, now }: RegistryDeps,
  actor: Actor,
  input: ChallengeInput,
): Promise<ShownChallenge> {
  const { models } = library.store;
  const { projectId, force } = input;
  const { share, days } = readShareAndDays(input);
  const { name, version } = await getUsableModel(library, input.model, projectId);
  const model = fullName({ name, version });
  const roles = await models.roles();
  const champion = activeIn(roles, projectId);
  if (champion === null) throw new DomainError("no_active_model", {});
  if (fullName(champion) === model) throw new DomainError("model_is_active", { model });
  assertNoneRuns(roles, projectId);
  const at = now();
  const forced = await assertProven(
    library.store,
    { model: { name, version }, projectId, at },
    force,
  );
  const challenge: ChallengeRecord = {
    id: `chl_${randomBase62(10)}`,
    projectId,
    name,
    version,
    championName: champion.name,
    championVersion: champion.version,
    share,
    secret: randomBytes(secretBytes).toString("hex"),
    forced,
    startedAt: at,
    until: at + days * dayMs,
    endedAt: null,
    endedBecause: null,
  };
  const detail = { challengeId: challenge.id, share, days, forced };
  const entry = auditEntry(actor, at, "model.challenge", { subject: model, projectId, detail });
  if (await models.startChallenge(challenge, entry)) return shown(challenge);
  assertNoneRuns(await models.roles(), projectId); // Another user's began meanwhile.
  throw await refusedMeanwhile(library, { name, version }, projectId);
}

/** Ends it; what it decided so far remains. @throws DomainError model_not_challenging */
export async function endChallenge(
  deps: RegistryDeps,
  actor: Actor,
  { model, projectId }: { model: ModelName; projectId: string },
): Promise<void> {
  const { challenges } = await deps.library.store.models.roles();
  const challenge = challenges.find(
    (one) => one.projectId === projectId && fullName(one) === fullName(model),
  );
  const isEnded = challenge && (await end(deps, actor, { challenge, because: "stopped" }));
  if (!isEnded) throw new DomainError("model_not_challenging", { model: fullName(model) });
}

/** @returns whether this call ended it. */
export function end(
  { library, now }: { library: { store: Pick<Store, "models"> }; now: () => number },
  actor: Actor,
  { challenge, because }: { challenge: ChallengeRecord; because: ChallengeEnd },
): Promise<boolean> {
  const at = now();
  const { id, projectId } = challenge;
  const entry = auditEntry(actor, at, "model.challenge-end", {
    subject: fullName(challenge),
    projectId,
    detail: { challengeId: id, because },
  });
  return library.store.models.endChallenge({ id, endedAt: at, endedBecause: because }, entry);
}

/** Without the key of its draw, which nobody sees; times are of ISO 8601. */
export interface ShownChallenge
  extends Omit<ChallengeRecord, "secret" | "startedAt" | "until" | "endedAt"> {
  startedAt: string;
  until: string;
  endedAt: string | null;
}

export function shown({ secret: _, ...challenge }: ChallengeRecord): ShownChallenge {
  const { startedAt, until, endedAt } = challenge;
  return {
    ...challenge,
    startedAt: isoTime(startedAt),
    until: isoTime(until),
    endedAt: isoTime(endedAt),
  };
}

/** The model that decides for a project where there is no challenge; null before the first promotion. */
export function activeIn(roles: Pick<ModelRoles, "promotions">, projectId: string) {
  return promotionsOf(roles, projectId)[0] ?? promotionsOf(roles, null)[0] ?? null;
}

/** Whether its champion is still the active model. */
export function isCurrent(
  { projectId, championName, championVersion }: ChallengeRecord,
  roles: Pick<ModelRoles, "promotions">,
): boolean {
  const active = activeIn(roles, projectId);
  return active?.name === championName && active.version === championVersion;
}

function assertNoneRuns({ challenges }: ModelRoles, projectId: string): void {
  const running = challenges.find((one) => one.projectId === projectId);
  if (running) throw new DomainError("challenge_running", { model: fullName(running), projectId });
}

/** @returns whether something speaks against it, and it is forced. */
async function assertProven(
  store: Store,
  asked: { model: ModelName; projectId: string; at: number },
  force: boolean,
): Promise<boolean> {
  const { objections, loosened } = await promotionProof(store, asked);
  const against = objections.filter(({ kind }) => kind !== "live");
  if (against[0] && !force) throw refusal(fullName(asked.model), against[0]);
  return against.length > 0 || loosened.length > 0;
}

function readShareAndDays({ share, days }: ChallengeInput): { share: number; days: number } {
  const { shareMin, shareMax, daysMin, daysMax } = challengeLimits;
  const fields = new FieldReader();
  const read = (given: unknown, [min, max]: readonly [number, number], text: string) => {
    if (typeof given === "number" && given >= min && given <= max) return given;
    throw new FieldFault(text);
  };
  const found = {
    share: fields.read("share", () =>
      read(share, [shareMin, shareMax], `must be ${shareMin * 100} to ${shareMax * 100} percent`),
    ),
    days: fields.read("challengeDays", () =>
      read(days, [daysMin, daysMax], `must be ${daysMin} to ${daysMax} days`),
    ),
  };
  fields.assertRead();
  return { share: found.share!, days: found.days! };
}
