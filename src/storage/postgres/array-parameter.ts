/** Arrays for the database's functions: reading JSON would take longer. */

/** As many parameters of a statement: `$1, $2`. */
export const places = (count: number): string =>
  Array.from({ length: count }, (_, i) => `$${i + 1}`).join(", ");

/** As PostgreSQL writes an array. */
export const arrayParameter = (values: readonly (number | boolean | null | undefined)[]): string =>
  `{${values.map((one) => one ?? "NULL").join(",")}}`;

/** Number of dimensions, whether there may be nulls, the type `text`, number of elements, the first one's index. */
const headerOf = (length: number): number[] => [1, 1, 25, length, 1];
const nullLength = -1;
const intBytes = 4;

/**
 * In PostgreSQL's binary format, which needs no escapes. U+0000 and half of a surrogate pair become U+FFFD, as
 * in `jsonParameter`.
 */
export function textArrayParameter(values: readonly (string | null | undefined)[]): Buffer {
  const header = headerOf(values.length);
  const texts = values.map((one) => (one?.includes("\0") ? one.replaceAll("\0", "\uFFFD") : one));
  const most = texts.reduce((sum, one) => sum + intBytes + Buffer.byteLength(one ?? ""), 0);
  const array = Buffer.allocUnsafe(header.length * intBytes + most);
  let end = 0;
  for (const one of header) end = array.writeInt32BE(one, end);
  for (const one of texts) {
    const start = end + intBytes;
    const length = one == null ? nullLength : array.write(one, start);
    array.writeInt32BE(length, end);
    end = start + Math.max(0, length);
  }
  return array;
}
