/** Trials of what several copies promise together, each on several copies at once, of which one may be killed. */
import { join } from "node:path";
import { Pool } from "pg";
import { seededRandom } from "../../../src/model/reasons/seeded-random.ts";
import { createKey, revokeKey } from "../../../src/projects/keys.ts";
import type { Store } from "../../../src/storage/port/store.ts";
import { openPostgresStore } from "../../../src/storage/postgres/postgres-store.ts";
import { bookingBodies } from "../../bench/bookings.ts";
import {
  type Answer,
  type Copies,
  type CopiesPlan,
  startCopies,
} from "../../bench/copies/copies.ts";
import { writeRecalibrated } from "../../bench/recalibrated.ts";
import { waitUntil } from "../../programs/wait-until.ts";

export const kinds = ["revocation", "idempotency", "velocity", "under way", "model"] as const;
export type Kind = (typeof kinds)[number];

export interface TrialsPlan extends CopiesPlan {
  trials: number;
  seed: string;
  progress: (done: number) => void;
}

export interface TrialsResult {
  trials: Record<Kind, number>;
  kills: number;
  /** Requests without a whole answer: sent to a copy that was killed. */
  unanswered: number;
  /** Idempotency keys that a killed copy was using, and that worked again after its attempt was closed. */
  heldKeys: number;
  /** Each with its trial's number. */
  violations: string[];
  /** The longest time from a promotion's confirmation until all copies decided by it, ms. */
  promotionMsMax: number;
  verified: { decisions: number; same: number };
}

/** From the first request of a trial to the kill, ms: a decision takes a few. */
const killWithinMs = 40;
const actor = { name: "trials" };

interface Setup {
  copies: Copies;
  /** Of this process: one more that changes keys and models while the copies run. */
  store: Store;
  pool: Pool;
  projectId: string;
  key: string;
  models: Model[];
  random: () => number;
  result: TrialsResult;
}

interface Model {
  name: string;
  version: string;
}

interface Trial extends Setup {
  number: number;
  violated(what: string): void;
  /** What is done after the last trial. */
  later: (() => Promise<void>)[];
}

export async function runTrials(plan: TrialsPlan): Promise<TrialsResult> {
  const setup = await prepare(plan);
  const { copies, result } = setup;
  const later: Trial["later"] = [];
  try {
    for (let number = 1; number <= plan.trials; number++) {
      const kind = kinds[(number - 1) % kinds.length]!;
      const violated = (what: string) => result.violations.push(`${number} ${kind}: ${what}`);
      await copies.restart();
      const killed = killAtRandom(setup);
      await run[kind]({ ...setup, number, violated, later });
      await killed;
      result.trials[kind] += 1;
      plan.progress(number);
    }
    for (const work of later) await work();
    await copies.restart();
    result.verified = await copies.command("decision", "verify", "--all");
    return result;
  } finally {
    await copies.end();
    await setup.store.close();
    await setup.pool.end();
  }
}

async function prepare(plan: TrialsPlan): Promise<Setup> {
  const copies = await startCopies(plan);
  const { projectId } = await copies.command<{ projectId: string }>("project", "create", "Trials");
  const { key } = await copies.command<{ key: string }>(
    "key",
    "create",
    "--project",
    projectId,
    "--kind",
    "secret",
  );
  const bundle = writeRecalibrated(join(plan.folder, "model"), "1.0.0", 0.1);
  await copies.command("model", "install", bundle);
  const result: TrialsResult = {
    trials: { revocation: 0, idempotency: 0, velocity: 0, "under way": 0, model: 0 },
    kills: 0,
    unanswered: 0,
    heldKeys: 0,
    violations: [],
    promotionMsMax: 0,
    verified: { decisions: 0, same: 0 },
  };
  const models = await copies.command<Model[]>("model", "list");
  return {
    copies,
    projectId,
    key,
    models,
    result,
    store: await openPostgresStore(plan.databaseUrl),
    pool: new Pool({ connectionString: plan.databaseUrl, max: 2 }),
    random: seededRandom(`copies-trials ${plan.seed}`),
  };
}

/** In half of the trials. */
async function killAtRandom({ copies, random, result }: Setup): Promise<void> {
  const [isKilled, copy, at] = [random() < 0.5, random(), random()];
  if (!isKilled) return;
  await Bun.sleep(at * killWithinMs);
  copies.kill(Math.floor(copy * copies.count));
  result.kills += 1;
}

const all = ({ copies }: Setup) => Array.from({ length: copies.count }, (_, copy) => copy);

/** One booking at each of these copies at once; null where no answer arrived. */
async function callAll(
  trial: Trial,
  to: number[],
  request: object,
  key = trial.key,
  same?: string,
) {
  const answers = await Promise.all(to.map((copy) => trial.copies.call(copy, key, request, same)));
  trial.result.unanswered += answers.filter((answer) => answer === null).length;
  return answers;
}

/** A booking of its own guest, whom no other trial has. */
function requestOf({ number }: Trial): object {
  const request = JSON.parse(bookingBodies()()) as {
    booker: Record<string, string>;
  };
  const booker = { ...request.booker, email: `guest-${number}@trials.example` };
  return { ...request, booker, requestId: `trial-${number}` };
}

const run: Record<Kind, (trial: Trial) => Promise<void>> = {
  async revocation(trial) {
    const deps = { store: trial.store, now: Date.now };
    const { projectId } = trial;
    const { key, keyId } = await createKey(deps, actor, { projectId, kind: "secret" });
    const request = requestOf(trial);
    for (const answer of await callAll(trial, all(trial), request, key)) {
      if (answer?.status === 401) trial.violated("a new key was refused");
    }
    await Promise.all([
      callAll(trial, all(trial), request, key), // Either is right while it is revoked.
      revokeKey(deps, actor, { keyId }),
    ]);
    for (const answer of await callAll(trial, [...all(trial), ...all(trial)], request, key)) {
      if (answer?.status === 200) trial.violated("a revoked key was accepted");
    }
  },

  async idempotency(trial) {
    const request = requestOf(trial);
    const name = `trial ${trial.number}`;
    const { kills } = trial.result;
    const answers = await callAll(trial, [...all(trial), ...all(trial)], request, trial.key, name);
    const again = async () => {
      await trial.copies.restart();
      answers.push(...(await callAll(trial, all(trial), request, trial.key, name)));
      return answersOf(answers).size > 0;
    };
    const check = async () => {
      const answered = answersOf(answers).size;
      if (answered !== 1) trial.violated(`${answered} decisions were answered`);
      const stored = (await storedOf(trial)).length;
      if (stored !== 1) trial.violated(`${stored} decisions are stored`);
    };
    if ((await again()) || trial.result.kills === kills) return check();
    // The copy that was killed had begun: the others answer 503 until its attempt is closed.
    trial.result.heldKeys += 1;
    trial.later.push(async () => {
      await waitUntil("a key that a killed copy used", again);
      await check();
    });
  },

  /** One after the other, each at another copy. */
  async velocity(trial) {
    const request = requestOf(trial);
    const answers = [];
    for (const copy of [...all(trial), ...all(trial)]) {
      answers.push(...(await callAll(trial, [copy], request)));
    }
    await checkCounts(trial, answers);
  },

  /** All at once. */
  async "under way"(trial) {
    const eight = [...all(trial), ...all(trial)];
    await checkCounts(trial, await callAll(trial, eight, requestOf(trial)));
  },

  async model(trial) {
    const { store, number, models, result } = trial;
    const { name, version } = models[Math.floor(number / kinds.length) % models.length]!;
    const request = requestOf(trial);
    const promotion = { projectId: null, name, version, actor: actor.name, promotedAt: Date.now() };
    const entry = { at: Date.now(), actor: actor.name, action: "model.promote" };
    const about = { subject: `${name}@${version}`, projectId: null, detail: "{}" };
    await Promise.all([
      callAll(trial, all(trial), request),
      store.models.promote(promotion, { ...entry, ...about }),
    ]);
    const promotedAt = performance.now();
    await waitUntil(`all copies decide by ${name}@${version}`, async () => {
      const answers = (await callAll(trial, all(trial), request)).flatMap((one) => one?.body ?? []);
      const { rows } = await trial.pool.query<{ named: string }>(
        "SELECT model_name || '@' || model_version AS named FROM decisions WHERE project_id = $1 AND id = ANY($2)",
        [trial.projectId, answers.map(({ decisionId }) => decisionId)],
      );
      if (rows.length !== answers.length) trial.violated("an acknowledged decision is not stored");
      return rows.every(({ named }) => named === `${name}@${version}`);
    });
    result.promotionMsMax = Math.max(result.promotionMsMax, performance.now() - promotedAt);
  },
};

const answersOf = (answers: readonly (Answer | null)[]) =>
  new Set(answers.flatMap((answer) => answer?.body?.decisionId ?? []));

/** The decisions of a trial's request, in the order of their places. */
async function storedOf({ pool, projectId, number }: Trial) {
  const { rows } = await pool.query<{ id: string; evidence: string }>(
    "SELECT id, evidence FROM decisions WHERE project_id = $1 AND request_id = $2 ORDER BY id",
    [projectId, `trial-${number}`],
  );
  return rows;
}

/**
 * In the order of their places each stored attempt must have counted all stored ones before it. It may have
 * counted more only where attempts were under way that were not stored.
 */
async function checkCounts(
  trial: Trial,
  answers: Awaited<ReturnType<typeof callAll>>,
): Promise<void> {
  const rows = await storedOf(trial);
  const stored = new Set(rows.map(({ id }) => id));
  for (const answer of answers) {
    if (answer?.body && !stored.has(answer.body.decisionId)) {
      trial.violated("an acknowledged decision is not stored");
    }
  }
  const failed = answers.length - rows.length;
  let last = -1;
  for (const [before, { evidence }] of rows.entries()) {
    const { history } = JSON.parse(evidence) as {
      history: { attempts: { email: { "24h": number } } };
    };
    const count = history.attempts.email["24h"];
    if (count < before || count > before + failed || count <= last) {
      trial.violated(`the attempt after ${before} others counted ${count}; ${failed} failed`);
    }
    last = count;
  }
}
