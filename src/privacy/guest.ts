/** Whom an erasure or an export is about: a guest of a project, by one of the guest's identities. */

import { phonesOf, searchTermsOf } from "../decisions/search-terms.ts";
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
  const text = readValue(kind, typeof input.value === "string" ? input.value.trim() : "");
  return { projectId, kind, identity: identityOfText(projectId, kind, text) };
}

const expected: Readonly<Record<ErasedKind, string>> = {
  email: "must be one e-mail address",
  phone: "must be one phone number with its country code, such as +351912345678",
  booker: "must be the booker's reference, of at most 256 characters",
  device: "must be a device ID, of at most 128 characters",
};

function readValue(kind: ErasedKind, text: string): string {
  const texts = text === "" ? [] : kind === "phone" ? phonesOf(text) : termsOf(kind, text);
  if (texts.length === 1) return texts[0]!;
  throw invalidInput("value", expected[kind]);
}

/** The kind in front, so that no part of the text is taken for one. */
function termsOf(kind: ErasedKind, text: string): readonly string[] {
  const term = searchTermsOf(`${kind}: ${text}`).find(({ by }) => by === kind);
  return term?.texts ?? [];
}
