/**
 * `npm run bench -- growth`: what a full data folder does to the executable: its speed, and how its bookings fare
 * while it is restarted, backed up, and moved to PostgreSQL.
 *
 *     npm run bench -- growth [--only speed,restart,backup,move] [--decisions 1000000] [--rounds 3]
 *       [--data FOLDER] [--executable FILE]
 *       [--projects 100,10000] [--hotel 1000000] [--bot 1000000] [--entries 1000000]
 *       [--receivers ready,slow,failing,down] [--starts 1] [--seconds 4] [--first 60] [--connections 64]
 *       [--rate 200] [--beside-seconds 60] [--back]
 *
 * - `speed`: a full folder and an empty one in alternating rounds of `--seconds`, in a closed loop. Full are, each
 *   in turn: `--decisions` of a year in one project; so many `--projects`, all of which send requests; a busy hotel with
 *   a tenth of `--hotel` decisions of thirty days, also of the load; and a bot with `--bot` attempts in the last day,
 *   which also sends a tenth of the load; and so many `--entries` of a deny list, which denies one in fifty bookings of
 *   the load, with webhooks of another two percent, which go to review, to each of the `--receivers`, one after the
 *   other. Several numbers have commas between them; an empty text leaves a part out.
 *   The first so many seconds after the start (`--first`) have rounds of their own: caches are empty, and the service
 *   reads which identities are on file. Then it is left alone until that is done. With several `--starts`, both services
 *   are restarted and measured anew, and a ratio is the median of the starts: two processes on equal folders differ by
 *   some percent for as long as they run. Lists and webhooks alone take two minutes for each start and
 *   receiver, on a folder that was kept: `--only speed --decisions "" --projects "" --hotel "" --bot "" --first 20
 *   --seconds 2 --rounds 12 --starts 5 --data FOLDER`.
 * - `restart`: for how long no booking is scored while the executable is restarted during `--rate` bookings a second:
 *   SIGTERM, and the next process on the same port as soon as the old one has ended, as systemd does it.
 * - `backup`: the latency of `--rate` bookings a second, for `--beside-seconds` without and during `booking-risk
 *   backup`. The exit status is 1 where the p99 during it is more than three times the other.
 * - `move`: `booking-risk migrate` to a PostgreSQL of its own during `--rate` bookings a second, as an operator does
 *   it; what is lost or different afterwards; `--back` moves all into a new folder. It needs Debian's package
 *   postgresql, and decisions that were scored: it books them first.
 *
 * `--data` keeps the folders, for the next time. Filling takes one to three minutes and 2.5 GB for a million
 * decisions, `move` 12 GB, and 4 GB more with `--back`.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { executableOf } from "../installation.ts";
import { from0, isGiven, positive, scenario, someOf, text, whole, wholes } from "../scenario.ts";
import { besideBackups } from "./backup.ts";
import { fullAndEmpty, partsOf } from "./full-and-empty.ts";
import { moved } from "./move.ts";
import { receivers } from "./receiver.ts";
import { restarts } from "./restart.ts";

export default scenario(
  {
    only: someOf(["speed", "restart", "backup", "move"]),
    decisions: wholes("1000000"),
    projects: wholes("100,10000"),
    hotel: wholes("1000000"),
    bot: wholes("1000000"),
    entries: wholes("1000000"),
    receivers: someOf(receivers),
    starts: whole(1),
    rounds: whole(3),
    seconds: positive(4),
    first: from0(60),
    connections: whole(64),
    rate: whole(200),
    "beside-seconds": positive(60),
    back: isGiven,
    data: text,
    executable: text,
  },
  async ({ only, executable: given, data, ...values }, output) => {
    const executable = await executableOf(given);
    const scratch = mkdtempSync(join(tmpdir(), "booking-risk-growth-"));
    const kept = data === undefined ? null : resolve(data);
    if (kept) mkdirSync(kept, { recursive: true });
    const place = { executable, scratch, kept };
    const { rounds, rate, back, "beside-seconds": seconds, decisions } = values;
    const beside = { rounds, rate, seconds, decisions: decisions[0] ?? 0 };
    const result: Record<string, unknown> = {};
    let hasFailed = false;
    try {
      if (only.includes("speed")) {
        result.speed = await fullAndEmpty(partsOf(values), place, values, output);
      }
      if (only.includes("restart")) result.restart = await restarts(place, beside, output);
      if (only.includes("backup")) {
        const { isTooSlow, ...measured } = await besideBackups(place, beside, output);
        result.backup = measured;
        hasFailed = isTooSlow;
      }
      if (only.includes("move")) result.move = await moved(place, { ...beside, back }, output);
    } finally {
      rmSync(scratch, { recursive: true });
    }
    return { result, hasFailed };
  },
);
