import { expect, test } from "bun:test";
import { idAt } from "../../risk/period.ts";
import type { DecisionRecord } from "../../storage/port/decisions.ts";
import type { Store } from "../../storage/port/store.ts";
import { sampleDecisions, sampleMax } from "./sample.ts";

const dayMs = 86_400_000;
const start = Date.UTC(2026, 0, 5);
const period = { from: start, to: start + 10 * dayMs };

/** A store that has decisions of these times, in their order, and answers as the real one. */
function storeOf(times: readonly number[]): Store {
  const records = times.map((at, i) => ({
    id: `${idAt(at)}${String(i).padStart(8, "0")}`,
    decidedAt: at,
  }));
  const after = async (_: string, id: string, limit: number) => {
    const first = records.findIndex((one) => one.id > id);
    return first < 0 ? [] : records.slice(first, first + limit);
  };
  return { decisions: { after } } as unknown as Store;
}

async function read(times: readonly number[]): Promise<Pick<DecisionRecord, "id" | "decidedAt">[]> {
  const all: DecisionRecord[] = [];
  for await (const page of sampleDecisions("prj", period, storeOf(times))) all.push(...page);
  return all;
}

const even = (count: number, from: number, to: number) =>
  Array.from({ length: count }, (_, i) => from + Math.floor((i * (to - from)) / count));

test("where there are few decisions, all are read, whenever they were made", async () => {
  const last = period.to - 60_000;
  for (const times of [even(300, start, period.to), even(4000, last, period.to), [start], []]) {
    expect((await read(times)).map(({ decidedAt }) => decidedAt)).toEqual(times);
  }
});

test("where there are many, some of every day, none twice, and no more than the limit", async () => {
  const found = await read(even(50_000, start, period.to));
  expect(found.length).toBe(sampleMax);
  expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
  const days = found.map(({ decidedAt }) => Math.floor((decidedAt - start) / dayMs));
  for (let day = 0; day < 10; day++) {
    expect(days.filter((one) => one === day).length).toBe(sampleMax / 10);
  }
});

test("nothing before or behind the period is read", async () => {
  const times = [start - 1, start, period.to - 1, period.to];
  expect((await read(times)).map(({ decidedAt }) => decidedAt)).toEqual([start, period.to - 1]);
});
