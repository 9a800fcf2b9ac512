/** Results stored at a time: an attempt has only a few texts, each of which several features read. */
const resultsMax = 32;

/** The same function, which remembers its results for the last few texts. */
export function memoizeRecent<Result>(compute: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    if (results.size >= resultsMax) results.clear();
    const result = compute(text);
    results.set(text, result);
    return result;
  };
}
