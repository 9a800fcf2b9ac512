// Computes the script's share of the page's main thread from a Chromium trace.

export const categories = [
  "devtools.timeline",
  "disabled-by-default-devtools.timeline", // RunTask
  "v8.execute", // RunMicrotasks
];

const shareMsMin = 0.2; // Also mentioned in table.ts.

/** Events of scripts, which contain the script's URL. */
const scriptWork = new Set([
  "EvaluateScript",
  "FunctionCall",
  "v8.compile",
  "v8.compileModule",
  "v8.evaluateModule",
]);

/**
 * Times are wall time and, as `cpu…`, CPU time, which other programs on the machine do not affect.
 * Microtasks have no URL, but the page has no script of its own, so they are attributed to the candidate;
 * the page without a script shows how few others there are. A task counts as one in which the script ran
 * if its share is at least `shareMsMin`, because Chromium has microtasks of its own.
 *
 * @param {{ traceEvents: object[] }} trace
 * @param {{ pageUrl: string, scriptOrigin: string }} where
 * @returns All in milliseconds. `longestTaskMs` is of the tasks in which the script ran,
 *   `longestShareMs` the most that the script had of one task.
 */
export function mainThread({ traceEvents }, { pageUrl, scriptOrigin }) {
  const { pid, tid } = threadOf(traceEvents, pageUrl);
  const events = traceEvents
    .filter((event) => event.pid === pid && event.tid === tid && event.ph === "X")
    .sort((a, b) => a.ts - b.ts || b.dur - a.dur);
  const tasks = outermost(events.filter(({ name }) => name === "RunTask"));
  const isScripts = ({ name, args }) =>
    name === "RunMicrotasks" ||
    (scriptWork.has(name) && String(args.data?.url).startsWith(`${scriptOrigin}/`));
  const work = outermost(events.filter(isScripts));
  const shares = [...shareByTask(tasks, work)].filter(([, share]) => share >= shareMsMin);
  return {
    scriptMs: sum(work, "dur"),
    cpuScriptMs: sum(work, "tdur"),
    longestTaskMs: Math.max(0, ...shares.map(([task]) => task.dur / 1000)),
    longestShareMs: Math.max(0, ...shares.map(([, share]) => share)),
    allTasksMs: sum(tasks, "dur"),
    cpuAllTasksMs: sum(tasks, "tdur"),
    longestOfAllTasksMs: Math.max(0, ...tasks.map((task) => task.dur / 1000)),
  };
}

/** The main thread of the process that shows the page. */
function threadOf(events, pageUrl) {
  const frames = events.flatMap(({ name, args }) => {
    if (name === "TracingStartedInBrowser") return args.data.frames ?? [];
    return name === "FrameCommittedInBrowser" ? [args.data] : [];
  });
  const pid = frames.findLast(({ url }) => url === pageUrl)?.processId;
  const main = events.find(
    (event) =>
      event.pid === pid && event.name === "thread_name" && event.args.name === "CrRendererMain",
  );
  if (!main) throw new Error(`Chromium's trace shows no main thread of ${pageUrl}`);
  return main;
}

/** The events that are not nested in others; the input is sorted by start time. */
function outermost(events) {
  let end = 0;
  return events.filter(({ ts, dur }) => {
    if (ts < end) return false;
    end = ts + dur;
    return true;
  });
}

function shareByTask(tasks, work) {
  const shares = new Map();
  let at = 0;
  for (const { ts, dur } of work) {
    while (at < tasks.length && tasks[at].ts + tasks[at].dur <= ts) at++;
    const task = tasks[at];
    if (task && task.ts <= ts) shares.set(task, (shares.get(task) ?? 0) + dur / 1000);
  }
  return shares;
}

const sum = (events, name) => events.reduce((total, event) => total + (event[name] ?? 0), 0) / 1000;
