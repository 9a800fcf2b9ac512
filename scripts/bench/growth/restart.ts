/** For how long no booking is scored while the executable is restarted. */
import { Installation, Service } from "../installation.ts";
import { bytesIn } from "../process-facts.ts";
import type { Output } from "../scenario.ts";
import { folderOf, nothing, ofAYear, type Place } from "./folders.ts";
import { rounded, startBookings } from "./paced-bookings.ts";

/** Before the restart, and after it, ms. */
const loadMs = 2000;
const drain = ["--drain", "1"];

/** Times in seconds. */
export interface Restart {
  /** From SIGTERM to the end of the process, with the seconds of `--drain`. */
  stop: number;
  /** From then to the line `serving` in the log. */
  start: number;
  /** From the last booking that the old process scored to the first one of the new process. */
  down: number;
  /** From SIGTERM to that booking. */
  untilScored: number;
  scored: number;
  /** Connections that nobody accepted. */
  refused: number;
  /** Accepted, and ended without a response. */
  unanswered: number;
  others: Record<string, number>;
}

interface Wanted {
  rounds: number;
  rate: number;
  decisions: number;
}

/** @returns the restarts on an empty folder, and on one with so many decisions. */
export async function restarts(
  { executable, scratch, kept }: Place,
  { rounds, rate, decisions }: Wanted,
  { log, table }: Output,
): Promise<Record<string, Restart[]>> {
  const empty = await folderOf({ ...nothing, title: "restarted empty" }, scratch, log);
  const full = await folderOf(ofAYear(decisions), kept ?? scratch, log);
  const results: Record<string, Restart[]> = {};
  for (const [what, { path }] of [
    ["an empty data folder", empty],
    [`${decisions} decisions`, full],
  ] as const) {
    const title = `Restarts on ${what}, ${(bytesIn(path) / 1e9).toFixed(1)} GB, in seconds:`;
    log(title);
    results[title] = await ofFolder(new Installation(executable, path), rounds, rate);
    table(title, rowsOf(results[title]));
  }
  return results;
}

async function ofFolder(installation: Installation, rounds: number, rate: number) {
  const { key } = await installation.project("restart");
  const service = await Service.start(installation, drain);
  const all: Restart[] = [];
  for (let i = 0; i < rounds; i++) all.push(await underLoad(service, key, rate));
  await service.stop();
  return all;
}

async function underLoad(service: Service, key: string, rate: number): Promise<Restart> {
  const load = startBookings(service.bookings({ key }), rate, "all");
  await Bun.sleep(loadMs);
  const told = performance.now();
  await service.stop();
  const ended = performance.now();
  await service.startAgain();
  const serving = performance.now();
  await Bun.sleep(loadMs);
  const { stages, scored } = await load.stop();
  const at = scored.map((one) => one.at).sort((a, b) => a - b);
  const last = at.findLast((one) => one <= ended)!;
  const first = at.find((one) => one > ended)!;
  const seconds = (ms: number) => Math.round(ms) / 1000;
  const { refused, unanswered, others } = stages.all!;
  return {
    stop: seconds(ended - told),
    start: seconds(serving - ended),
    down: seconds(first - last),
    untilScored: seconds(first - told),
    scored: at.length,
    refused,
    unanswered,
    others,
  };
}

function rowsOf(all: readonly Restart[]): string[][] {
  const head = ["", "stop", "start", "none scored for", "SIGTERM to the next scored"];
  return [
    [...head, "scored", "refused", "unanswered", "others"],
    ...all.map(({ others, ...one }, n) => [
      String(n + 1),
      ...[one.stop, one.start, one.down, one.untilScored].map(String),
      ...[one.scored, one.refused, one.unanswered].map((count) => String(rounded(count))),
      JSON.stringify(others),
    ]),
  ];
}
