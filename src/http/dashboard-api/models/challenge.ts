/** A model's challenge of the active one, in one project: what it has shown, starting and ending it. */
import { type Static, Type } from "@sinclair/typebox";
import { DomainError } from "../../../base/domain-error.ts";
import { endChallenge, startChallenge } from "../../../model/registry/challenge.ts";
import type { ModelName } from "../../../model/registry/model-name.ts";
import type { RegistryDeps } from "../../../model/registry/roles.ts";
import type { UserCaller } from "../guards.ts";
import { allProjects } from "../route-requirements.ts";

export type { ShownChallenge } from "../../../model/registry/challenge.ts";
export type {
  ChallengeReport,
  ChallengeResults,
  GuestShare,
  SideResults,
} from "../../../model/registry/challenge-results.ts";
export type { RateRatio } from "../../../model/registry/rate-ratio.ts";

export const ChallengeBody = Type.Union([
  Type.Object({
    on: Type.Literal(true),
    share: Type.Number(),
    days: Type.Number(),
    force: Type.Boolean(),
  }),
  Type.Object({ on: Type.Literal(false) }),
]);

/** @throws DomainError as `startChallenge`, `endChallenge` */
export async function setChallenge(
  registry: RegistryDeps,
  caller: UserCaller,
  { model, body }: { model: ModelName; body: Static<typeof ChallengeBody> },
): Promise<void> {
  const input = { model, projectId: oneProject(caller) };
  if (body.on) await startChallenge(registry, caller.actor, { ...input, ...body });
  else await endChallenge(registry, caller.actor, input);
}

/** A challenge is of one project. @throws DomainError project_not_found */
export function oneProject({ projectId }: UserCaller): string {
  if (projectId === null) throw new DomainError("project_not_found", { projectId: allProjects });
  return projectId;
}
