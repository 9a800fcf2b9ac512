/**
 * A full data folder moves to a PostgreSQL of its own, as an operator does it, while bookings arrive at an even pace
 * from before the move until after it: their latency compared with that of before, for how long nobody is answered,
 * and what was lost or is different afterwards.
 */
import { Database } from "bun:sqlite";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { startCluster } from "../../programs/postgres.ts";
import { Installation, Service } from "../installation.ts";
import { bytesIn } from "../process-facts.ts";
import { runScored } from "../run-load.ts";
import type { Output } from "../scenario.ts";
import {
  type Comparison,
  compareAnswers,
  compareDecisions,
  type Read,
  readerOfDatabase,
  readerOfFolder,
} from "./comparison.ts";
import type { Place } from "./folders.ts";
import { rounded, type Scored, type Stage, startBookings } from "./paced-bookings.ts";

interface Wanted {
  decisions: number;
  rate: number;
  /** Before the move, and after it. */
  seconds: number;
  /** Then into a new data folder. */
  back: boolean;
}

interface Moved {
  rows: number;
  copied: number;
  removed: number;
}

interface Verified {
  decisions: number;
  same: number;
  seconds: number;
}

export interface MoveResult {
  /** What became of the bookings: before, while it copied, while no service ran, and after. */
  bookings: Record<string, Stage>;
  copied: Moved;
  finished: Moved;
  seconds: Record<
    "copy" | "stop" | "finish" | "start" | "standstill" | "whole" | "compare",
    number
  >;
  /** Every decision of the source, and every response, compared with what the destination has. */
  decisions: Comparison;
  answers: Comparison;
  verified: Verified;
}

export async function moved(
  { executable, scratch, kept }: Place,
  { decisions, back, ...load }: Wanted,
  output: Output,
) {
  const cluster = await startCluster({ shared_buffers: "1GB", max_wal_size: "2GB" });
  try {
    const url = await cluster.createDatabase();
    const urlFile = join(scratch, "url");
    writeFileSync(urlFile, url);
    const data = join(kept ?? scratch, `${decisions} decisions to move`.replaceAll(" ", "-"));
    const folder = new Installation(executable, data);
    const database = new Installation(executable, data, { DATABASE_URL: url });
    const isFilled = existsSync(join(data, "control.db"));
    if (existsSync(join(data, ".moved"))) await folder.command("migrate", "--undo");
    const { key } = await folder.project("moved");
    if (!isFilled) await book(folder, key, decisions, output.log);
    const move = (direction: "--to" | "--from", from: Installation, to: Installation) =>
      new Move(direction, { from, to, urlFile, key, ...load }, output.log).run();
    const mebibytes = (bytes: number) => Math.round(bytes / 2 ** 20);
    const folderMiB = mebibytes(bytesIn(data));
    const to = await move("--to", folder, database);
    print("Moved to PostgreSQL", to, output);
    const databaseMiB = mebibytes(await databaseBytes(database));
    if (!back) return { folderMiB, databaseMiB, to };
    const other = new Installation(executable, join(scratch, "back"));
    const from = await move("--from", database, other);
    print("Moved back into a folder", from, output);
    return { folderMiB, databaseMiB, to, from, backMiB: mebibytes(bytesIn(other.folder)) };
  } finally {
    await cluster.remove();
  }
}

/** Books as fast as it is answered, in rounds. What filling leaves in a service's memory ends with it. */
async function book(
  folder: Installation,
  key: string,
  count: number,
  log: (line: string) => void,
): Promise<void> {
  const service = await folder.serve();
  for (let answered = 0, seconds = 1; answered < count; ) {
    const load = { ...service.bookings({ key }), connections: 64, seconds };
    const { statuses, perSecond } = await runScored(load);
    answered += statuses["200"] ?? 0;
    seconds = Math.min(10, Math.max(0.5, (count - answered) / perSecond));
    log(`${answered} decisions`);
  }
  await service.stop();
}

interface Moving extends Pick<Wanted, "rate" | "seconds"> {
  from: Installation;
  to: Installation;
  urlFile: string;
  key: string;
}

class Move {
  constructor(
    readonly direction: "--to" | "--from",
    readonly moving: Moving,
    readonly log: (line: string) => void,
  ) {}

  async run(): Promise<MoveResult> {
    const { from, to, key, rate, seconds, urlFile } = this.moving;
    // Commands of the move get the folder, and the database's address from the file.
    const folder = new Installation(
      from.executable,
      (this.direction === "--to" ? from : to).folder,
    );
    const migrate = ["migrate", this.direction, "--url-file", urlFile];
    const baseline = () => Bun.sleep(seconds * 1000);
    // Of the first bookings after a start: what makes those slower is over.
    const settled = () => Bun.sleep(Math.min(10, seconds) * 1000);
    let service = await Service.start(from, []);
    const load = startBookings(service.bookings({ key }), rate, "settling");
    await settled();
    load.enter("before");
    await this.#timed("booking, before the move", baseline);
    load.enter("copying");
    const copied = await this.#timed("copying", () => folder.command<Moved>(...migrate));
    load.enter("standstill");
    const stopped = await this.#timed("stopping", () => service.stop());
    const finished = await this.#timed("finishing", () =>
      folder.command<Moved>(...migrate, "--finish"),
    );
    const started = await this.#timed("starting", async () => {
      service = await Service.start(to, [], service.port);
    });
    load.enter("settled");
    await settled();
    load.enter("after");
    await this.#timed("booking, after the move", baseline);
    const { stages, scored } = await load.stop();
    await service.stop();
    const compared = await this.#timed("comparing", () => compare(from, to, scored));
    const verified = await this.#timed("verifying", () =>
      to.command<Verified>("decision", "verify", "--all"),
    );
    const standstill = rounded(stopped.seconds + finished.seconds + started.seconds);
    return {
      bookings: stages,
      copied: copied.result,
      finished: finished.result,
      verified: verified.result,
      seconds: {
        copy: copied.seconds,
        stop: stopped.seconds,
        finish: finished.seconds,
        start: started.seconds,
        standstill,
        whole: rounded(copied.seconds + standstill),
        compare: compared.seconds,
      },
      ...compared.result,
    };
  }

  /** @returns the result of the work, and the seconds that it took. */
  async #timed<Result>(what: string, work: () => Promise<Result>) {
    this.log(`${what} …`);
    const started = performance.now();
    const result = await work();
    return { result, seconds: rounded((performance.now() - started) / 1000) };
  }
}

async function compare(before: Installation, after: Installation, scored: readonly Scored[]) {
  return reading(before, (from) =>
    reading(after, async (to) => ({
      decisions: await compareDecisions(from, to),
      answers: await compareAnswers(scored, to),
    })),
  );
}

async function reading<Result>(
  { folder, environment }: Installation,
  work: (read: Read) => Promise<Result>,
): Promise<Result> {
  if (environment.DATABASE_URL === undefined) {
    using events = new Database(join(folder, "events.db"), { readonly: true });
    return await work(readerOfFolder(events));
  }
  const client = new Client({ connectionString: environment.DATABASE_URL });
  await client.connect();
  try {
    return await work(readerOfDatabase(client));
  } finally {
    await client.end();
  }
}

async function databaseBytes(database: Installation): Promise<number> {
  const size = "SELECT pg_database_size(current_database()) AS bytes";
  const [row] = await reading(database, (read) => read(size, []));
  return Number(row!.bytes);
}

function print(title: string, result: MoveResult, { table }: Output): void {
  const { bookings, copied, finished, seconds, decisions, answers, verified } = result;
  table(`${title}: bookings by stage, ms:`, [
    ["", "seconds", "sent", "scored", "refused", "unanswered", "p50", "p99", "max"],
    ...Object.entries(bookings).map(([stage, one]) => [
      stage,
      ...[one.seconds, one.sent, one.scored, one.refused, one.unanswered].map(String),
      ...[one.latencyMs.p50, one.latencyMs.p99, one.latencyMs.max].map(String),
    ]),
  ]);
  table("What it took and what is the same:", [
    ...Object.entries(seconds).map(([what, one]) => [what, `${one} s`]),
    ["rows copied beside the service, and at the end", `${copied.copied}, ${finished.copied}`],
    ...Object.entries({ decisions, answers }).map(([what, { compared, lost, different }]) => [
      what,
      `${compared} compared, ${lost} lost, ${different} different`,
    ]),
    ["verified", `${verified.same} of ${verified.decisions} the same`],
  ]);
}
