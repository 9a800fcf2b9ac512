/** A cell of a CSV file (RFC 4180) in which a spreadsheet never evaluates a formula. */

export type Cell = string | number | null;

/**
 * What a spreadsheet takes as the beginning of a formula (OWASP, "CSV Injection"), including the
 * full-width forms and a phone number's +: an apostrophe before it makes it text.
 */
const formula = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

export function csvCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const text = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n\t;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
