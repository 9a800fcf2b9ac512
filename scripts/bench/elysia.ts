/**
 * What the service's own framework does with the service's own schema and one insert: Elysia with TypeBox
 * and bun:sqlite. It neither looks anything up nor scores.
 *
 *     bun elysia.ts DATABASE      prints {"url": …} when it listens
 *
 * The requests that arrive in one turn of the event loop share a transaction, and are answered after its
 * commit.
 */
import { Database } from "bun:sqlite";
import { Elysia } from "elysia";
import { RiskRequest } from "../../src/attempt/request/risk-request.ts";

const db = new Database(process.argv[2]!, { create: true });
db.run("PRAGMA journal_mode = WAL");
db.run("PRAGMA synchronous = FULL");
db.run(
  "CREATE TABLE IF NOT EXISTS decision (id INTEGER PRIMARY KEY, request TEXT NOT NULL) STRICT",
);
const insert = db.query("INSERT INTO decision (request) VALUES (?)");

let waiting: { request: string; done: PromiseWithResolvers<number> }[] = [];
const insertAll = db.transaction((batch: typeof waiting) =>
  batch.map(({ request }) => Number(insert.run(request).lastInsertRowid)),
);

function store(request: string): Promise<number> {
  const done = Promise.withResolvers<number>();
  waiting.push({ request, done });
  if (waiting.length === 1) setImmediate(commit);
  return done.promise;
}

function commit(): void {
  const batch = waiting;
  waiting = [];
  try {
    const ids = insertAll.immediate(batch);
    batch.forEach(({ done }, i) => void done.resolve(ids[i]!));
  } catch (error) {
    for (const { done } of batch) done.reject(error);
  }
}

const app = new Elysia()
  .post(
    "/v1/risk",
    async ({ body }) => {
      const id = await store(JSON.stringify(body));
      return {
        decisionId: `dec_${id}`,
        riskScore: 0,
        riskLevel: "low",
        suggestedAction: "allow",
        riskSetting: "balanced",
        decidedAt: new Date().toISOString(),
      };
    },
    { body: RiskRequest },
  )
  .listen({ hostname: "127.0.0.1", port: 0 });
process.stdout.write(`${JSON.stringify({ url: app.server!.url.origin })}\n`);
