/** The project's saved terms, with the changes that the user is trying out. */
import {
  type MoneyTerms,
  readTerm,
  type TermName,
  termNames,
} from "../../../evaluation/money/terms.ts";

/** A term as it appears in its field and in the URL. */
export function termText(value: MoneyTerms[TermName]): string {
  return value === null ? "" : String(value);
}

export interface DraftTerms {
  /** The content of each field. */
  texts: Record<TermName, string>;
  errors: Partial<Record<TermName, string>>;
  /**
   * The terms to calculate with. Invalid texts are replaced with the saved values; null where there are none, as
   * nothing is calculated with values that nobody entered.
   */
  terms: MoneyTerms | null;
  /** Whether any text differs from the saved values. */
  isChanged: boolean;
}

/**
 * @param saved the project's terms; null if none were saved.
 * @param changedText the user's text for a term; null if it is unchanged.
 */
export function draftTerms(
  saved: MoneyTerms | null,
  changedText: (name: TermName) => string | null,
): DraftTerms {
  const texts = {} as DraftTerms["texts"];
  const errors: DraftTerms["errors"] = {};
  const terms: Record<string, unknown> = { ...saved };
  let isChanged = false;
  for (const name of termNames) {
    const usual = saved ? termText(saved[name]) : "";
    texts[name] = changedText(name) ?? usual;
    if (texts[name] !== usual) isChanged = true;
    const read = readTerm(name, texts[name]);
    if ("value" in read) terms[name] = read.value;
    else if (saved || texts[name] !== "") errors[name] = read.issue;
  }
  const isComplete = termNames.every((name) => name in terms);
  return { texts, errors, isChanged, terms: isComplete ? (terms as unknown as MoneyTerms) : null };
}
