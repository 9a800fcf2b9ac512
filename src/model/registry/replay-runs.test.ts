import { afterAll, afterEach, beforeEach, expect, jest, test } from "bun:test";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import { nextTurn, turnsUntil } from "../../../test/fixtures/turns.ts";
import { type ReplayRuns, replayRuns } from "./replay-runs.ts";

const asked = { model: { name: "a", version: "1" }, projectId: "prj_1", from: 0 };

/** A program in the place of a replay, which is given a replay's arguments. */
const running = (program: string) => replayRuns([process.execPath, "-e", program, "--"]);

/** Of each program that asks whether it may end: answers it. */
let questions: (() => void)[];
beforeEach(() => {
  questions = [];
});
afterEach(() => {
  jest.useRealTimers();
});
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  idleTimeout: 0,
  fetch: () => new Promise((resolve) => questions.push(() => resolve(new Response()))),
});
afterAll(() => server.stop(true));

/** A program that goes on until `end` is called. */
const untilTold = `await fetch(${JSON.stringify(server.url.href)})`;
async function end(): Promise<void> {
  await waitUntil("the program", () => questions.length > 0);
  questions.shift()!();
}

const over = (runs: ReplayRuns) =>
  waitUntil("the end of the replay", () => runs.running() === null);

test("a replay tells how far it has come, and nothing more when it is over", async () => {
  const line = JSON.stringify({ done: 0.5, decisions: 7, model: "another" });
  const runs = running(`process.stderr.write('${line}\\n'); ${untilTold}`);
  expect(runs.start(asked, 5)).toBe(true);
  await waitUntil("the progress of the replay", () => runs.running()?.done === 0.5);
  expect(runs.running()).toEqual({ ...asked, startedAt: 5, done: 0.5, decisions: 7 });
  await end();
  await over(runs);
  expect(runs.failedAt(asked.model)).toBeNull();
});

test("it is asked for what was asked, as the command line is", async () => {
  const wanted = ["a@1", "--project", "prj_1", "--from", "1970-01-01T00:00:00.000Z"];
  const program = `process.exit(process.argv.join(" ").includes(${JSON.stringify(wanted.join(" "))}) ? 0 : 1)`;
  const runs = running(program);
  runs.start(asked, 0);
  await over(runs);
  expect(runs.failedAt(asked.model)).toBeNull();
  runs.start({ ...asked, projectId: null }, 0);
  await over(runs);
  expect(runs.failedAt(asked.model)).toBeNumber();
});

test("projects have one place each, and turns", async () => {
  const runs = running(untilTold);
  const of = (projectId: string | null) => ({ ...asked, projectId });
  expect([runs.start(of("prj_1"), 0), runs.start(of("prj_2"), 0), runs.start(of(null), 0)]).toEqual(
    [true, true, true],
  );
  expect([runs.start(of("prj_1"), 0), runs.start(of("prj_2"), 0)]).toEqual([false, false]);
  expect(runs.running()?.projectId).toBe("prj_1");
  expect(runs.waiting().map(({ projectId }) => projectId)).toEqual(["prj_2", null]);
  await end();
  await waitUntil("the second's turn", () => runs.running()?.projectId === "prj_2");
  expect(runs.start(of("prj_1"), 0)).toBe(true);
  expect(runs.waiting().map(({ projectId }) => projectId)).toEqual([null, "prj_1"]);
  await runs.stop();
});

test("one that takes long ends where another project waits, and only there", async () => {
  jest.useFakeTimers();
  const turnMs = 100;
  const runs = replayRuns([process.execPath, "-e", untilTold, "--"], turnMs);
  runs.start(asked, 0);
  await turnsUntil(() => questions.length > 0);
  jest.advanceTimersByTime(4 * turnMs);
  await nextTurn();
  expect(runs.running()?.projectId).toBe("prj_1");
  runs.start({ ...asked, projectId: "prj_2", model: { name: "b", version: "1" } }, 0);
  jest.advanceTimersByTime(turnMs);
  await turnsUntil(() => runs.running()?.projectId !== "prj_1");
  expect(runs.running()?.projectId).toBe("prj_2");
  expect(runs.failedAt(asked.model)).toBeNumber();
  await runs.stop();
});

test("one is under way at a time", async () => {
  const runs = running(untilTold);
  expect(runs.start(asked, 0)).toBe(true);
  expect(runs.start({ ...asked, model: { name: "b", version: "1" } }, 0)).toBe(false);
  await end();
  await over(runs);
  expect(runs.start(asked, 0)).toBe(true);
  await runs.stop();
});

test("that one failed is known until the next begins", async () => {
  const runs = running("process.stderr.write('no such model\\n'); process.exit(1)");
  runs.start(asked, 0);
  await over(runs);
  expect(runs.failedAt(asked.model)).toBeNumber();
  runs.start(asked, 0);
  expect(runs.failedAt(asked.model)).toBeNull();
  await over(runs);
});

test("who stops the service ends it, which is no failure", async () => {
  const runs = running("setInterval(() => {}, 1000)");
  runs.start(asked, 0);
  await runs.stop();
  await over(runs);
  expect(runs.failedAt(asked.model)).toBeNull();
  expect(runs.start(asked, 0)).toBe(false);
});

test("one whose program cannot be started has failed, and those that wait have their turns", async () => {
  const runs = replayRuns(["/there/is/no/such/program"]);
  const other = { ...asked, projectId: "prj_2", model: { name: "b", version: "1" } };
  expect([runs.start(asked, 0), runs.start(other, 0)]).toEqual([true, true]);
  await over(runs);
  expect([asked, other].map(({ model }) => runs.failedAt(model))).toEqual([
    expect.any(Number),
    expect.any(Number),
  ]);
  expect(runs.start(asked, 0)).toBe(true);
  await over(runs);
});
