import { expect, test } from "bun:test";
import { waitUntil } from "../../scripts/wait-until.ts";
import { type ReplayRuns, replayRuns } from "./replay-runs.ts";

const asked = { model: { name: "a", version: "1" }, projectId: "prj_1", from: 0 };

/** A program in the place of a replay, which is given a replay's arguments. */
const running = (program: string) => replayRuns([process.execPath, "-e", program, "--"]);

const over = (runs: ReplayRuns) =>
  waitUntil("the end of the replay", () => runs.running() === null);

test("a replay tells how far it has come, and nothing more when it is over", async () => {
  const line = JSON.stringify({ done: 0.5, decisions: 7, model: "another" });
  const runs = running(`process.stderr.write('${line}\\n'); setTimeout(() => {}, 300)`);
  expect(runs.start(asked, 5)).toBe(true);
  await waitUntil("the progress of the replay", () => runs.running()?.done === 0.5);
  expect(runs.running()).toEqual({ ...asked, startedAt: 5, done: 0.5, decisions: 7 });
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

test("one is under way at a time", async () => {
  const runs = running("setTimeout(() => {}, 200)");
  expect(runs.start(asked, 0)).toBe(true);
  expect(runs.start({ ...asked, model: { name: "b", version: "1" } }, 0)).toBe(false);
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
