/** The project's numbers, and those that somebody tries in their place. */
import {
  exampleTerms,
  type MoneyTerms,
  never,
  readTerm,
  type TermName,
  termNames,
} from "../../../decisions/money-terms.ts";

/** How it stands in a field and in the address. */
export function termText(value: MoneyTerms[TermName]): string {
  return value === null ? never : String(value);
}

export interface TriedTerms {
  /** What is in each field. */
  texts: Record<TermName, string>;
  faults: Partial<Record<TermName, string>>;
  /** To count with: in the place of what cannot be read stands the project's own. */
  terms: MoneyTerms;
  /** Whether anything is tried that is not the project's own. */
  isTried: boolean;
}

/** @param own the project's; null: examples stand in. */
export function triedTerms(
  own: MoneyTerms | null,
  tried: (name: TermName) => string | null,
): TriedTerms {
  const base = own ?? exampleTerms;
  const texts = {} as TriedTerms["texts"];
  const faults: TriedTerms["faults"] = {};
  const terms: Record<string, unknown> = { ...base };
  for (const name of termNames) {
    texts[name] = tried(name) ?? termText(base[name]);
    const read = readTerm(name, texts[name]);
    if ("issue" in read) faults[name] = read.issue;
    else terms[name] = read.value;
  }
  const isTried = termNames.some((name) => texts[name] !== termText(base[name]));
  return { texts, faults, isTried, terms: terms as unknown as MoneyTerms };
}
