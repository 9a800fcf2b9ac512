/**
 * `npm run bench -- overload`: the executable past its capacity, and bookings while others send requests without a key.
 *
 *     npm run bench -- overload [--only overload,projects,connections,floods] [--seconds 60] [--connections 1500]
 *       [--beside-seconds 6] [--rounds 3] [--executable FILE]
 *
 * - `overload`: bookings are due at 1.5 and 3 times the capacity, for `--seconds`, on `--connections`.
 * - `projects`: one project sends 10 times its share, another one half of its own.
 * - `connections`: 100 bookings a second without and with 4,200 unfinished requests, and 10,000 idle connections.
 * - `floods`: 100 bookings a second without and with 16 connections of one address at the lowest priority
 *   (`nice -n 19`), which ask for a public path as fast as they are answered; each path in each round.
 *
 * The bookings' addresses are sent in X-Forwarded-For, as by a proxy; a flood has this machine's.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { significant, whole as withCommas } from "../figures.ts";
import { executableOf, Installation, type Service } from "../installation.ts";
import type { Target } from "../load.ts";
import { median } from "../median.ts";
import { runLoad } from "../run-load.ts";
import { type Output, positive, scenario, someOf, text, whole } from "../scenario.ts";
import {
  type Beside,
  bookingsBeside,
  type Disturbance,
  floods,
  heldConnections,
  pace,
} from "./beside.ts";
import { type Loaded, tooMany, twoProjects } from "./past-capacity.ts";

const unfinished = "POST /v1/risk HTTP/1.1\r\nHost: x\r\nContent-Length: 2000\r\n\r\n{";

export default scenario(
  {
    only: someOf(["overload", "projects", "connections", "floods"]),
    seconds: positive(60),
    connections: whole(1500),
    "beside-seconds": positive(6),
    rounds: whole(3),
    executable: text,
  },
  async ({ only, executable, ...sizes }, output) => {
    const folder = mkdtempSync(join(tmpdir(), "booking-risk-overload-"));
    const installation = new Installation(await executableOf(executable), folder);
    const [one, other] = [await installation.project("one"), await installation.project("other")];
    const service = await installation.serve("--trusted-proxy", "127.0.0.1");
    try {
      const target = (key: string, n: number): Target => {
        const { url, headers } = service.bookings({ key });
        return { url, headers: { ...headers, "X-Forwarded-For": `192.0.2.${n}` } };
      };
      const [many, few] = [target(one.key, 1), target(other.key, 2)];
      const wanted = { ...sizes, service, log: output.log };
      await runLoad({ ...many, seconds: 3, connections: 64 }); // The first of them are slower.
      const result: Record<string, Loaded[] | Beside[]> = {};
      if (only.includes("overload")) result.overload = await tooMany(many, wanted);
      if (only.includes("projects")) result.projects = await twoProjects(many, few, wanted);
      for (const loaded of Object.values(result)) printLoaded(loaded as Loaded[], output);
      const besides = await disturbances(service, only);
      if (besides.length > 0) result.beside = await beside(besides, many, sizes, output);
      return { result };
    } finally {
      await service.stop();
      rmSync(folder, { recursive: true });
    }
  },
);

async function disturbances(service: Service, only: readonly string[]): Promise<Disturbance[]> {
  const held = [
    heldConnections(service, { count: 4200, text: unfinished }),
    heldConnections(service, { count: 10_000, text: "" }),
  ];
  return [
    ...(only.includes("connections") ? held : []),
    ...(only.includes("floods") ? await floods(service) : []),
  ];
}

async function beside(
  all: readonly Disturbance[],
  target: Target,
  { rounds, "beside-seconds": seconds }: { rounds: number; "beside-seconds": number },
  output: Output,
): Promise<Beside[]> {
  const measured: Beside[] = [];
  for (let round = 1; round <= rounds; round++) {
    output.log(`Bookings while others send requests, round ${round} of ${rounds} …`);
    for (const one of all)
      measured.push(await bookingsBeside(one, { ...target, ...pace, seconds }));
  }
  const rows = all.map(({ title }) => besideRow(measured.filter((one) => one.title === title)));
  const head = [
    "",
    "p50 without",
    "beside",
    "p99 without",
    "beside",
    "ratio",
    "not scored",
    "answers/s",
  ];
  const about = `${pace.rate} bookings a second, ${rounds} times ${seconds} s without and with them; ms since due, medians:`;
  output.table(about, [head, ...rows]);
  return measured;
}

/** @param rounds those of one disturbance. */
function besideRow(rounds: readonly Beside[]): string[] {
  const of = (side: "without" | "beside", name: "p50" | "p99") =>
    significant(median(rounds.map((round) => round[side].scoredMs[name])));
  const ratios = rounds.map(({ without, beside }) => beside.scoredMs.p99 / without.scoredMs.p99);
  const notScored = rounds.reduce((sum, { beside }) => sum + beside.notScored, 0);
  const answered = rounds.flatMap(({ flooded }) => flooded?.perSecond ?? []);
  const statuses = new Set(rounds.flatMap(({ flooded }) => Object.keys(flooded?.statuses ?? {})));
  return [
    rounds[0]!.title,
    of("without", "p50"),
    of("beside", "p50"),
    of("without", "p99"),
    of("beside", "p99"),
    significant(median(ratios)),
    withCommas(notScored),
    answered.length === 0 ? "" : `${withCommas(median(answered))} with ${[...statuses].join(", ")}`,
  ];
}

function printLoaded(all: readonly Loaded[], output: Output): void {
  // biome-ignore format: a list
  const head = [
    "", "due", "unsent", "scored", "refused", "unanswered", "of capacity", "scored p50", "p99",
    "refused p50", "p99", "recovered in", "main", "others", "generators",
  ];
  const rows = all.map((one) => [
    one.title,
    ...[one.due, one.unsent, one.scored, one.refused, one.unanswered].map(withCommas),
    one.ofCapacity?.toFixed(2) ?? "",
    ...[one.scoredMs, one.refusedMs].flatMap(({ p50, p99 }) => [p50, p99].map(significant)),
    one.secondsToRecover === null ? "" : `${one.secondsToRecover} s`,
    ...Object.values(one.cores).map((busy: number) => busy.toFixed(2)),
  ]);
  output.table("Requests, latencies in ms, and processors that were busy:", [head, ...rows]);
}
