/** A hundred kills under load, on SQLite and of one of two copies on PostgreSQL: no event of a denial is lost. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { Installation } from "../fixtures/executable.ts";
import { describeWith } from "../fixtures/needs.ts";
import { type Databases, openDatabases, postgresql } from "../fixtures/postgres/cluster.ts";
import { webhookKillTrials } from "../fixtures/webhook-kill-trials.ts";

const trials = 100;
const flags = ["--webhook-network", "127.0.0.1"];

test("on SQLite", async () => {
  const installation = new Installation();
  const done = await webhookKillTrials(installation, () => installation.serve(...flags), trials);
  expect(done.acknowledged).toBeGreaterThan(trials);
}, 1_200_000);

describeWith(postgresql)("on PostgreSQL", () => {
  let databases: Databases;
  beforeAll(async () => {
    databases = await openDatabases();
  });
  afterAll(() => databases.remove());

  test("beside a copy that delivers, too", async () => {
    const environment = { DATABASE_URL: await databases.createDatabase() };
    const [killed, beside] = [new Installation(environment), new Installation(environment)];
    const copy = await beside.serve(...flags);
    const done = await webhookKillTrials(killed, () => killed.serve(...flags), trials);
    expect(done.acknowledged).toBeGreaterThan(trials);
    await copy.stop();
  }, 1_200_000);
});
