/** The same function, which remembers its results for up to `max` texts, of the last ones. */
export function memoizeRecent<Result>(
  max: number,
  compute: (text: string) => Result,
): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    if (results.size >= max) results.clear();
    const result = compute(text);
    results.set(text, result);
    return result;
  };
}
