/** Decisions as a CSV file (RFC 4180) in which a spreadsheet never evaluates a formula. */
import { type Cell, csvCell } from "../base/csv-cell.ts";
import type { DecisionRow } from "./rows.ts";

const columns: readonly [name: string, cell: (row: DecisionRow) => Cell][] = [
  ["decisionId", (row) => row.decisionId],
  ["decidedAt", (row) => row.decidedAt],
  ["requestId", (row) => row.requestId],
  ["riskScore", (row) => row.riskScore],
  ["riskLevel", (row) => row.riskLevel],
  ["suggestedAction", (row) => row.suggestedAction],
  ["riskSetting", (row) => row.riskSetting],
  ["source", (row) => row.source],
  ["keyId", (row) => row.keyId],
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

/** The reasons of a decision: the sentence, and the strongest ones with their points. */
export interface RowReasons {
  summary: string;
  strongest: readonly string[];
}

/** Columns of the strongest reasons; empty where they are not known. */
const reasonColumns = ["summary", "reason1", "reason2", "reason3"] as const;

/**
 * The file, a page of rows at a time.
 * @param personal whether it has columns for guests' data, which the rows then need to have.
 * @param reasonsOf finds the reasons of a page's decisions, by decision.
 */
export async function* csvOf(
  pages: AsyncIterable<readonly DecisionRow[]>,
  personal: boolean,
  reasonsOf: (rows: readonly DecisionRow[]) => Promise<ReadonlyMap<string, RowReasons>>,
): AsyncGenerator<string> {
  const guest = personal ? personalColumns : [];
  const names = (of: typeof columns) => of.map(([name]) => name);
  yield line([...names(columns), ...reasonColumns, ...names(guest)]);
  for await (const rows of pages) {
    const reasons = await reasonsOf(rows);
    const cells = (row: DecisionRow, of: typeof columns) => of.map(([, cell]) => cell(row));
    yield rows
      .map((row) =>
        line([...cells(row, columns), ...reasonCells(reasons, row), ...cells(row, guest)]),
      )
      .join("");
  }
}

function reasonCells(reasons: ReadonlyMap<string, RowReasons>, row: DecisionRow): Cell[] {
  const found = reasons.get(row.decisionId);
  return reasonColumns.map((_, i) => (i === 0 ? found?.summary : found?.strongest[i - 1]) ?? null);
}

function line(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}
