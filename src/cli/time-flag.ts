/** Flags that name a moment. */
import { UsageError } from "../config/setting.ts";

const form = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/;

/** Unix ms; a day alone begins at midnight UTC. Null where the flag is absent. @throws UsageError */
export function timeOf(flag: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const time = form.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw new UsageError(
    `${flag} must be a day or a time, such as 2027-05-01 or 2027-05-01T09:00:00Z`,
  );
}
