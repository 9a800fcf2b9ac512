// Reads figures and times of the dashboard in a browser with a locale and a time zone, for
// locale.test.ts. Its argument: {"scenario":"read","url":"…","projectId":"…"}.
import { owner, startSession } from "../../../../scripts/programs/dashboard-client/page-acts.mjs";
import { play, watch } from "./walk.mjs";

const scenarios = {
  async read({ browser, url, projectId, decisionId, times, locale, timeZone }) {
    const context = await browser.newContext({ locale, timezoneId: timeZone });
    const faults = [];
    context.on("page", (page) => watch(page, faults));
    const page = await context.newPage();
    await startSession(page, url, owner);
    const at = (path) => page.goto(`${url}/dashboard/p/${projectId}/${path}`);

    await at(`decisions/${decisionId}`);
    const decided = page.locator(".decision-summary time").first();
    await decided.waitFor();
    const decision = await decided.evaluate((time) => time.parentElement.textContent);
    const [, probability] = decision.match(/fraud probability (.+?%)/) ?? [];
    await at("decisions");
    const tooltip = await page.locator("table.decisions time").first().getAttribute("title");

    await at("overview?last=24h");
    const chart = page.locator("figure.chart", { hasText: "decisions by hour" });
    await chart.locator("svg").waitFor();
    const summary = await chart.getByText("decisions by hour").first().textContent();
    const ticks = await chart.locator("svg text").allTextContents();
    await chart.getByText("Show as table").click();
    const labels = await chart
      .locator(".figures tbody tr")
      .evaluateAll((rows) => rows.slice(0, 24).map((row) => row.cells[0].textContent));

    await at("overview?last=90d");
    await page.getByText("decisions by day").first().waitFor();
    const total = await page.getByText("decisions by day").first().textContent();

    await at("money");
    await page.getByRole("heading", { name: "Results by risk setting" }).waitFor();
    const money = await page.locator(".headline dd").allTextContents();
    const minus = await page.locator(".money").evaluate((all) => /-[0-9€$.,]/.test(all.innerText));

    const lastDays = [];
    for (const time of times) {
      await page.clock.setFixedTime(time);
      await at(`decisions/${decisionId}`);
      await page.getByRole("button", { name: "Report outcome" }).click();
      lastDays.push(await page.getByLabel("Date (optional)").getAttribute("max"));
    }
    return {
      lastDays,
      decision,
      probability,
      tooltip,
      summary,
      ticks,
      labels,
      total,
      money,
      minus,
      seen: faults,
    };
  },
};

export default play(scenarios);
