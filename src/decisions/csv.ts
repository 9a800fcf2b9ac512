/** Decisions as a CSV file (RFC 4180) in which a spreadsheet never evaluates a formula. */
import type { DecisionRow } from "./rows.ts";

type Cell = string | number | null;

const columns: readonly [name: string, cell: (row: DecisionRow) => Cell][] = [
  ["decisionId", (row) => row.decisionId],
  ["decidedAt", (row) => row.decidedAt],
  ["requestId", (row) => row.requestId],
  ["riskScore", (row) => row.riskScore],
  ["riskLevel", (row) => row.riskLevel],
  ["suggestedAction", (row) => row.suggestedAction],
  ["riskSetting", (row) => row.riskSetting],
  ["source", (row) => row.source],
  ["model", (row) => row.model],
  ["outcome", (row) => row.outcome],
  ["telemetry", (row) => row.telemetry],
  ["hotelName", ({ hotel }) => hotel.name],
  ["hotelCountry", ({ hotel }) => hotel.country],
  ["hotelReferenceId", ({ hotel }) => hotel.referenceId],
  ["hotelGiataId", ({ hotel }) => hotel.giataId],
  ["checkIn", (row) => row.checkIn],
  ["checkOut", (row) => row.checkOut],
  ["billingCountry", (row) => row.billingCountry],
];
const personalColumns: typeof columns = [
  ["guestName", ({ guest }) => guest?.name ?? null],
  ["guestEmail", ({ guest }) => guest?.email ?? null],
  ["guestPhone", ({ guest }) => guest?.phone ?? null],
  ["guestReferenceId", ({ guest }) => guest?.referenceId ?? null],
];

/**
 * The file, a page of rows at a time.
 * @param personal whether it has columns for guests' data, which the rows then need to have.
 */
export async function* csvOf(
  pages: AsyncIterable<readonly DecisionRow[]>,
  personal: boolean,
): AsyncGenerator<string> {
  const all = personal ? [...columns, ...personalColumns] : columns;
  yield line(all.map(([name]) => name));
  for await (const rows of pages) {
    yield rows.map((row) => line(all.map(([, cell]) => cell(row)))).join("");
  }
}

function line(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

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
