/** The file of booking values: `decisionId,value` or `requestId,value` a line, a header allowed. */
import { BookingValues } from "../../evaluation/replay/booking-values.ts";
import { linesOf } from "../ndjson.ts";
import { CommandFailed } from "../output.ts";

/** The longest request ID that `POST /v1/risk` accepts. */
const requestIdMax = 128;

/** @throws CommandFailed at the first line that is not of that form. */
export async function readValues(file: string): Promise<BookingValues> {
  const values = new BookingValues();
  let isFirst = true;
  for await (const { number, text, fault } of linesOf(file)) {
    const { id, value } = cellsOf(text ?? "");
    const amount = Number(value);
    if (fault === null && isId(id) && value !== "" && amount >= 0) {
      values.set(id, amount);
    } else if (!isFirst || id.startsWith("dec_")) {
      throw new CommandFailed(
        `${file}, line ${number}: must be a decision ID or a request ID, a comma, and an amount of 0 or more, as in dec_…,249.00`,
      );
    }
    isFirst = false;
  }
  return values;
}

/** Request IDs are the merchant's own, and may have commas. */
function cellsOf(line: string): { id: string; value: string } {
  const comma = line.lastIndexOf(",");
  if (comma < 0) return { id: unquoted(line), value: "" };
  return { id: unquoted(line.slice(0, comma)), value: unquoted(line.slice(comma + 1)) };
}

function isId(text: string): boolean {
  if (text.startsWith("dec_")) return /^dec_[0-9a-f]{32}$/.test(text);
  return text.length > 0 && text.length <= requestIdMax;
}

function unquoted(cell: string): string {
  return cell
    .trim()
    .replace(/^"(.*)"$/, "$1")
    .replaceAll('""', '"');
}
