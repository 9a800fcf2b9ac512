/**
 * `npm run kill-rounds`: kills the executable again and again in the middle of its work, and checks
 * after each restart that nothing it acknowledged is lost, stored twice, or stored in part.
 *
 *     npm run kill-rounds -- [--rounds 500] [--seed 1] [--data FOLDER] [--json]
 *
 * In each round, bookings (half of them with an idempotency key), outcomes and telemetry are sent at
 * once, and a command promotes a model, erases a guest or makes a backup. After a random number of answers, SIGKILL ends
 * the service and the command. The seed decides the numbers and what is sent; what the command has reached by
 * then depends on the machine. A round takes one to two seconds. The exit status is 1 after a violation.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { isViolated, kinds, type Tallies } from "./ledger.ts";
import { runRounds } from "./rounds.ts";

const root = resolve(import.meta.dir, "../../..");
const executable = join(root, "dist/booking-risk");
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "500" },
    seed: { type: "string", default: "1" },
    data: { type: "string" },
    json: { type: "boolean", default: false },
  },
});
const rounds = Number(values.rounds);
const folder = values.data ?? mkdtempSync(join(tmpdir(), "booking-risk-kills-"));

if (!existsSync(executable)) {
  await Bun.$`${process.execPath} ${join(root, "scripts/build/build.ts")}`.cwd(root).quiet();
}
const result = await runRounds({
  executable,
  folder,
  rounds,
  seed: values.seed,
  progress: (done) => {
    if (done % 25 === 0) process.stderr.write(`${done} of ${rounds} rounds\n`);
  },
});
if (values.json) process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
else process.stdout.write(table(result.tallies));
const { verified, integrity } = result;
process.stderr.write(
  `decision verify --all: ${verified.same} of ${verified.decisions} the same\n` +
    `integrity: ${integrity.join(", ")}\nseed ${values.seed}, ${rounds} rounds\n`,
);
if (values.data === undefined) rmSync(folder, { recursive: true });
const isWhole = integrity.every((line) => line.endsWith(" ok"));
const isVerified = verified.same === verified.decisions && verified.decisions > 0;
process.exit(isViolated(result.tallies) || !isWhole || !isVerified ? 1 : 0);

function table(tallies: Tallies): string {
  const heads = ["sent", "acknowledged", "lost", "doubled", "half", "unacknowledged"] as const;
  const line = (cells: readonly (string | number)[]) =>
    cells.map((cell, place) => String(cell)[place === 0 ? "padEnd" : "padStart"](15)).join("");
  const rows = kinds.map((kind) => line([kind, ...heads.map((head) => tallies[kind][head])]));
  return `${[line(["", ...heads]), ...rows].join("\n")}\n`;
}
