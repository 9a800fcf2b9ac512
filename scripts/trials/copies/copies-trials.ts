/**
 * `npm run copies-trials`: several copies of the executable on one PostgreSQL of its own, a random one of which
 * is killed in half of the trials, and what they promise together.
 *
 *     npm run copies-trials -- [--trials 1000] [--copies 4] [--seed 1]
 *
 * In turn: a key that is revoked, an idempotency key at all copies at once, attempts of one guest one after the
 * other and all at once, and another model. A trial takes a second or two. The seed decides who is killed and when;
 * what a copy has reached by then depends on the machine. The exit status is 1 after a violation.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { startCluster } from "../../programs/postgres.ts";
import { runTrials } from "./trials.ts";

const root = resolve(import.meta.dir, "../../..");
const executable = join(root, "dist/booking-risk");
const { values } = parseArgs({
  options: {
    trials: { type: "string", default: "1000" },
    copies: { type: "string", default: "4" },
    seed: { type: "string", default: "1" },
  },
});
if (!existsSync(executable)) {
  await Bun.$`${process.execPath} ${join(root, "scripts/build/build.ts")}`.cwd(root).quiet();
}
const folder = mkdtempSync(join(tmpdir(), "booking-risk-trials-"));
const cluster = await startCluster({ max_connections: "200" });
try {
  const { violations, verified, ...figures } = await runTrials({
    executable,
    folder,
    seed: values.seed,
    databaseUrl: await cluster.createDatabase(),
    trials: Number(values.trials),
    copies: Number(values.copies),
    progress: (done) => {
      if (done % 25 === 0) process.stderr.write(`${done} of ${values.trials} trials\n`);
    },
  });
  for (const violation of violations) process.stdout.write(`${violation}\n`);
  const sums = { ...figures, violations: violations.length, seed: values.seed };
  process.stdout.write(`${JSON.stringify(sums)}\n`);
  process.stdout.write(`verify --all: ${verified.same} of ${verified.decisions} the same\n`);
  const isVerified = verified.same === verified.decisions && verified.decisions > 0;
  process.exitCode = violations.length > 0 || !isVerified ? 1 : 0;
} finally {
  await cluster.remove();
  rmSync(folder, { recursive: true });
}
