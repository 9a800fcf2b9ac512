/** How a feature is said in plain words, without anything of the guest's but its own number. */
export type Phrase =
  /** A flag: what 1 and what 0 say. */
  | { yes: string; no: string }
  /** A count: `one` where it is 1, else `many`, with `#` for the number; `none` where it is 0. */
  | { one: string; many: string; none?: string }
  /** Any other number, said as "of: 4 minutes". */
  | { of: string };

export type Phrases = Readonly<Record<string, Phrase>>;

/** A count of things: "1 digit at the end", "# digits at the end". */
export const things = (one: string, many: string, rest = ""): Phrase => ({
  one: `1 ${one}${rest && ` ${rest}`}`,
  many: `# ${many}${rest && ` ${rest}`}`,
});
