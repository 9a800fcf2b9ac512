// Walks over the dashboard's pages in Chromium: one scenario each, what a page must never do, and
// what axe says of it.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { answer, launch } from "../../scripts/browser/chromium.mjs";
import { owner, signIn } from "../../scripts/dashboard-client/page-acts.mjs";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core"), "utf8");

/**
 * Acts out the scenario that the script's argument names, and prints what it saw, with the pages'
 * faults. A scenario is given the browser, its context, a page, and the rest of the argument.
 */
export function play(scenarios, { timeoutMs = 20_000, before = () => {} } = {}) {
  return answer(async ({ scenario, ...rest }) => {
    const browser = await launch();
    const faults = [];
    try {
      const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
      context.setDefaultTimeout(timeoutMs);
      context.on("page", (page) => watch(page, faults));
      const page = await context.newPage();
      await before({ page, ...rest });
      const seen = await scenarios[scenario]({ browser, context, page, ...rest });
      return { ...seen, faults };
    } finally {
      await browser.close();
    }
  });
}

/** For walks that begin with somebody signed in. */
export async function signedIn({ page, url, email }) {
  await signIn(page, url, { email, password: owner.password });
  await page.getByRole("heading", { level: 1, name: "Projects" }).waitFor();
}

/** Notes faults of a page: errors, complaints of the browser, requests that go elsewhere. */
export function watch(page, faults) {
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("console", (message) => {
    // A refusal that the page is to show is logged by the browser as well.
    if (message.type() !== "error" || /status of 4\d\d/.test(message.text())) return;
    faults.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    const { origin } = new URL(request.url());
    if (request.url().startsWith("data:") || origin === new URL(page.url()).origin) return;
    if (page.url() !== "about:blank") faults.push(`elsewhere: ${request.url()}`);
  });
}

/** Serious and critical faults of the page as it is. */
export async function axe(page) {
  await page.waitForTimeout(250); // What is still fading in has other colours.
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(() =>
    axe.run(document, { resultTypes: ["violations"] }),
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
}
