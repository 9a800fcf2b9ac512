/** The evidence of the control group, from decisions and reports in a real store. */
import { expect, test } from "bun:test";
import { decisionFixture } from "../../../test/fixtures/storage/decision.ts";
import { sqliteStores } from "../../../test/fixtures/storage/sqlite-stores.ts";
import type { ReportingDelay } from "../../risk/outcomes/reporting-delay.ts";
import type { DrawResult } from "../../storage/port/control-group.ts";
import { withdrawn } from "../../storage/port/outcomes.ts";
import { controlEvidence } from "./control-evidence.ts";

const stores = sqliteStores();
const projectId = "prj_1";
/** Half of the frauds are reported by now. */
const delay = {
  observedUntil: 1000,
  knownWithin: () => ({ share: 0.5, error: 0 }),
} as unknown as ReportingDelay;

test("counts who could be drawn and who could not, and the outcomes of those let through", async () => {
  const store = await stores.open(stores.newFolder());
  let made = 0;
  const request = (value: number) =>
    JSON.stringify({ booking: { totalAmount: { value, currency: "EUR" } } });
  const add = async (
    result: DrawResult | null,
    riskScore: number,
    outcomes: string[] = [],
    share = 0.02,
    drawnAt: number | null = 0.01,
  ) => {
    const number = made++;
    const at = 10 * number;
    const id = `dec_${String(number).padStart(6, "0")}`;
    const added = decisionFixture(projectId, id, at, { email: number });
    const draw = result && { share, draw: result === "otherGuest" ? null : drawnAt, result };
    const controlGroup = draw && JSON.stringify(draw);
    await store.decisions.commit({
      ...added,
      decision: { ...added.decision, riskScore, controlGroup, request: request(1000 * number) },
    });
    for (const [n, outcome] of outcomes.entries()) {
      await store.outcomes.report({
        projectId,
        decisionId: id,
        outcome,
        occurredAt: null,
        note: null,
        requestId: `${n}`,
        keyId: null,
        reportedAt: at + n,
      });
    }
  };
  await add("allowed", 80, ["fraud"]); // Before the range.
  await add("allowed", 80, ["chargeback"]);
  await add("allowed", 80, ["legitimate"]);
  await add("allowed", 80, ["fraud", withdrawn]);
  await add("denied", 80, ["fraud"]);
  await add("limitReached", 80);
  await add("otherGuest", 80);
  await add(null, 80, ["fraud"]);
  await add("allowed", 90);
  await add("allowed", 91, ["fraud"], 0.05);
  await add("denied", 95, [], 0.02, null); // The guest's data was removed, and the draw with it.
  const range = { from: 10, to: 5000, currency: "EUR" };
  const found = await controlEvidence(projectId, range, delay, store);
  expect([found.drawn[80], found.excluded[80], found.drawn[90]]).toEqual([5, 1, 1]);
  expect([found.drawn[95], found.excluded[95]]).toEqual([1, 0]);
  // Bookings of 10, 20 and 30 EUR were let through, and the first of them was fraud.
  expect(found.evidence[80]).toEqual({
    frauds: 1,
    exposure: 1.5,
    exposureError: 0,
    amounts: {
      frauds: { known: 1, sum: 10, squares: 100 },
      exposure: { known: 1.5, sum: 30, squares: 700 },
    },
  });
  // Drawn with a larger share, it stands for fewer.
  const { frauds, exposure, amounts } = found.evidence[91]!;
  expect([frauds, exposure]).toEqual([expect.closeTo(0.4), expect.closeTo(0.2)]);
  expect([amounts.frauds.known, amounts.frauds.sum]).toEqual([
    expect.closeTo(0.4),
    expect.closeTo(36),
  ]);
  const dollars = await controlEvidence(projectId, { ...range, currency: "USD" }, delay, store);
  expect(dollars.evidence[80]!.amounts.exposure.known).toBe(0);
  expect(found.evidence[90]).toMatchObject({ frauds: 0, exposure: 0.5 });
  expect((await controlEvidence("prj_2", range, delay, store)).drawn[80]).toBe(0);
});
