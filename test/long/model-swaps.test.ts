/** Models are swapped while bookings are scored. */
import { expect, test } from "bun:test";
import { join, resolve } from "node:path";
import { writeRecalibrated } from "../../scripts/bench/recalibrated.ts";
import { runLoad } from "../../scripts/bench/run-load.ts";
import { openDatabase } from "../fixtures/database.ts";
import { Installation } from "../fixtures/executable.ts";
import { swap, verifyAll } from "./swaps.ts";

test("swaps under load lose no request, and every decision verifies with the model it names", async () => {
  const registry = new Installation();
  const { secret } = await registry.project();
  const bundles = [
    writeRecalibrated(join(registry.folder, "higher"), "1.0.0", 0.5),
    writeRecalibrated(join(registry.folder, "lower"), "2.0.0", -0.7),
    resolve(import.meta.dir, "../fixtures/models/toolkits/lightgbm"),
  ];
  for (const bundle of bundles) await registry.json("model", "install", bundle);
  const listed = await registry.json<{ name: string; version: string }[]>("model", "list");
  const models = listed.map(({ name, version }) => `${name}@${version}`);
  const service = await registry.serve();
  const seconds = 8;
  let answered = 0;
  let swaps = 0;
  // The service checks at intervals which model is active. On a slow machine it misses some swaps.
  do {
    const [loaded] = await Promise.all([
      runLoad({
        url: `${service.url}/v1/risk`,
        headers: { "Content-Type": "application/json", "X-Service-Key": secret.key },
        seconds,
        connections: 64,
        rate: 300,
      }),
      swap(registry.data, models, 24, (seconds * 1000) / 24),
    ]);
    expect(Object.keys(loaded.statuses)).toEqual(["200"]);
    answered += loaded.statuses["200"]!;
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    swaps = Number(/booking_risk_model_swaps_total (\d+)/.exec(metrics)![1]);
  } while (swaps <= 10 || modelsThatDecided(registry.data) < 3);
  await service.stop();
  const { decisions, wrong, byModel } = await verifyAll(registry.data);
  expect(wrong).toBe(0);
  expect(decisions).toBeGreaterThanOrEqual(answered);
  expect(Object.keys(byModel).length).toBeGreaterThanOrEqual(3);
  expect(swaps).toBeGreaterThan(10);
  process.stdout.write(`swaps: ${swaps} under ${decisions} decisions, ${wrong} wrong\n`);
});

function modelsThatDecided(dataFolder: string): number {
  const database = openDatabase(join(dataFolder, "events.db"));
  const { models } = database
    .query<{ models: number }, []>(
      "SELECT count(DISTINCT model_name || '@' || model_version) AS models FROM decisions",
    )
    .get()!;
  database.close();
  return models;
}
