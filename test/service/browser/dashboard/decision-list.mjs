// Runs one scenario of decision-list.test.ts in Chromium, and gives the result as JSON. Its
// argument: {"scenario":"search","url":"…","projectId":"…"}.
import { axe, play, resultsOf, signedIn, textOf } from "./walk.mjs";

const field = (page) => page.getByRole("searchbox", { name: "Search decisions" });
const links = (page) => page.locator("table.decisions a[data-id]");

/** Opens the list and waits for its rows. */
async function open(page, { url, projectId }, address = "") {
  await page.goto("about:blank"); // A change of the fragment alone would not load the page again.
  await page.goto(`${url}/dashboard/p/${projectId}/decisions${address}`);
  await settled(page);
}

async function settled(page) {
  await page.waitForFunction(() => {
    const table = document.querySelector("table.decisions");
    return (
      (table && table.getAttribute("aria-busy") !== "true") || document.querySelector(".empty")
    );
  });
}

const idsOf = (page) => links(page).evaluateAll((all) => all.map((one) => one.dataset.id));
const focused = (page) =>
  page.evaluate(() => [...document.querySelectorAll("a[data-id]")].indexOf(document.activeElement));
const outcomeOf = (page) => (decisionId) =>
  page.locator(`tr:has(a[data-id="${decisionId}"]) .column-outcome`).textContent();
const waitForHash = (page, part) =>
  page.waitForFunction((part) => location.hash.includes(part), part);

async function search(page, text) {
  await field(page).fill(text);
  await page.keyboard.press("Enter");
}

const scenarios = {
  async search({ page, url, projectId, decisionId }) {
    // The URLs that reach the server must not contain a search term.
    const sent = [];
    page.on("request", (request) => sent.push(request.url()));
    await open(page, { url, projectId });
    await search(page, decisionId);
    await page.waitForURL(`**/decisions/${decisionId}`);
    const straight = new URL(page.url()).pathname;
    await open(page, { url, projectId });
    await search(page, "ada.3@example.com");
    await waitForHash(page, "find");
    await settled(page);
    const email = new URL(page.url()).hash;
    await page.reload();
    await settled(page);
    const emailRows = String(await links(page).count());
    await page.keyboard.press("Control+k");
    await page.keyboard.type("+351912345672");
    await page.keyboard.press("Enter");
    await waitForHash(page, "phone");
    const palette = new URL(page.url()).hash;
    await search(page, "user-3");
    await page.getByRole("button", { name: /Booker ID user-3/ }).click();
    await waitForHash(page, "booker");
    const chosen = new URL(page.url()).hash;
    await search(page, "nobody@example.com");
    const noResults = await page.getByText("No results for").textContent();
    const suspects = sent.filter((address) => /ada\.3|35191234|user-3|nobody/.test(address));
    // Playwright reports the fragment too, which browsers do not send.
    const leaks = suspects.filter((address) => /ada|351|user|nobody/.test(address.split("#")[0]));
    return { straight, email, emailRows, palette, chosen, noResults, leaks: String(leaks.length) };
  },

  async filters({ page, url, projectId }) {
    await open(page, { url, projectId });
    const pick = async (label, value) => {
      await page.getByRole("combobox", { name: label, exact: true }).selectOption(value);
      await settled(page);
    };
    await pick("Time", "30d");
    await pick("Level", "high");
    await pick("Action", "deny");
    const hotel = page.getByRole("combobox", { name: "Hotel" });
    await hotel.fill("hôtel");
    await page.getByRole("option", { name: /Hôtel Ritz/ }).click();
    await page.getByRole("button", { name: "More filters" }).click();
    await pick("Telemetry", "seen");
    await page.getByRole("textbox", { name: "Minimum score" }).fill("80");
    await page.keyboard.press("Enter");
    await page.waitForURL(/scoreFrom=80/);
    await settled(page);
    const address = new URL(page.url()).search;
    const before = await idsOf(page);
    await page.reload();
    await settled(page);
    const after = await idsOf(page);
    return { address, before, after };
  },

  /** On the screen of a laptop; then the columns are chosen. */
  async rows({ page, url, projectId }) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, { url, projectId });
    const rows = page.locator("table.decisions tbody tr");
    const visible = await rows.evaluateAll(
      (all) => all.filter((one) => one.getBoundingClientRect().bottom <= innerHeight).length,
    );
    const reasons = await page.locator("table.decisions td.column-reason").allTextContents();
    const heads = () => page.locator("table.decisions th:not(.select)").allTextContents();
    const byDefault = await heads();
    await page.getByRole("button", { name: "Columns" }).click();
    const dialog = page.getByRole("dialog", { name: "Columns" });
    await dialog.getByLabel("Stay").uncheck();
    await dialog.getByLabel("Phone").check();
    await dialog.getByRole("button", { name: "Done" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.reload();
    await settled(page);
    const chosen = await heads();
    const phone = await page.locator("table.decisions td.column-phone").first().textContent();
    await page.getByRole("button", { name: "Columns" }).click();
    await dialog.getByRole("button", { name: "Reset" }).click();
    return { visible, reasons, byDefault, chosen, phone, reset: await heads() };
  },

  /** Until each row has its reason: the document is loaded once. */
  async reasons({ page, url, projectId }) {
    await open(page, { url, projectId });
    const loaded = await page.evaluate(() => performance.timeOrigin);
    const cells = page.locator("table.decisions td.column-reason");
    const areThere = () => {
      const all = [...document.querySelectorAll("table.decisions td.column-reason")];
      return all.length > 0 && all.every((one) => one.textContent !== "");
    };
    await page.waitForFunction(areThere);
    const again = await page.evaluate(() => performance.timeOrigin);
    return { rows: await cells.count(), isSameDocument: again === loaded };
  },

  async paging({ page, url, projectId }) {
    await open(page, { url, projectId });
    const pages = [await idsOf(page)];
    const older = page.getByRole("button", { name: "Older" });
    while (await older.isVisible()) {
      const [before] = pages.at(-1);
      await older.click();
      await page.locator(`a[data-id="${before}"]`).waitFor({ state: "detached" });
      await settled(page);
      pages.push(await idsOf(page));
    }
    await page.getByRole("button", { name: "Newer" }).click();
    await page.locator(`a[data-id="${pages.at(-2)[0]}"]`).waitFor();
    const back = await idsOf(page);
    await open(page, { url, projectId }, "?level=high#cursor=AAAAAAAAAAAAAAAAAAAAAAAA");
    const strange = await page.locator(".notice").textContent();
    const [first] = await idsOf(page);
    return { pages, back, strange, first };
  },

  async keyboard({ page, url, projectId }) {
    const press = async (...keys) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await open(page, { url, projectId });
    await press("/");
    const searching = await field(page).evaluate((one) => one === document.activeElement);
    await page.goto(`${url}/dashboard/p/${projectId}/settings`);
    await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
    await press("/");
    await field(page).and(page.locator(":focus")).waitFor();
    await settled(page);
    await page.evaluate(() => document.activeElement.blur());
    await press("j", "j", "j");
    const third = await focused(page);
    await press("ArrowUp");
    const up = await focused(page);
    await press("Enter");
    await page.waitForURL("**/decisions/dec_*");
    const opened = new URL(page.url()).pathname.split("/").at(-1);
    await page.goBack();
    await page.waitForFunction(() => document.activeElement?.matches("a[data-id]"));
    const backOn = await focused(page);
    await page.getByRole("combobox", { name: "Hotel" }).focus();
    await page.keyboard.type("ours-1");
    await page.getByRole("option", { name: /Hôtel Ritz/ }).waitFor();
    await press("ArrowDown", "Enter");
    await page.waitForURL(/hotel=/);
    const suggested = new URL(page.url()).search;
    return { searching, third, up, opened, backOn, suggested };
  },

  /** A decision's first screen is prefetched once the focus or the pointer rests on its row, and when it is pressed. */
  async prefetches({ page, url, projectId }) {
    const first = ["", "/linked", "/reasons"];
    await open(page, { url, projectId });
    for (const n of [1, 2]) await page.locator(`tr:nth-child(${n}) a[data-explained]`).waitFor();
    const [focused, hovered, opened] = await idsOf(page);
    const requested = (decisionId) =>
      Promise.all(
        first.map((part) => page.waitForResponse((one) => one.url().endsWith(decisionId + part))),
      );
    const byKey = requested(focused);
    await page.keyboard.press("j");
    await byKey;
    const byPointer = requested(hovered);
    await links(page).nth(1).hover();
    await byPointer;
    const path = new URL(page.url()).pathname;
    const byPress = requested(opened);
    await links(page).nth(2).click();
    await byPress;
    await page.waitForURL(`**/decisions/${opened}`);
    return { path };
  },

  /** By keyboard; `stolen` is reported by somebody else once the list is shown. */
  async bulk({ page, url, projectId, stolen }) {
    const press = async (...keys) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const dialog = page.getByRole("dialog");
    const results = () => resultsOf(dialog);
    await open(page, { url, projectId });
    await page.request.post(stolen.url, { data: stolen.report, headers: { origin: url } });
    await press("j", "x", "j", "x", "j", "x", "x", "k", "j");
    const next = (await idsOf(page))[3];
    const read = page.waitForResponse((one) => one.url().endsWith(next));
    await press("j", "x");
    await read;
    const selected = await page
      .locator("tr[data-selected] a")
      .evaluateAll((all) => all.map((one) => one.dataset.id));
    await page.getByRole("button", { name: "Report outcome" }).click();
    await dialog.getByRole("radio", { name: "Fraud" }).check();
    await dialog.getByRole("button", { name: "Save outcome" }).click();
    const outcomes = await results();
    const after = await page.getByRole("button", { name: "Report outcome" }).count();
    const [shown, other] = await Promise.all(selected.slice(0, 2).map(outcomeOf(page)));
    // Its page was prefetched before the outcome was reported.
    await page.locator(`a[data-id="${next}"]`).click();
    await page.locator(".decision-acts .badge").filter({ hasText: "Fraud" }).first().waitFor();
    await page.goBack();
    await settled(page);
    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    const all = await page.getByText("50 decisions selected").count();
    await page.getByRole("button", { name: "Clear" }).click();
    await page.locator("a[data-id]").first().focus();
    await press("x", "j", "x");
    await page.getByRole("button", { name: "Add to list" }).click();
    await dialog.getByLabel("Type", { exact: true }).selectOption("device");
    await dialog.getByRole("radio", { name: "Watch" }).check();
    await dialog.getByLabel("Reason").fill("A test.");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    const entries = await results();
    await page.locator("a[data-id]").first().focus();
    await press("x");
    await page.getByRole("button", { name: "Send to review" }).click();
    await dialog.getByRole("button", { name: "Send to review" }).click();
    const reviews = await results();
    return { selected, outcomes, after, shown, other, all, entries, reviews };
  },

  /** Escape stops after the first of three: what was done is shown, and the focus is on the page again. */
  async stops({ page, url, projectId }) {
    const dialog = page.getByRole("dialog");
    await open(page, { url, projectId });
    let release;
    const released = new Promise((resolve) => {
      release = resolve;
    });
    let sent = 0;
    await page.route("**/outcome", async (route) => {
      sent++;
      await released;
      await route.continue();
    });
    for (const key of ["j", "x", "j", "x", "j", "x"]) await page.keyboard.press(key);
    await page.getByRole("button", { name: "Report outcome" }).click();
    await dialog.getByRole("radio", { name: "Fraud" }).check();
    const first = page.waitForRequest("**/outcome");
    await dialog.getByRole("button", { name: "Save outcome" }).click();
    await first;
    await dialog.getByRole("button", { name: "Stop", exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await dialog.getByRole("button", { name: "Stopping…" }).waitFor();
    release();
    const results = await resultsOf(dialog);
    const selected = await page.getByRole("button", { name: "Report outcome" }).count();
    await page.locator("h1:focus").waitFor(); // The button that opened the dialog is not there any more.
    return { results, sent, selected };
  },

  /** Back right after an outcome was reported: before it can be searched for. */
  async quickBack({ page, url, projectId }) {
    await open(page, { url, projectId });
    const last = (await idsOf(page)).at(-1);
    await page.locator(`a[data-id="${last}"]`).click();
    await page.getByRole("button", { name: "Report outcome" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: "Fraud" }).check();
    await dialog.getByRole("button", { name: "Save outcome" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.goBack();
    await settled(page);
    return { shown: await outcomeOf(page)(last) };
  },

  async exportAndSave({ page, url, projectId }) {
    await open(page, { url, projectId }, "?level=high#find=email%3Aada.3%40example.com");
    const ids = await idsOf(page);
    await page.getByRole("button", { name: "Export CSV" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("dialog").getByRole("button", { name: "Export" }).click();
    const csv = await textOf(await download);
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("menuitem", { name: "Save view" }).click();
    const save = async (name) => {
      await page.getByLabel("Name", { exact: true }).fill(name);
      await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    };
    await save("Taken");
    const refused = await page.getByRole("alert").textContent();
    await save("High risk");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await open(page, { url, projectId });
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("menuitemradio", { name: "High risk" }).click();
    await page.waitForURL(/level=high/);
    const { search: saved, hash } = new URL(page.url());
    const kept = await page.evaluate(() => JSON.stringify(localStorage));
    return { csv, ids, saved: saved + hash, kept, refused };
  },

  /** Somebody else opens the view that was saved, and removes it. */
  async shared({ page, url, projectId }) {
    await open(page, { url, projectId });
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("menuitemradio", { name: "High risk" }).click();
    await page.waitForURL(/level=high/);
    await page.getByRole("button", { name: "High risk" }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove view" }).click();
    await page.getByRole("button", { name: "Views", exact: true }).waitFor();
    return {};
  },

  async viewer({ page, url, projectId }) {
    await open(page, { url, projectId });
    const heads = await page.locator("table.decisions th").allTextContents();
    const text = await page.locator("table.decisions").textContent();
    await page.goto("about:blank");
    await page.goto(`${url}/dashboard/p/${projectId}/decisions#find=email%3Aada.3%40example.com`);
    const refused = await page.getByRole("alert").textContent();
    await page.getByRole("button", { name: "Show all decisions" }).click();
    await settled(page);
    await page.getByRole("combobox", { name: "Level" }).selectOption("low");
    await page.waitForURL(/level=low/);
    await page.getByRole("button", { name: "Views" }).click();
    const views = await page.getByRole("menu").innerText();
    return { heads, text, refused, views };
  },

  /** Decisions made while the list is open, with markup in every text that a caller can set. */
  async announced({ page, url, projectId, key, bodies, script }) {
    await open(page, { url, projectId });
    const [first] = await idsOf(page);
    for (const body of bodies) {
      await fetch(`${url}/v1/risk`, {
        method: "POST",
        headers: { "X-Service-Key": key, "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
    }
    const button = page.getByRole("button", { name: /new decisions/ });
    // The page polls every 10 s, and a decision is indexed a second after it was made.
    await page.getByText("3 new decisions").waitFor();
    const announced = await button.textContent();
    const jumped = (await idsOf(page))[0] !== first;
    await button.click();
    await page.locator("table.decisions").getByText(script).first().waitFor();
    const shown = (await idsOf(page)).indexOf(first);
    await page.getByRole("combobox", { name: "Hotel" }).fill(script.slice(0, 12));
    const suggestions = page.getByRole("listbox", { name: "Hotel" });
    await suggestions.getByText(script).first().waitFor();
    const suggested = await suggestions.getByRole("option").count();
    await page.keyboard.press("Escape");
    await search(page, script);
    await page.getByRole("button", { name: /^Booker/ }).click();
    await waitForHash(page, "booker");
    await settled(page);
    const searched = new URL(page.url()).hash;
    const { hacked, images } = await page.evaluate(() => ({
      hacked: "hacked" in window,
      images: document.images.length,
    }));
    return { announced, jumped, shown, hacked, images, suggested, searched };
  },

  async accessible({ page, url, projectId }) {
    const found = { checked: 0 };
    const check = async (name) => {
      const faults = await axe(page);
      if (faults.length > 0) found[name] = faults;
      found.checked += 1;
    };
    await open(page, { url, projectId });
    await check("list");
    await page.getByRole("button", { name: "More filters" }).click();
    await page.getByRole("combobox", { name: "Hotel" }).click();
    await page.keyboard.type("r");
    await page.getByRole("listbox", { name: "Hotel" }).getByRole("option").first().waitFor();
    await check("filters");
    await page.keyboard.press("Escape");
    await search(page, "user-3");
    await page.getByRole("button", { name: /Booker ID user-3/ }).waitFor();
    await check("several matches");
    await search(page, "nobody@example.com");
    await page.getByText("No results for").waitFor();
    await check("no results");
    await open(
      page,
      { url, projectId },
      "?level=high&from=2020-01-01T00:00:00Z#find=email%3Aada.3%40example.com&cursor=x",
    );
    await check("a view with an invalid cursor");
    await page.getByRole("button", { name: "Export CSV" }).click();
    await check("export");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Columns" }).click();
    await check("columns");
    await page.keyboard.press("Escape");
    await page
      .getByRole("checkbox", { name: /^Select Ada/ })
      .first()
      .check();
    await check("selected");
    await page.getByRole("button", { name: "Add to list" }).click();
    await check("add to list");
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 390, height: 844 });
    await check("narrow");
    return found;
  },
};

export default play(scenarios, { before: signedIn });
