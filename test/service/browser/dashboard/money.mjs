// Runs one scenario of money.test.ts in Chromium, and gives the result as JSON. Its argument:
// {"scenario":"figures","url":"…","projectId":"…"}.
import { owner, startSession } from "../../../../scripts/programs/dashboard-client/page-acts.mjs";
import { axe, play } from "./walk.mjs";

const heading = (page, name, level = 1) => page.getByRole("heading", { level, name }).waitFor();

async function enter(page, url, email = owner.email) {
  await startSession(page, url, { ...owner, email });
}

async function openMoney(page, { url, projectId, search = "" }) {
  await page.goto(`${url}/dashboard/p/${projectId}/money${search}`);
  await heading(page, "Money");
  await page.getByRole("heading", { name: "Data behind these figures" }).waitFor();
}

/** The rows of the table by their keys. */
const rowsOf = (page, table = "settings-results") =>
  page.$$eval(`.${table} tbody tr`, (rows) =>
    Object.fromEntries(
      rows.map((row) => [
        row.dataset.row,
        [...row.querySelectorAll("td.number")].map(({ textContent }) => textContent.trim()),
      ]),
    ),
  );
const knownOf = (page) =>
  page.$$eval(".data-basis dd", (counts) => counts.map(({ textContent }) => textContent));
const headlineOf = (page) =>
  page.$$eval(".headline > div", (tiles) =>
    tiles.map((tile) => [...tile.querySelectorAll("dd")].map(({ textContent }) => textContent)),
  );

/** The rows of the table after a change has updated them. */
async function rowsAfter(page, change) {
  const before = JSON.stringify(await rowsOf(page));
  await change();
  await page.waitForFunction((before) => {
    const rows = [...document.querySelectorAll(".settings-results tbody tr")].map((row) => [
      row.dataset.row,
      [...row.querySelectorAll("td.number")].map(({ textContent }) => textContent.trim()),
    ]);
    return rows.length > 0 && JSON.stringify(Object.fromEntries(rows)) !== before;
  }, before);
  // The figures follow the fields when the page has time.
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
  return rowsOf(page);
}

const fields = {
  currency: "Currency",
  bookingValue: "Average booking value",
  fraudValue: "Average fraudulent booking value",
  marginPercent: "Margin (%)",
  chargebackFee: "Chargeback fee",
  fraudLossPercent: "Fraud loss (% of booking value)",
  lifetimeValue: "Lifetime value of a denied guest",
};

async function fill(page, terms) {
  for (const [name, text] of Object.entries(terms)) {
    const field = page.getByLabel(fields[name]);
    await field.fill("");
    await field.pressSequentially(text); // The field keeps the focus while the page updates.
  }
}

const scenarios = {
  /** The figures of every setting, also for other periods and with other assumptions. */
  async figures({ page, url, projectId, first, terms }) {
    await enter(page, url);
    await openMoney(page, { url, projectId });
    const nothing = await page.getByText("What is a booking worth?").isVisible();
    const advised = await page.locator("[data-advice], .money-table").count();
    await fill(page, first);
    await heading(page, "Results by risk setting", 2);
    const seen = {
      nothing,
      advised,
      rows: await rowsOf(page),
      bands: await rowsOf(page, "bands"),
      known: await knownOf(page),
      headline: await headlineOf(page),
    };
    await page.getByRole("button", { name: "All", exact: true }).click();
    await page.waitForFunction(() => location.search.includes("period=all"));
    await page.waitForLoadState("networkidle");
    seen.all = await rowsOf(page);
    await page.goto(`${url}/dashboard/p/${projectId}/money`);
    await fill(page, first);
    await heading(page, "Results by risk setting", 2);
    await rowsAfter(page, () => fill(page, terms));
    seen.tried = await rowsOf(page);
    seen.triedHeadline = await headlineOf(page);
    seen.search = new URL(page.url()).search;
    await page.getByRole("button", { name: "Save for project" }).click();
    await page.getByText("Saved for the project").waitFor();
    await page.waitForFunction(() => location.search === "");
    await page.reload();
    await heading(page, "Results by risk setting", 2);
    seen.kept = await rowsOf(page);
    seen.value = await page.getByLabel(fields.bookingValue).inputValue();
    await page.goto(`${url}/dashboard/activity`);
    await page.getByText("changed the assumptions about revenue and costs").waitFor();
    return seen;
  },

  /** The advice, and the settings that the table marks as advised. */
  async advice({ page, url, projectId }) {
    await enter(page, url);
    await openMoney(page, { url, projectId });
    return {
      advice: await page.locator("[data-advice]").getAttribute("data-advice"),
      rows: await rowsOf(page),
      advised: await page.locator(".settings-results .badge.ok").allTextContents(),
    };
  },

  /** The button that applies the advice: shown for saved assumptions, and it changes the setting once confirmed. */
  async apply({ page, url, projectId, email }) {
    const viewer = await (await page.context().browser().newContext()).newPage();
    await enter(viewer, url, email);
    await openMoney(viewer, { url, projectId });
    await viewer.locator('[data-advice="change"]').waitFor();
    const viewers = await viewer.locator("[data-advice] button").count();
    await enter(page, url);
    await openMoney(page, { url, projectId });
    const button = page.locator("[data-advice] button");
    const label = await page.locator("[data-advice] dd").first().textContent();
    await button.click();
    const dialog = page.getByRole("dialog");
    const asked = await dialog.locator("p").first().textContent();
    const faults = await axe(page);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await fill(page, { lifetimeValue: "1" });
    await page.getByText("Save the assumptions to apply it.").waitFor();
    const unsaved = await button.count();
    await page.getByRole("button", { name: "Reset to the project's values" }).click();
    await button.click();
    await dialog.getByRole("button", { name: label }).click();
    await page.getByText("Saved. The change applies from the next booking.").waitFor();
    await page.locator('[data-row="maximizeRevenue"]', { hasText: "current" }).waitFor();
    return { label, asked, unsaved, axe: faults, viewers };
  },

  /** The chart of all cutoffs, and its table. */
  async chart({ page, url, projectId }) {
    await enter(page, url);
    await openMoney(page, { url, projectId });
    const chart = page.locator(".money-chart");
    const open = await chart.evaluate((details) => details.open);
    await chart.getByText("Other cutoffs (for reference)").click();
    await chart.locator("svg").waitFor();
    const marks = await chart.locator(".mark text").allTextContents();
    await chart.getByText("Show as table").click();
    await chart.locator("tbody tr").first().waitFor();
    const gains = await chart
      .locator("tbody tr")
      .evaluateAll((rows) =>
        rows.map((row) => [...row.cells].slice(0, 2).map((cell) => cell.textContent)),
      );
    return { open, marks, gains };
  },

  /** A user who cannot save tries other assumptions, and then calls the API. */
  async tries({ page, url, projectId, email, terms, sent }) {
    await enter(page, url, email);
    await openMoney(page, { url, projectId });
    const before = await rowsOf(page);
    const tried = await rowsAfter(page, () => fill(page, terms));
    const saves = await page.getByRole("button", { name: "Save for project" }).count();
    const refused = await page.evaluate(
      async ({ path, sent }) => {
        const headers = { "content-type": "application/json" };
        const answer = await fetch(path, { method: "PUT", headers, body: JSON.stringify(sent) });
        return [answer.status, (await answer.json()).code];
      },
      { path: `/dashboard/api/projects/${projectId}/money/terms`, sent },
    );
    await page.reload();
    await heading(page, "Results by risk setting", 2);
    const again = await rowsOf(page);
    await page.getByRole("button", { name: "Reset to the project's values" }).click();
    await page.waitForFunction(() => location.search === "");
    await page.reload();
    await heading(page, "Results by risk setting", 2);
    return { before, tried, again, after: await rowsOf(page), saves, refused };
  },

  /** The error of each field for each invalid text. */
  async hostile({ page, url, projectId, texts }) {
    await enter(page, url);
    await openMoney(page, { url, projectId });
    const errors = {};
    const saved = [];
    const isSave = (response) => response.request().method() === "PUT";
    for (const [name, label] of Object.entries(fields)) {
      errors[name] = [];
      const field = page.getByLabel(label);
      const usual = await field.inputValue();
      for (const text of texts) {
        if (name === "fraudValue" && text === "") continue; // It may be empty.
        await field.fill(text);
        const error = page.locator(".field", { has: field }).locator(".field-error");
        await error.waitFor();
        errors[name].push(await error.textContent());
      }
      const answer = page.waitForResponse(isSave);
      await page.getByRole("button", { name: "Save for project" }).click();
      if ((await answer).ok()) saved.push(name);
      await field.fill(usual);
    }
    await page.goto(
      `${url}/dashboard/p/${projectId}/money?period=%00&bookingValue=${"9".repeat(400)}`,
    );
    await heading(page, "Data behind these figures", 2);
    const rows = await page.locator(".settings-results tbody tr").count();
    return { errors, rows, saved };
  },

  async empty({ page, url, projectId }) {
    await enter(page, url);
    await openMoney(page, { url, projectId });
    await page.locator(".snippet pre").first().waitFor();
    const snippets = await page.locator(".snippet pre").allTextContents();
    const text = await page.locator(".empty").textContent();
    const where = await page.getByText("Run this").textContent();
    const faults = [];
    const results = page.locator(".money .results");
    const wide = await results.evaluate((one) => one.scrollWidth - one.clientWidth);
    if (wide > 0) faults.push(`the results are ${wide} px too wide`);
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      faults.push(...(await axe(page)));
    }
    return { snippets, text, where, axe: faults };
  },

  async preview({ page, url, projectId, emptyId }) {
    await enter(page, url);
    await page.goto(`${url}/dashboard/p/${projectId}/settings`);
    await heading(page, "Settings");
    await page.locator("[data-setting]").first().waitFor();
    const lines = await page.$$eval("[data-setting]", (all) =>
      Object.fromEntries(all.map(({ dataset, textContent }) => [dataset.setting, textContent])),
    );
    await page.goto(`${url}/dashboard/p/${emptyId}/settings`);
    await page.getByText("No bookings were scored in the last 30 days").waitFor();
    return { lines };
  },

  /** Shortens the retention, which asks for confirmation; tries invalid values; lengthens it. */
  async retention({ browser, page, url, projectId, email }) {
    await enter(page, url);
    const settings = `${url}/dashboard/p/${projectId}/settings`;
    await page.goto(settings);
    const kept = page.getByLabel("Store telemetry for");
    await kept.waitFor();
    const usual = await kept.locator("option:checked").textContent();
    await kept.selectOption("days");
    const days = page.getByLabel("Days", { exact: true });
    const save = page
      .locator(".settings-card", { has: kept })
      .getByRole("button", { name: "Save" });
    const told = [];
    for (const text of ["", "NaN", "-1", "1.5", "36501", "7".repeat(400), "<b>7</b>"]) {
      await days.fill(text);
      await save.click();
      const fault = page.locator(".settings-card .field-error");
      await fault.waitFor();
      told.push(await fault.textContent());
    }
    await days.fill("7");
    await save.click();
    const dialog = page.getByRole("dialog");
    const asked = await dialog.locator("p").first().textContent();
    const atDialog = await axe(page);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.reload();
    const cancelled = await kept.locator("option:checked").textContent();
    await kept.selectOption("days");
    await days.fill("7");
    await save.click();
    await dialog.getByRole("button", { name: "Delete older telemetry" }).click();
    await page.getByText("Saved. Telemetry retention: 7 days.").waitFor();
    await page.reload();
    await days.waitFor();
    const after = await days.inputValue();
    await days.fill("30");
    await save.click();
    await page.getByText("Saved. Telemetry retention: 30 days.").waitFor();
    const askedLonger = await dialog.count();
    const viewer = await (await browser.newContext()).newPage();
    await enter(viewer, url, email);
    await viewer.goto(settings);
    await viewer.getByText("Telemetry retention: 30 days.").waitFor();
    const refused = await viewer.evaluate(async (path) => {
      const headers = { "content-type": "application/json" };
      const answer = await fetch(path, { method: "PUT", headers, body: '{"days":1}' });
      return answer.status;
    }, `/dashboard/api/projects/${projectId}/retention`);
    return { usual, told, asked, axe: atDialog, cancelled, after, askedLonger, refused };
  },

  async accessible({ page, url, projectId }) {
    await enter(page, url);
    const found = [];
    for (const [path, shown] of [
      ["money", ".money-table tbody td"],
      ["settings", "[data-setting]"],
    ]) {
      await page.goto(`${url}/dashboard/p/${projectId}/${path}`);
      await page.locator(shown).first().waitFor();
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 900 });
        found.push(...(await axe(page)));
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        if (wide > width) found.push(`${path} is ${wide} wide on ${width}`);
      }
    }
    return { found };
  },
};

export default play(scenarios);
