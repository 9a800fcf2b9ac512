/** An identity as people write it, read as it is stored. */
import { phonesOf, type SearchKind, searchTermsOf } from "./search-terms.ts";

export type WrittenKind = Extract<SearchKind, "email" | "phone" | "booker" | "device">;

/** What is asked for, after the name of a field. */
export const identityTextRules: Readonly<Record<WrittenKind, string>> = {
  email: "must be one e-mail address",
  phone: "must be one phone number with its country code, such as +351912345678",
  booker: "must be the booker's reference, of at most 256 characters",
  device: "must be a device ID, of at most 128 characters",
};

/** @returns the one value that a text stands for; null where it is none, or ambiguous. */
export function readIdentityText(kind: WrittenKind, typed: string): string | null {
  const text = typed.trim();
  const texts = text === "" ? [] : kind === "phone" ? phonesOf(text) : termsOf(kind, text);
  return texts.length === 1 ? texts[0]! : null;
}

/** The kind in front, so that no part of the text is taken for one. */
function termsOf(kind: WrittenKind, text: string): readonly string[] {
  const term = searchTermsOf(`${kind}: ${text}`).find(({ by }) => by === kind);
  return term?.texts ?? [];
}
