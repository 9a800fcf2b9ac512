// node measure.mjs JOB.json visits the page with each candidate in turn, round by round, and prints one
// line of JSON per visit. The first line names the browser.
import { readFileSync } from "node:fs";
import { chromiumVersion, withFreshBrowser } from "./browser.mjs";
import { checkMinute, places, useForAMinute } from "./minute.mjs";
import { serve } from "./server.mjs";
import { categories, mainThread } from "./trace.mjs";

/** Idle time after starting a browser, and the time after `load` until the load counts as finished. */
const quietMs = 1000;
const loadMs = 3000;

const { candidates, plan } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const print = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

const site = await serve(candidates);
try {
  print({ browser: chromiumVersion() });
  // A warm-up visit, because Chromium's files are not in the file cache yet.
  await visit({ kind: "load", slowdown: 1, candidate: candidates[0] });
  for (const { kind, slowdown, round } of plan) {
    // Each round begins with another candidate.
    const first = round % candidates.length;
    for (const candidate of [...candidates.slice(first), ...candidates.slice(0, first)]) {
      const seen = await visit({ kind, slowdown, candidate });
      print({ kind, slowdown, round, candidate: candidate.name, ...seen });
    }
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
} finally {
  site.close();
}

async function visit({ kind, slowdown, candidate }) {
  try {
    return await withFreshBrowser((browser) => see({ browser, kind, slowdown, candidate }));
  } catch (error) {
    throw new Error(`${candidate.title}, ${kind} at ${slowdown}x: ${error.message}`);
  }
}

async function see({ browser, kind, slowdown, candidate }) {
  const [context] = browser.contexts();
  const [elsewhere] = context.pages();
  const page = await context.newPage();
  const errors = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  await page.bringToFront();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.waitForTimeout(quietMs);
  site.takeTraffic();

  const load = async () => {
    await page.goto(site.pageUrl(candidate.name), { waitUntil: "load" });
    await page.waitForTimeout(loadMs);
  };
  let seen;
  if (kind === "load") {
    seen = await traced({ browser, page, candidate }, load);
    check(candidate, seen.traffic);
  } else {
    await load();
    check(candidate, site.takeTraffic());
    const place = await places(page);
    let seconds = 0;
    seen = await traced({ browser, page, candidate }, async () => {
      seconds = await useForAMinute({ page, elsewhere, place });
    });
    await checkMinute(page, seconds);
  }
  if (!(await page.evaluate(candidate.proof))) errors.push(`not true: ${candidate.proof}`);
  errors.push(...seen.traffic.unknown.map((request) => `unexpected request ${request}`));
  if (errors.length) throw new Error(errors.join("; "));
  return seen;
}

async function traced({ browser, page, candidate }, act) {
  await browser.startTracing(page, { categories });
  await act();
  const traffic = site.takeTraffic();
  const trace = JSON.parse((await browser.stopTracing()).toString());
  const where = { pageUrl: site.pageUrl(candidate.name), scriptOrigin: site.collectOrigin };
  return { ...mainThread(trace, where), traffic };
}

function check({ posts }, traffic) {
  if (traffic.posts >= posts) return;
  throw new Error(`${traffic.posts} POST requests during load, expected at least ${posts}`);
}
