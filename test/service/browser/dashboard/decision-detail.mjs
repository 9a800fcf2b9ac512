// Runs one scenario of decision-detail.test.ts in Chromium, and gives the result as JSON. Its
// argument: {"scenario":"show","url":"…","projectId":"…","decisionId":"…"}.
import { startSession } from "../../../../scripts/programs/dashboard-client/page-acts.mjs";
import { axe, play } from "./walk.mjs";

/** Opens a decision and waits until all of its sections have loaded. */
async function open(page, { url, projectId }, decisionId) {
  await page.goto(`${url}/dashboard/p/${projectId}/decisions/${decisionId}`);
  await unfold(page);
  await page.locator(".waterfall").waitFor();
  await page.locator(".feature-tools").waitFor();
  await page.getByRole("status", { name: "Loading" }).first().waitFor({ state: "detached" });
}

/** Opens what is below the first screen. */
async function unfold(page) {
  await page.locator("details.folded").first().waitFor();
  for (const one of await page.locator("details.folded > summary").all()) await one.click();
}

const enter = async (page, { url }, person) => {
  await startSession(page, url, person);
};

const idsOf = (page, selector) =>
  page
    .locator(selector)
    .evaluateAll((links) => links.map((link) => link.getAttribute("href").split("/").at(-1)));

async function setOutcome(page, name) {
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: /Report outcome|Change outcome/ }).click();
  await dialog.getByRole("radio", { name }).check();
  await dialog.getByRole("button", { name: "Save outcome" }).click();
  return dialog;
}

const outcomeShown = (page) => page.locator(".decision-outcome .badge").first().textContent();

/** One mark for each text of a caller that the page shows. */
const marks = [
  "gFirst",
  "gLast",
  "gReference",
  "gCompanion",
  "gAddress",
  "hName",
  "hAddress",
  "hRef",
  "hGiata",
  "rId",
  "tPath",
  "tHost",
  "tPlat",
  "tZone",
  "tL",
  "tBrand",
  "tAgent",
];

const scenarios = {
  async visit({ page, ...where }) {
    await enter(page, where);
    await open(page, where, where.decisionId);
    const more = page.getByRole("button", { name: /^Show \d+ more$/ });
    while ((await more.count()) > 0) await more.first().click();
    return { timeline: await page.locator(".timeline > li").allInnerTexts() };
  },

  async show({ page, ...where }) {
    await enter(page, where);
    await open(page, where, where.decisionId);
    const points = await page.locator(".waterfall tbody td.points").allTextContents();
    const why = await page.locator(".decision-why").textContent();
    const facts = await page.locator(".decision-facts li").allInnerTexts();
    const heading = await page.locator("h1").textContent();
    const title = await page.title();
    const features = await page.locator(".waterfall tbody tr.row-group").evaluateAll((rows) =>
      rows.map((row) => ({
        group: row.querySelector(":scope > .points").textContent,
        parts: [...row.querySelectorAll("li .points")].map((one) => one.textContent),
      })),
    );
    const ending = await page.locator(".waterfall .row-score p").textContent();
    const score = await page.locator(".decision-score b").textContent();
    const linked = await idsOf(page, ".linked-table a");
    const links = await idsOf(page, ".link-graph a");

    await page.getByRole("button", { name: "Verify" }).click();
    const verdict = await page.locator("#model .notice").textContent();

    await (await setOutcome(page, "Fraud")).waitFor({ state: "detached" });
    const first = await outcomeShown(page);
    const dialog = await setOutcome(page, "Chargeback");
    await dialog.getByText("Both reports stay in the history").waitFor();
    const asked = (await outcomeShown(page)) === first;
    await dialog.getByRole("button", { name: "Replace outcome" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.locator(".outcome-history > li").nth(1).waitFor({ state: "attached" });
    const outcome = { first, asked, second: await outcomeShown(page) };
    outcome.history = await page.locator(".outcome-history > li").count();

    await page.getByRole("button", { name: "Withdraw" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Withdraw outcome" }).click();
    await page.getByText("Not reported: it was withdrawn").waitFor();
    outcome.withdrawn = await page.locator(".outcome-history > li").count();
    await page.getByRole("button", { name: "Report outcome" }).click();
    const save = page.getByRole("dialog").getByRole("button", { name: "Save outcome" });
    outcome.chosen = await page.getByRole("dialog").locator("input:checked").count();
    outcome.savable = await save.isEnabled();
    await page.getByRole("dialog").getByRole("radio", { name: "Fraud" }).check();
    outcome.savableThen = await save.isEnabled();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();

    const hacked = await page.evaluate((wanted) => {
      const text = document.body.textContent;
      return {
        ran: "hacked" in window,
        images: document.querySelectorAll("img, main script").length,
        missing: wanted.filter((mark) => !text.includes(`${mark}<img`)),
      };
    }, marks);
    return {
      why,
      facts,
      heading,
      title,
      features,
      points,
      ending,
      score,
      linked,
      links,
      verdict,
      outcome,
      hacked,
    };
  },

  /** Uses the keyboard only. */
  async keyboard({ page, ...where }) {
    await enter(page, where);
    await open(page, where, where.decisionId);
    const press = async (...keys) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const tabTo = async (matches) => {
      for (let i = 0; i < 200; i++) {
        await press("Tab");
        if (await page.evaluate(matches)) return;
      }
      throw new Error(`the Tab key does not lead to ${matches}`);
    };
    await page.evaluate(() => document.activeElement.blur());
    await tabTo(() => document.activeElement.textContent === "Report outcome");
    await press("Enter");
    await page.getByRole("dialog").waitFor();
    await press("Space");
    await tabTo(() => document.activeElement.textContent === "Save outcome");
    await press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const outcome = await outcomeShown(page);

    const labelNow = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
    await tabTo(() => document.activeElement.closest(".link-graph a") !== null);
    const before = await labelNow();
    await press("ArrowRight");
    const moved = (await labelNow()) !== before;
    await tabTo(() => document.activeElement.textContent === "Verify");
    await press("Enter");
    const verdict = await page.locator("#model .notice b").textContent();

    await page.reload();
    await page.locator("details.folded").first().waitFor();
    await tabTo(() => document.activeElement.textContent === "Linked decisions");
    await press("Enter");
    await page.locator(".link-graph").waitFor();
    await tabTo(() => document.activeElement.closest(".link-graph a") !== null);
    const address = page.url();
    await press("Enter");
    await page.waitForURL(
      (now) => now.href !== address && now.pathname.includes("/decisions/dec_"),
    );
    await page.locator(".decision-facts li").first().waitFor();
    return { outcome, verdict, graph: { moved, opened: page.url() !== address } };
  },

  /** What is on the first screen of a laptop and of a phone. */
  async first({ page, ...where }) {
    await enter(page, where);
    const ends = {};
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ]) {
      await page.setViewportSize({ width, height });
      await page.goto(`${where.url}/dashboard/p/${where.projectId}/decisions/${where.decisionId}`);
      await page.locator(".decision-facts li").first().waitFor();
      await page.locator(".decision-strip li").first().waitFor();
      ends[width] = await page.evaluate(() => {
        const { bottom } = document.querySelector(".decision-first").getBoundingClientRect();
        return { bottom, height: innerHeight, wide: document.documentElement.scrollWidth };
      });
    }
    const folded = await page.locator("details.folded[open]").count();
    const strip = await idsOf(page, ".decision-strip a");
    const seen = await page
      .locator(".decision-identities dl > div")
      .evaluateAll((rows) => rows.map((row) => [...row.children].map((one) => one.textContent)));
    return { ends, folded, strip, seen };
  },

  async viewer({ page, ...where }) {
    await enter(page, where, { email: "viewer@example.com", password: "correct horse battery" });
    await open(page, where, where.decisionId);
    const text = await page.locator("main").textContent();
    const buttons = await page.getByRole("button").allInnerTexts();
    return { text, buttons };
  },

  /** Marks the decision's device as a kiosk, or unmarks it, by the button of this name. */
  async kiosk({ page, button, ...where }) {
    await enter(page, where);
    await open(page, where, where.decisionId);
    const card = page.getByRole("region", { name: "Device and location" });
    const text = await card.textContent();
    await card.getByRole("button", { name: button }).click();
    const dialog = page.getByRole("dialog");
    const found = await axe(page);
    await dialog.getByRole("button", { name: button }).click();
    await dialog.waitFor({ state: "detached" });
    const other = button === "Mark as kiosk" ? "Unmark kiosk" : "Mark as kiosk";
    await card.getByRole("button", { name: other }).waitFor();
    await page.goto(`${where.url}/dashboard/p/${where.projectId}/settings`);
    const listed = await page.getByLabel("Device IDs").inputValue();
    await page.goto(`${where.url}/dashboard/activity`);
    const activity = await page
      .getByText(/marked as a kiosk: dev_/)
      .first()
      .textContent();
    return { text, listed, activity, axe: found };
  },

  async notFound({ page, url, projectId, decisionId }) {
    await enter(page, { url });
    await page.goto(`${url}/dashboard/p/${projectId}/decisions/${decisionId}`);
    const message = await page.locator(".empty").textContent();
    await page.getByRole("link", { name: "View all decisions" }).click();
    await page.getByRole("heading", { level: 1, name: "Decisions" }).waitFor();
    return { message, path: new URL(page.url()).pathname };
  },

  /** Runs axe with all details open, and checks that nothing is wider than the screen. */
  async accessible({ page, ids, ...where }) {
    const seen = { checked: 0, found: [], wider: [] };
    await enter(page, where);
    const check = async (name) => {
      for (const fault of await axe(page)) seen.found.push(`${name} ${fault}`);
      seen.checked += 1;
    };
    for (const [i, id] of ids.entries()) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await open(page, where, id);
      await page.evaluate(() => {
        for (const one of document.querySelectorAll("details")) one.open = true;
      });
      await page.getByRole("button", { name: "Verify" }).click();
      await page.locator("#model .notice").waitFor();
      await check(`decision ${i}`);
      await page.setViewportSize({ width: 390, height: 844 });
      await check(`decision ${i}, narrow`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      if (wide > 390) seen.wider.push(`decision ${i}: ${wide}`);
      await page.getByRole("button", { name: /Report outcome|Change outcome/ }).click();
      await check(`outcome ${i}`);
      await page.keyboard.press("Escape");
    }
    return seen;
  },
};

export default play(scenarios);
