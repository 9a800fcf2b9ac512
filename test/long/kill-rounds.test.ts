/** The rounds of `npm run kill-rounds`, a few of them, and that their check finds what is wrong. */
import { expect, test } from "bun:test";
import { checkCalls } from "../../scripts/trials/kills/check.ts";
import { isViolated, type Ledger, newTallies } from "../../scripts/trials/kills/ledger.ts";
import { runRounds } from "../../scripts/trials/kills/rounds.ts";
import { fullRequest } from "../fixtures/booking.ts";
import { openDatabase } from "../fixtures/database.ts";
import { callRisk, Installation } from "../fixtures/executable.ts";

test("nothing acknowledged is lost, doubled or half, in 10 kills", async () => {
  const { executable, folder } = new Installation();
  const plan = { executable, folder, rounds: 10, seed: "test", progress: () => {} };
  const { tallies, verified, integrity } = await runRounds(plan);
  // Each kill waits for a number of answers that the seed decides: these are fewer than it decides for all.
  expect(tallies.decision.acknowledged).toBeGreaterThan(500);
  expect(tallies.outcome.acknowledged).toBeGreaterThan(50);
  expect(tallies.batch.acknowledged).toBeGreaterThan(250);
  expect([isViolated(tallies), tallies]).toEqual([false, tallies]);
  expect(verified.same).toBe(verified.decisions);
  expect(integrity).toEqual(["control.db ok", "events.db ok", "history.db ok"]);
});

test("the check finds what is lost, doubled and half", async () => {
  const installation = new Installation();
  const { secret, publishable } = await installation.project();
  const service = await installation.serve();
  const command = { kind: "promotion", subject: "", isAcknowledged: false } as const;
  const ledger: Ledger = { round: 1, bookings: [], outcomes: [], batches: [], command };
  for (const requestId of ["kill-1-0", "kill-1-1", "kill-1-2"]) {
    const body = JSON.stringify({ ...fullRequest(), requestId });
    const answer = (await (await callRisk(service.url, secret.key, body)).json()) as never;
    ledger.bookings.push({ requestId, body, idempotencyKey: null, answer });
  }
  const lost = { sequence: 7, collectionId: "col_lost0000", isAcknowledged: true };
  ledger.batches.push(lost);
  const events = openDatabase(`${installation.data}/events.db`);
  events.run("PRAGMA busy_timeout = 5000");
  events.run("DELETE FROM decisions WHERE request_id = 'kill-1-0'");
  events.run("UPDATE decisions SET risk_score = 98 - risk_score WHERE request_id = 'kill-1-1'");
  events.run("UPDATE decisions SET request_id = 'kill-1-1' WHERE request_id = 'kill-1-2'");
  events.close();
  const target = { url: service.url, secretKey: secret.key, publishableKey: publishable.key };
  const tallies = newTallies();
  await checkCalls(installation.data, target, ledger, tallies);
  expect(tallies.decision).toMatchObject({
    sent: 3,
    acknowledged: 3,
    lost: 2,
    doubled: 1,
    half: 1,
  });
  expect(tallies.batch).toMatchObject({ sent: 1, acknowledged: 1, lost: 1 });
  expect(isViolated(tallies)).toBe(true);
  await service.stop();
});
