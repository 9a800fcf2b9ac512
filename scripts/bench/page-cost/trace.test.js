import { expect, test } from "bun:test";
import { mainThread } from "./trace.mjs";

const where = { pageUrl: "http://hotel.test/a/", scriptOrigin: "http://collect.test" };
const ours = { data: { url: "http://collect.test/a/script.js" } };
const others = { data: { url: "http://collect.test.example/script.js" } };

/** Times in microseconds; the CPU time is half of the wall time. */
const event = (name, ts, dur, args = {}, tid = 1) => {
  return { ph: "X", pid: 7, tid, name, ts, dur, tdur: dur / 2, args };
};
const frames = [
  { url: "about:blank", processId: 6 },
  { url: where.pageUrl, processId: 7 },
];
const known = [
  { ph: "I", pid: 1, tid: 1, name: "TracingStartedInBrowser", args: { data: { frames } } },
  { ph: "M", pid: 6, tid: 1, name: "thread_name", args: { name: "CrRendererMain" } },
  { ph: "M", pid: 7, tid: 2, name: "thread_name", args: { name: "Compositor" } },
  { ph: "M", pid: 7, tid: 1, name: "thread_name", args: { name: "CrRendererMain" } },
];
const measured = (...events) => mainThread({ traceEvents: [...known, ...events] }, where);

test("the script's work counts once, including nested compilation and calls", () => {
  const seen = measured(
    event("FunctionCall", 2_000, 1_000, ours), // Nested in the evaluation that follows.
    event("EvaluateScript", 1_000, 4_000, ours),
    event("RunTask", 0, 9_000),
    event("v8.compile", 1_000, 500, ours),
    event("RunMicrotasks", 6_000, 2_000, {}),
  );
  expect(seen).toMatchObject({ scriptMs: 6, cpuScriptMs: 3, longestTaskMs: 9, longestShareMs: 6 });
  expect(seen).toMatchObject({ allTasksMs: 9, cpuAllTasksMs: 4.5 });
});

test("work of other origins, threads and processes is not counted", () => {
  const seen = measured(
    event("RunTask", 0, 9_000),
    event("FunctionCall", 1_000, 4_000, others),
    event("FunctionCall", 1_000, 4_000, ours, 2),
    { ...event("FunctionCall", 1_000, 4_000, ours), pid: 6 },
  );
  expect(seen).toMatchObject({ scriptMs: 0, longestTaskMs: 0, allTasksMs: 9 });
});

test("the longest task is one in which the script ran", () => {
  const seen = measured(
    event("RunTask", 0, 50_000),
    event("RunMicrotasks", 1_000, 20), // Chromium's own.
    event("RunTask", 60_000, 5_000),
    event("FunctionCall", 61_000, 1_000, ours),
    event("FunctionCall", 63_000, 1_000, ours),
    event("RunTask", 70_000, 3_000),
    event("FunctionCall", 70_000, 1_500, ours),
  );
  expect(seen).toMatchObject({ longestTaskMs: 5, longestShareMs: 2, longestOfAllTasksMs: 50 });
});

test("a trace without the page's main thread is rejected", () => {
  expect(() => mainThread({ traceEvents: known.slice(1) }, where)).toThrow("no main thread");
});
