/** Whom an erasure or an export is about: a guest of a project, by one of the guest's identities. */

import { identityTextRules, readIdentityText } from "../decisions/identity-text.ts";
import { invalidInput } from "../domain-error.ts";
import { type ErasedKind, erasedKinds } from "../storage/erasures.ts";
import { identityOfText } from "../velocity/identities.ts";

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
