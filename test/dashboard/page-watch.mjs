// What a page must never do, and what axe says of it, for the scripts that drive Chromium here.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core"), "utf8");

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
