/**
 * A clock that is wrong, for all processes of a test: so that a given moment, such as midnight at the end of a
 * month, is in the middle of each file's run. By Debian's libfaketime.
 */
import { existsSync } from "node:fs";

/** Variables that an executable in an otherwise empty environment needs, too. */
export const clockVariables = [
  "LD_PRELOAD",
  "FAKETIME",
  "FAKETIME_DONT_FAKE_MONOTONIC",
  "DONT_FAKE_MONOTONIC",
] as const;

const [found] = existsSync("/usr/lib")
  ? new Bun.Glob("usr/lib/*/faketime/libfaketimeMT.so.1").scanSync("/")
  : [];
/** The library's path; undefined where it is not installed. */
export const faketimeLibrary = found && `/${found}`;

/**
 * @param moment with a time zone, such as 2028-03-01T00:00:00Z.
 * @returns the environment of a process that starts now, for which the moment is in `aheadMs`.
 * @throws Error for what is no time, or without libfaketime.
 */
export function clockAround(moment: string): (aheadMs: number) => Record<string, string> {
  const at = Date.parse(moment);
  if (Number.isNaN(at)) throw new Error(`--around is a time such as 2028-03-01T00:00:00Z`);
  if (!faketimeLibrary) throw new Error("--around needs libfaketime: `apt-get install faketime`");
  return (aheadMs) => {
    const seconds = Math.round((at - aheadMs - Date.now()) / 1000);
    return {
      LD_PRELOAD: faketimeLibrary,
      FAKETIME: `${seconds < 0 ? "" : "+"}${seconds}s`,
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      DONT_FAKE_MONOTONIC: "1",
    };
  };
}
