/** No event is lost with a killed service; test/long has more kills, on PostgreSQL too. */
import { expect, test } from "bun:test";
import { Installation } from "../fixtures/executable.ts";
import { webhookKillTrials } from "../fixtures/webhook-kill-trials.ts";

test("no event of an acknowledged denial is lost in 3 kills", async () => {
  const installation = new Installation();
  const serve = () => installation.serve("--webhook-network", "127.0.0.1");
  const { acknowledged, received } = await webhookKillTrials(installation, serve, 3);
  expect(acknowledged).toBeGreaterThan(0);
  expect(received).toBeGreaterThanOrEqual(acknowledged);
});
