/** Kills of one of two copies under load, while the other delivers, too: no event of a denial is lost. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Databases, openDatabases, postgresql } from "../../../scripts/programs/postgres.ts";
import { Installation } from "../../fixtures/executable.ts";
import { describeWith } from "../../fixtures/needs.ts";
import { kills, webhookKillTrials } from "../../fixtures/webhook-kill-trials.ts";

const flags = ["--webhook-network", "127.0.0.1"];

describeWith(postgresql)("two copies", () => {
  let databases: Databases;
  beforeAll(async () => {
    databases = await openDatabases();
  });
  afterAll(() => databases.remove());

  test(`lose no event of an acknowledged denial in ${kills} kills of one`, async () => {
    const environment = { DATABASE_URL: await databases.createDatabase() };
    const [killed, beside] = [new Installation(environment), new Installation(environment)];
    const copy = await beside.serve(...flags);
    const serve = () => killed.serve(...flags);
    const { acknowledged } = await webhookKillTrials(killed, serve, kills);
    expect(acknowledged).toBeGreaterThan(kills);
    await copy.stop();
  }, 1_100_000);
});
