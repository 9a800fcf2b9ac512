/** The weights of a simulated control group whose months end at the limit of their amounts, on a real store. */
import { expect, test } from "bun:test";
import { projectFixture } from "../../test/fixtures/project.ts";
import { sqliteStores } from "../../test/fixtures/storage/sqlite-stores.ts";
import { normalQuantile, wilsonInterval } from "../base/confidence-interval.ts";
import { seededRandom } from "../model/reasons/seeded-random.ts";
import type { StoredDraw } from "../storage/port/control-group.ts";
import type { DrawnDecision } from "../storage/port/decisions.ts";
import { monthOf } from "./control-group.ts";
import { controlGroupWeights } from "./control-group-weights.ts";

const stores = sqliteStores();
const share = 0.05;
const months = 12;
const drawnInMonth = 100;
/** Half of the bookings each. A month's limit is that of some 50 bookings. */
const cheap = { value: 20, fraud: 0.1 };
const expensive = { value: 1500, fraud: 0.6 };
const amountMax = 40_000;

test("the fraud of all that were drawn is within the interval of those that were let through", async () => {
  const store = await stores.open(stores.newFolder());
  const { id: projectId } = await projectFixture(store);
  const random = seededRandom("months that end");
  const frauds = new Set<string>();
  const drawn: DrawnDecision[] = [];
  for (let n = 0; n < months * drawnInMonth; n++) {
    const id = `dec_${String(n).padStart(6, "0")}`;
    const decidedAt = Date.UTC(2027, Math.floor(n / drawnInMonth), 15);
    const { value: amount, fraud } = random() < 0.5 ? cheap : expensive;
    if (random() < fraud) frauds.add(id);
    const of = { projectId, month: monthOf(decidedAt), currency: "EUR", bookingsMax: 1000 };
    const counted = await store.projects.countControlGroup({ ...of, amount, amountMax });
    const result = counted ? "allowed" : "limitReached";
    const controlGroup = JSON.stringify({ share, draw: share / 2, result } satisfies StoredDraw);
    drawn.push({ id, decidedAt, controlGroup } as DrawnDecision);
  }
  const page = async (_: string, last: string, limit: number) =>
    drawn.filter(({ id }) => id > last).slice(0, limit);
  const weightOf = await controlGroupWeights(projectId, { decisions: { drawn: page } } as never);
  const letThrough = drawn.filter(({ controlGroup }) => controlGroup!.includes("allowed"));
  const sumOf = (all: readonly DrawnDecision[], power = 1) =>
    all.reduce((sum, one) => sum + weightOf(one) ** power, 0);
  const all = sumOf(letThrough);
  expect(all).toBeCloseTo(drawn.length / share, 3);
  const estimate = sumOf(letThrough.filter(({ id }) => frauds.has(id))) / all;
  const bookings = all ** 2 / sumOf(letThrough, 2);
  const [low, high] = wilsonInterval(estimate, bookings, normalQuantile[0.95]);
  expect(frauds.size / drawn.length).toBeWithin(low, high);
  await store.close();
});
