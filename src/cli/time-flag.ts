/** Flags that name a moment. */
import { UsageError } from "../app/config/setting.ts";
import { readTime, timeRule } from "../projects/time-text.ts";

/** Unix ms; a day alone begins at midnight UTC. Null where the flag is absent. @throws UsageError */
export function timeOf(flag: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const time = readTime(text);
  if (time !== null) return time;
  throw new UsageError(`${flag} ${timeRule}`);
}
