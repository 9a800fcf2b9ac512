/**
 * A value as JSON for the database's functions. PostgreSQL has no text with U+0000 and none with half of a
 * surrogate pair; both become U+FFFD, as unpaired halves do wherever text is encoded as UTF-8.
 */
export function jsonParameter(value: unknown): string {
  const json = JSON.stringify(value);
  return unstorable.test(json) ? JSON.stringify(value, storableText) : json;
}

/** How `JSON.stringify` writes them. Texts that are JSON themselves have the same, and are left as they are. */
const unstorable = /\\u(?:0000|d[89a-f])/;

function storableText(_: string, value: unknown): unknown {
  return typeof value === "string" ? value.toWellFormed().replaceAll("\0", "\uFFFD") : value;
}
