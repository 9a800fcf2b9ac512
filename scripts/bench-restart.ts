/**
 * `npm run bench:restart`: for how long no booking is scored while the executable is restarted under load.
 *
 *     npm run bench:restart -- [--data FOLDER] [--rounds 3] [--rate 200] [--callers 16] [--drain 1]
 *       [--executable FILE] [--json]
 *
 * On an empty data folder, and on that of `--data`, to which a project and bookings are added. SIGTERM, and as
 * soon as the process has ended the next one is started on the same port, as systemd does it. Callers try
 * again where a connection is refused. Times are in seconds.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { bytesIn } from "./bench/process-facts.ts";
import { startServer } from "./bench/start-server.ts";
import { startCallers } from "./bench-restart/callers.ts";

const root = resolve(import.meta.dir, "..");
const { values } = parseArgs({
  options: {
    data: { type: "string" },
    rounds: { type: "string", default: "3" },
    rate: { type: "string", default: "200" },
    callers: { type: "string", default: "16" },
    drain: { type: "string", default: "1" },
    executable: { type: "string", default: join(root, "dist/booking-risk") },
    json: { type: "boolean", default: false },
  },
});
/** Under load before the restart, and after it, ms. */
const loadMs = 2000;

interface Restart {
  /** From SIGTERM to the end of the process, with the seconds of `--drain`. */
  stop: number;
  /** From then to the line `serving` in the log. */
  start: number;
  /** From the last booking that the old process scored to the first one of the new process. */
  down: number;
  /** From SIGTERM to that booking. */
  untilScored: number;
  /** The longest that a booking took with its tries. */
  slowestBooking: number;
  scored: number;
  refusedConnections: number;
  unanswered: number;
  otherAnswers: Record<string, number>;
}

if (!existsSync(values.executable)) throw new Error("run first: npm run build");
const empty = mkdtempSync(join(tmpdir(), "booking-risk-restart-"));
const results: Record<string, Restart[]> = {};
try {
  results["empty data folder"] = await measure(empty);
  if (values.data !== undefined) {
    const folder = resolve(values.data);
    const gigabytes = (bytesIn(folder) / 1e9).toFixed(1);
    results[`${values.data}, ${gigabytes} GB`] = await measure(folder);
  }
} finally {
  rmSync(empty, { recursive: true });
}
process.stdout.write(values.json ? `${JSON.stringify(results)}\n` : text());

async function measure(data: string): Promise<Restart[]> {
  const { projectId } = await command(data, "project", "create", "Restart");
  const of = ["--project", projectId!, "--kind", "secret"];
  const { key } = await command(data, "key", "create", ...of);
  let service = await startServer(serve(data, "0"));
  const { port } = new URL(service.url);
  const restarts: Restart[] = [];
  for (let i = 0; i < Number(values.rounds); i++) {
    const { restart, next } = await restartUnderLoad(service, serve(data, port), key!);
    restarts.push(restart);
    service = next;
  }
  service.process.kill("SIGTERM");
  await service.process.exited;
  return restarts;
}

type Started = Awaited<ReturnType<typeof startServer>>;

async function restartUnderLoad(
  service: Started,
  command: string[],
  key: string,
): Promise<{ restart: Restart; next: Started }> {
  const url = service.url.replace(/\/$/, "");
  const load = { count: Number(values.callers), rate: Number(values.rate) };
  const { calls, stop } = startCallers(url, key, load);
  await Bun.sleep(loadMs);
  const told = performance.now();
  service.process.kill("SIGTERM");
  const status = await service.process.exited;
  if (status !== 0) throw new Error(`the service ended with ${status}`);
  const ended = performance.now();
  const next = await startServer(command);
  const serving = performance.now();
  await Bun.sleep(loadMs);
  await stop();
  const at = calls.scoredAt.sort((a, b) => a - b);
  const last = at.findLast((one) => one <= ended)!;
  const first = at.find((one) => one > ended)!;
  const restart = {
    stop: seconds(ended - told),
    start: seconds(serving - ended),
    down: seconds(first - last),
    untilScored: seconds(first - told),
    slowestBooking: seconds(Math.max(...calls.waitedMs)),
    scored: at.length,
    refusedConnections: calls.refused,
    unanswered: calls.unanswered,
    otherAnswers: calls.others,
  };
  return { restart, next };
}

function seconds(ms: number): number {
  return Math.round(ms) / 1000;
}

function serve(data: string, port: string): string[] {
  const flags = ["--data", data, "--port", port, "--drain", values.drain];
  return [values.executable, "serve", ...flags];
}

async function command(data: string, ...words: string[]): Promise<Record<string, string>> {
  return Bun.$`${values.executable} ${words} --data ${data} --json`.json();
}

function text(): string {
  const lines = Object.entries(results).flatMap(([title, restarts]) => [
    `${title}:`,
    ...restarts.map(
      (one) =>
        `  no booking scored for ${one.down} s; stop ${one.stop} s, start ${one.start} s, SIGTERM to the first ` +
        `booking ${one.untilScored} s; slowest booking ${one.slowestBooking} s; ${one.scored} scored, ` +
        `${one.refusedConnections} connections refused, ${one.unanswered} unanswered, ` +
        `others ${JSON.stringify(one.otherAnswers)}`,
    ),
  ]);
  return `${lines.join("\n")}\n`;
}
