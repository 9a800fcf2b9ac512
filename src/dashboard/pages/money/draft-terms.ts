/** The project's saved terms, with the changes that the user is trying out. */
import {
  exampleTerms,
  type MoneyTerms,
  never,
  readTerm,
  type TermName,
  termNames,
} from "../../../decisions/money-terms.ts";

/** A term as it appears in its field and in the URL. */
export function termText(value: MoneyTerms[TermName]): string {
  return value === null ? never : String(value);
}

export interface DraftTerms {
  /** The content of each field. */
  texts: Record<TermName, string>;
  errors: Partial<Record<TermName, string>>;
  /** The terms to calculate with. Invalid texts are replaced with the saved values. */
  terms: MoneyTerms;
  /** Whether any text differs from the saved values. */
  isChanged: boolean;
}

/**
 * @param saved the project's terms; null if none were saved: then the examples are used.
 * @param changedText the user's text for a term; null if it is unchanged.
 */
export function draftTerms(
  saved: MoneyTerms | null,
  changedText: (name: TermName) => string | null,
): DraftTerms {
  const base = saved ?? exampleTerms;
  const texts = {} as DraftTerms["texts"];
  const errors: DraftTerms["errors"] = {};
  const terms: Record<string, unknown> = { ...base };
  for (const name of termNames) {
    texts[name] = changedText(name) ?? termText(base[name]);
    const read = readTerm(name, texts[name]);
    if ("issue" in read) errors[name] = read.issue;
    else terms[name] = read.value;
  }
  const isChanged = termNames.some((name) => texts[name] !== termText(base[name]));
  return { texts, errors, isChanged, terms: terms as unknown as MoneyTerms };
}
