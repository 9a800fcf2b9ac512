/** How a feature is put into words, without any of the guest's data but its own number. */
export type Phrase = (
  | /** A flag: the text for 1 and the text for 0. */ { yes: string; no: string }
  /** A count: `one` where it is 1, else `many`, with `#` for the number; `none` where it is 0. */
  | { one: string; many: string; none?: string }
  /** Any other number, as in "of: 4 minutes". */
  | { of: string }
) & {
  /** What it means that the value is missing, where that is a fact of its own. */
  unknown?: string;
  /** A measurement that says nothing to a person: it counts, but is named only where all features are listed. */
  isTechnical?: true;
};

/** Of a number that is no reason to a person. */
export const technical = (of: string): Phrase => ({ of, isTechnical: true });

export type Phrases = Readonly<Record<string, Phrase>>;

/** A count with its noun: "1 page viewed", "# pages viewed". */
export const counted = (one: string, many: string, rest = ""): Phrase => ({
  one: `1 ${one}${rest && ` ${rest}`}`,
  many: `# ${many}${rest && ` ${rest}`}`,
});
