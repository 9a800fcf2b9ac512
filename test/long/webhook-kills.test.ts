/** Kills under load: no event of a denial is lost. On PostgreSQL: postgres/webhook-kills.test.ts. */
import { expect, test } from "bun:test";
import { Installation } from "../fixtures/executable.ts";
import { kills, webhookKillTrials } from "../fixtures/webhook-kill-trials.ts";

test(`no event of an acknowledged denial is lost in ${kills} kills`, async () => {
  const installation = new Installation();
  const serve = () => installation.serve("--webhook-network", "127.0.0.1");
  const { acknowledged } = await webhookKillTrials(installation, serve, kills);
  expect(acknowledged).toBeGreaterThan(kills);
}, 1_100_000);
