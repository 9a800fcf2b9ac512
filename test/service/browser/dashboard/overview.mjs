// Runs one scenario of overview.test.ts in Chromium, and gives the result as JSON. Its argument:
// {"scenario":"figures","url":"…","projectId":"…"}.
import { axe, play, signedIn } from "./walk.mjs";

async function open(page, { url, projectId }, query = "") {
  await page.goto(`${url}/dashboard/p/${projectId}/overview${query}`);
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
}

const tile = (page, name) =>
  page.locator(".stat-tile").filter({ has: page.locator("dt", { hasText: name }) });
const decided = (page, count) =>
  tile(page, "Decisions").getByText(String(count), { exact: true }).waitFor();
const card = (page, name) =>
  page.locator("section.card").filter({ has: page.getByRole("heading", { name, exact: true }) });
const chart = (page, title) => page.getByRole("figure", { name: title, exact: true });

/** The rows of a table's body, each as its cells' texts. */
const rowsOf = (place) =>
  place
    .locator("tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) => [...row.cells].map((cell) => cell.textContent.trim())),
    );

async function asTable(page, title) {
  const figure = chart(page, title);
  await figure.getByText("Show as table").click();
  await figure.locator("tbody tr").first().waitFor();
  return rowsOf(figure);
}

async function tilesOf(page) {
  const tiles = await page.locator(".stat-tile").evaluateAll((all) =>
    all.map((one) => [
      one.querySelector("dt").textContent,
      {
        value: one.querySelector("b").textContent,
        more: one.querySelector("dd span")?.textContent ?? null,
        to: one.querySelector("a")?.getAttribute("href") ?? null,
      },
    ]),
  );
  return Object.fromEntries(tiles);
}

async function placesOf(page) {
  const places = {};
  const denials = card(page, "Denials by hotel and country");
  const dimensions = denials.getByRole("group", { name: "Group by" }).getByRole("button");
  for (const dimension of await dimensions.all()) {
    await dimension.click();
    places[await dimension.textContent()] = await rowsOf(denials);
  }
  return places;
}

const scenarios = {
  /** All figures of the page for the last day. */
  async figures({ page, count, ...of }) {
    await open(page, of, "?last=24h");
    await decided(page, count);
    const drift = card(page, "Drift");
    await drift.getByText("Too early to detect drift").waitFor();
    await page.getByText("Models and response times").click();
    await card(page, "Response times").waitFor();
    const figures = {
      tiles: await tilesOf(page),
      volume: await asTable(page, "Volume"),
      scores: await asTable(page, "Scores"),
      levels: await chart(page, "Risk levels").getByRole("slider").getAttribute("aria-label"),
      mark: await chart(page, "Scores").locator(".mark text").textContent(),
      telemetry: await chart(page, "Telemetry").locator("figcaption p").textContent(),
      outcomes: await rowsOf(card(page, "Outcomes by score")),
      models: await rowsOf(card(page, "Decisions by model")),
      times: await rowsOf(card(page, "Response times")),
      drift: await drift.locator(".body > p").first().textContent(),
      places: await placesOf(page),
    };
    const links = await page
      .locator('.overview a[href*="/decisions?"]')
      .evaluateAll((all) => all.map((one) => one.getAttribute("href")));
    const hacked = await page.evaluate(() => "hacked" in window || document.images.length > 0);
    return { ...figures, links, hacked };
  },

  /** A decision made while the page is open is counted without a reload. */
  async live({ page, count, body, key, ...of }) {
    await open(page, of, "?last=24h");
    await decided(page, count);
    await page.evaluate(() => {
      window.same = true;
    });
    const headers = { "Content-Type": "application/json", "X-Service-Key": key };
    await fetch(`${of.url}/v1/risk`, { method: "POST", headers, body: JSON.stringify(body) });
    await decided(page, count + 1);
    return {
      same: await page.evaluate(() => window.same === true),
      badge: await page.locator(".live").textContent(),
    };
  },

  /** The range is in the URL, and opening the URL selects the range. */
  async range({ page, count, ...of }) {
    await open(page, of);
    const pressed = () =>
      page
        .getByRole("group", { name: "Time range" })
        .locator('[aria-pressed="true"]')
        .allTextContents();
    const seen = [{ pressed: await pressed() }];
    const note = async () =>
      seen.push({ pressed: await pressed(), query: new URL(page.url()).search });
    await page.getByRole("button", { name: "30 days" }).click();
    await decided(page, count);
    await note();
    await page.reload();
    await decided(page, count);
    await note();
    const bars = (await asTable(page, "Volume")).length;
    await page.getByRole("button", { name: "Custom" }).click();
    await page.getByLabel("Start date (UTC)").fill("2026-01-01");
    await page.getByLabel("End date (UTC)").fill("2026-01-02");
    await page.getByText("No decisions in this period").waitFor();
    await note();
    await open(page, of, "?from=2026-02-31&to=2026-03-01");
    const refused = await page.getByRole("alert").locator("span").first().textContent();
    await page.getByRole("button", { name: "90 days" }).click();
    await decided(page, count);
    await note();
    return { seen, bars, refused };
  },

  /**
   * A chart without a mouse: what screen readers announce, and what Enter opens. Where an hour has
   * begun since the last decision, the newest column is empty and opens nothing.
   */
  async keyboard({ page, count, ...of }) {
    await open(page, of, "?last=24h");
    await decided(page, count);
    const slider = chart(page, "Volume").getByRole("slider");
    await slider.focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("End");
    const text = await slider.getAttribute("aria-valuetext");
    const legend = await chart(page, "Volume").locator(".legend b").allTextContents();
    await page.keyboard.press("Escape");
    const left = await slider.evaluate((one) => one !== document.activeElement);
    await slider.focus();
    await page.keyboard.press("End");
    const isEmpty = async () =>
      (await slider.getAttribute("aria-valuetext")).endsWith("Allow 0, Deny 0");
    while (await isEmpty()) await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/decisions?*");
    return { text, legend, left, opened: page.url() };
  },

  async empty({ page, ...of }) {
    await open(page, of);
    await page.getByText("No decisions yet").waitFor();
    const faults = await axe(page);
    await page.getByRole("link", { name: "Get started" }).click();
    await page.waitForURL("**/start");
    return { opened: new URL(page.url()).pathname, axe: faults };
  },

  async accessible({ page, count, ...of }) {
    const found = {};
    const check = async (name) => {
      const faults = await axe(page);
      if (faults.length > 0) found[name] = faults;
    };
    await open(page, of, "?last=24h");
    await decided(page, count);
    await card(page, "Drift").getByText("Too early to detect drift").waitFor();
    await check("whole");
    await asTable(page, "Volume");
    await asTable(page, "Telemetry");
    await check("tables");
    await page.getByRole("button", { name: "Custom" }).click();
    await page.getByLabel("Start date (UTC)").waitFor();
    await page.locator(".overview:not(.stale)").waitFor(); // Until the figures of the range are there, it is dim.
    await page.setViewportSize({ width: 390, height: 844 });
    await check("narrow");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    return { found, wide };
  },
};

export default play(scenarios, { before: signedIn });
