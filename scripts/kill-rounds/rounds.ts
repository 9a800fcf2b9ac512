/** The rounds: start, check the round before, send, kill. */
import { Database } from "bun:sqlite";
import { join } from "node:path";
import { seededRandom } from "../../src/reasons/seeded-random.ts";
import { writeRecalibrated } from "../bench/recalibrated.ts";
import { startServer } from "../bench/start-server.ts";
import { checkRound } from "./check.ts";
import { type Ledger, newTallies, type RanCommand, type Tallies } from "./ledger.ts";
import { newLedger, sendUntil, type Target } from "./load.ts";

/** From the first call to the kill, ms. */
const killAfterMs = { min: 5, max: 600 };
/** A command is started this long before the first call at most, since its own start takes half a second, ms. */
const commandLeadMsMax = 600;

export interface Plan {
  executable: string;
  /** For the data and the second model. */
  folder: string;
  rounds: number;
  seed: string;
  progress: (done: number) => void;
}

export interface RoundsResult {
  tallies: Tallies;
  verified: { decisions: number; same: number };
  /** The databases, each with what SQLite's integrity check says. */
  integrity: string[];
}

/** Everything that stays the same over the rounds. */
interface Setup extends Plan {
  data: string;
  keys: { secretKey: string; publishableKey: string };
  models: readonly [string, string];
  random: () => number;
}

export async function runRounds(plan: Plan): Promise<RoundsResult> {
  const setup = await prepare(plan);
  const tallies = newTallies();
  let before: Ledger | null = null;
  for (let round = 1; round <= plan.rounds; round++) {
    before = await killedRound(setup, round, before, tallies);
    plan.progress(round);
  }
  const service = await serve(setup);
  if (before) await check(setup, service.url, before, tallies);
  service.process.kill("SIGTERM");
  await service.process.exited;
  const integrity = ["control.db", "events.db", "history.db"].map((name) =>
    integrityOf(setup.data, name),
  );
  return { tallies, verified: await verifyAll(setup), integrity };
}

async function prepare(plan: Plan): Promise<Setup> {
  const data = join(plan.folder, "data");
  const bare = { ...plan, data };
  const { projectId } = await command<{ projectId: string }>(bare, "project", "create", "Killed");
  const key = async (kind: string) => {
    const create = ["key", "create", "--project", projectId, "--kind", kind];
    return (await command<{ key: string }>(bare, ...create)).key;
  };
  const other = writeRecalibrated(join(plan.folder, "model"), "1.0.0", 0.1);
  const installed = await command<{ name: string; version: string }>(
    ...([bare, "model", "install", other] as const),
  );
  const [active] = await command<{ name: string; version: string }[]>(bare, "model", "list");
  const name = (model: { name: string; version: string }) => `${model.name}@${model.version}`;
  return {
    ...bare,
    keys: { secretKey: await key("secret"), publishableKey: await key("publishable") },
    models: [name(active!), name(installed)],
    random: seededRandom(`kill-rounds ${plan.seed}`),
  };
}

/** Starts the service, checks the round before, and kills it in the middle of this one. */
async function killedRound(
  setup: Setup,
  round: number,
  before: Ledger | null,
  tallies: Tallies,
): Promise<Ledger> {
  const service = await serve(setup);
  if (before) await check(setup, service.url, before, tallies);
  const ledger = newLedger(round);
  const { min, max } = killAfterMs;
  const killAt = min + setup.random() * (max - min);
  const stop = new AbortController();
  const target: Target = { url: service.url, ...setup.keys };
  const promoting = promoteUntil(setup, ledger, round, stop.signal);
  await Bun.sleep(setup.random() * commandLeadMsMax);
  const sending = sendUntil(target, ledger, setup.random, stop.signal);
  await Bun.sleep(killAt);
  service.process.kill("SIGKILL");
  await service.process.exited;
  stop.abort();
  await Promise.all([sending, promoting]);
  return ledger;
}

async function check(setup: Setup, url: string, ledger: Ledger, tallies: Tallies): Promise<void> {
  const models = await command<{ name: string; version: string; state: string }[]>(
    ...([setup, "model", "list"] as const),
  );
  const active = models.find(({ state }) => state === "active")!;
  const target = { url, ...setup.keys };
  await checkRound(setup.data, target, ledger, `${active.name}@${active.version}`, tallies);
}

/** Promotes the other model; killed with the service. */
async function promoteUntil(
  { executable, data, models }: Setup,
  ledger: Ledger,
  round: number,
  signal: AbortSignal,
): Promise<void> {
  const subject = models[round % 2]!;
  const ran: RanCommand = { kind: "promotion", subject, isAcknowledged: false };
  ledger.commands.push(ran);
  const child = Bun.spawn([executable, "model", "promote", subject, "--force", "--data", data], {
    stdio: ["ignore", "ignore", "ignore"],
    signal,
    killSignal: "SIGKILL",
  });
  ran.isAcknowledged = (await child.exited) === 0;
}

const serve = ({ executable, data }: Setup) =>
  startServer([
    ...[executable, "serve", "--port", "0", "--data", data],
    ...["--telemetry-address-limit", "0", "--telemetry-collection-limit", "0"],
  ]);

async function command<Result>(
  { executable, data }: { executable: string; data: string },
  ...args: string[]
): Promise<Result> {
  const child = Bun.spawn([executable, ...args, "--data", data, "--json"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, error] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  if ((await child.exited) !== 0) throw new Error(`${args.join(" ")}: ${error || out}`);
  return JSON.parse(out) as Result;
}

async function verifyAll(setup: Setup): Promise<RoundsResult["verified"]> {
  const result = await command<{ decisions: number; same: number }>(
    ...([setup, "decision", "verify", "--all"] as const),
  );
  return { decisions: result.decisions, same: result.same };
}

function integrityOf(folder: string, name: string): string {
  const database = new Database(join(folder, name), { readonly: true });
  const [first] = database.query<{ integrity_check: string }, []>("PRAGMA integrity_check").all();
  database.close();
  return `${name} ${first?.integrity_check ?? "unreadable"}`;
}
