/** The rounds: start, check the round before, send, kill. */
import { Database } from "bun:sqlite";
import { join } from "node:path";
import { seededRandom } from "../../../src/model/reasons/seeded-random.ts";
import { bookingBodies } from "../../bench/bookings.ts";
import { writeRecalibrated } from "../../bench/recalibrated.ts";
import { startServer } from "../../bench/start-server.ts";
import { waitUntil } from "../../programs/wait-until.ts";
import { checkCalls } from "./check.ts";
import { bookErased, type Commands, checkCommand, commandOf, runUntil } from "./commands.ts";
import { command, onData } from "./executable.ts";
import { type Ledger, newTallies, type Tallies } from "./ledger.ts";
import { sendUntil, type Target } from "./load.ts";

/** Most decisions that are acknowledged before a kill. */
const decisionsMax = 200;
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
interface Setup extends Plan, Commands {
  keys: { secretKey: string; publishableKey: string };
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
  const on = { executable: plan.executable, data: join(plan.folder, "data") };
  const { projectId } = await command<{ projectId: string }>(on, ["project", "create", "Killed"]);
  const key = async (kind: string) => {
    const create = ["key", "create", "--project", projectId, "--kind", kind];
    return (await command<{ key: string }>(on, create)).key;
  };
  type Named = { name: string; version: string };
  const name = (model: Named) => `${model.name}@${model.version}`;
  const other = writeRecalibrated(join(plan.folder, "model"), "1.0.0", 0.1);
  const installed = await command<Named>(on, ["model", "install", other]);
  const [active] = await command<Named[]>(on, ["model", "list"]);
  return {
    ...plan,
    ...on,
    projectId,
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
  const ran = commandOf(setup, round);
  const ledger: Ledger = { round, bookings: [], outcomes: [], batches: [], command: ran };
  // Of its own generator: how often the other one is asked depends on the machine.
  const least = Math.floor(seededRandom(`kill ${setup.seed} ${round}`)() * decisionsMax);
  const stop = new AbortController();
  const target: Target = { url: service.url, ...setup.keys };
  if (ran.kind === "erasure") await bookErased(target, bookingBodies()(), ran);
  const running = runUntil(setup, ran, stop.signal);
  await Bun.sleep(setup.random() * commandLeadMsMax);
  const sending = sendUntil(target, ledger, setup.random, stop.signal);
  await waitUntil("acknowledged calls", () => hasAcknowledged(ledger, least), { intervalMs: 1 });
  service.process.kill("SIGKILL");
  await service.process.exited;
  stop.abort();
  await Promise.all([sending, running]);
  return ledger;
}

/** Whether so many bookings were answered, half as many batches of telemetry, and a tenth as many outcomes. */
function hasAcknowledged({ bookings, batches, outcomes }: Ledger, least: number): boolean {
  const count = (sent: readonly { isAcknowledged: boolean }[]) =>
    sent.filter(({ isAcknowledged }) => isAcknowledged).length;
  return (
    bookings.filter(({ answer }) => answer !== null).length >= least &&
    count(batches) >= Math.floor(least / 2) &&
    count(outcomes) >= Math.floor(least / 10)
  );
}

async function check(setup: Setup, url: string, ledger: Ledger, tallies: Tallies): Promise<void> {
  await checkCalls(setup.data, { url, ...setup.keys }, ledger, tallies);
  await checkCommand(setup, ledger, tallies);
}

const serve = (setup: Setup) =>
  startServer(
    onData(setup, [
      "serve",
      "--port",
      "0",
      "--telemetry-address-limit",
      "0",
      "--telemetry-collection-limit",
      "0",
    ]),
  );

async function verifyAll(setup: Setup): Promise<RoundsResult["verified"]> {
  const { decisions, same } = await command<RoundsResult["verified"]>(setup, [
    "decision",
    "verify",
    "--all",
  ]);
  return { decisions, same };
}

function integrityOf(folder: string, name: string): string {
  const database = new Database(join(folder, name), { readonly: true });
  const [first] = database.query<{ integrity_check: string }, []>("PRAGMA integrity_check").all();
  database.close();
  return `${name} ${first?.integrity_check ?? "unreadable"}`;
}
