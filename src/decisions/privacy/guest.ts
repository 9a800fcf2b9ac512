/** Whom an erasure or an export is about: a guest of a project, by one of the guest's identities. */

import { invalidInput } from "../../base/domain-error.ts";
import { identityOfText } from "../../risk/velocity/identities.ts";
import { type ErasedKind, erasedKinds } from "../../storage/port/erasures.ts";
import { identityTextRules, readIdentityText } from "../identity-text.ts";

export interface Guest {
  projectId: string;
  kind: ErasedKind;
  /** As velocity numbers it. */
  identity: number;
}

/**
 * @param input `kind`: an `ErasedKind`; `value`: as people write it. No error repeats it.
 * @throws DomainError invalid_input
 */
export function readGuest(projectId: string, input: { kind: unknown; value: unknown }): Guest {
  const kind = erasedKinds.find((one) => one === input.kind);
  if (!kind) throw invalidInput("kind", `must be one of ${erasedKinds.join(", ")}`);
  const text = typeof input.value === "string" ? readIdentityText(kind, input.value) : null;
  if (text === null) throw invalidInput("value", identityTextRules[kind]);
  return { projectId, kind, identity: identityOfText(projectId, kind, text) };
}
