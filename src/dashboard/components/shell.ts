/** Commands to copy into a POSIX shell. `WhereToRun` says where. */
import type { DataPlace } from "../../http/dashboard-api/data-place.ts";

/** The flag that every command needs at its end, or nothing. A data folder that the user may not see is left out. */
export function dataFlag({ dataFolder, isOnPostgres }: DataPlace): string {
  const isNamed = dataFolder !== null && !isOnPostgres;
  return isNamed ? ` --data ${quoteArgument(dataFolder)}` : "";
}

export function quoteArgument(text: string): string {
  return /^[\w./:@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
