const ms = new Intl.NumberFormat("en", { maximumSignificantDigits: 2 });

/** A length of time, given in seconds. What reaches the longest that is measured is that or more. */
export function sayLength(seconds: number | null, longest: number | null): string {
  if (seconds === null) return "–";
  const said = seconds < 1 ? `${ms.format(seconds * 1000)} ms` : `${ms.format(seconds)} s`;
  return longest !== null && seconds >= longest ? `${said} or more` : said;
}
