/** The file of booking values: `decisionId,value` a line, a header allowed. */
import { BookingValues } from "../../replay/booking-values.ts";
import { linesOf } from "../ndjson.ts";
import { CommandFailed } from "../output.ts";

/** @throws CommandFailed at the first line that is not of that form. */
export async function readValues(file: string): Promise<BookingValues> {
  const values = new BookingValues();
  let isFirst = true;
  for await (const { number, text, fault } of linesOf(file)) {
    const [id = "", value = ""] = (text ?? "").split(",").map(unquoted);
    const amount = Number(value);
    if (fault === null && /^dec_[0-9a-f]{32}$/.test(id) && value !== "" && amount >= 0) {
      values.set(id, amount);
    } else if (!isFirst || id.startsWith("dec_")) {
      throw new CommandFailed(
        `${file}, line ${number}: must be a decision's identifier, a comma, and an amount of 0 or more, as in dec_…,249.00`,
      );
    }
    isFirst = false;
  }
  return values;
}

function unquoted(cell: string): string {
  return cell.trim().replace(/^"(.*)"$/, "$1");
}
