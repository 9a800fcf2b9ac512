// Runs one scenario of review.test.ts in Chromium, and gives the result as JSON. Its argument:
// {"scenario":"decides","url":"…","projectId":"…"}.
import { looks, play, resultsOf, signedIn } from "./walk.mjs";

async function openReview(page, { url, projectId }, query = "") {
  await page.goto(`${url}/dashboard/p/${projectId}/review${query}`);
  await page.getByRole("heading", { level: 1, name: "Review", includeHidden: true }).waitFor();
}

const bar = (page) => page.getByRole("region", { name: "Verdict" });
const caseOf = (page) => new URL(page.url()).searchParams.get("case");

/** Presses Tab until an element has the focus. */
async function tabTo(page, element) {
  for (let presses = 0; presses < 100; presses++) {
    await page.keyboard.press("Tab");
    if (await element.evaluate((one) => one === document.activeElement)) return;
  }
  throw new Error("No Tab reaches it.");
}

/** Waits until another case is open, with its decision. */
async function nextCase(page, before) {
  await page.waitForURL(
    (url) => url.searchParams.get("case") !== null && url.searchParams.get("case") !== before,
  );
  await page.locator(".decision-summary").waitFor();
  return caseOf(page);
}

/** The decision of a request for its linked decisions, which its first screen shows; null for other requests. */
const linkedOf = (request) => /\/decisions\/([^/]+)\/linked$/.exec(request.url())?.[1] ?? null;

const scenarios = {
  /**
   * From the list to the queue; fraud, then leaves one, puts one off, and decides the one that was left: with the
   * keyboard alone.
   */
  async decides({ page, url, projectId, ...given }) {
    const { pictures } = given;
    await signedIn({ page, url, ...given });
    await page.goto(`${url}/dashboard/p/${projectId}/decisions`);
    await page.locator("a[data-id]").first().waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("w");
    await page.locator("table.cases tbody tr").first().waitFor();
    const found = await looks(page, { name: "review-queue", pictures });
    await tabTo(page, page.getByRole("button", { name: "Open the next case" }));
    const read = [];
    page.on("request", (request) => read.push(linkedOf(request)));
    await page.keyboard.press("Enter");
    const cases = [await nextCase(page, null)];
    const others = () => read.filter((decisionId) => ![null, cases[0]].includes(decisionId));
    while (others().length === 0) await page.waitForEvent("request");
    const [ahead] = others();
    found.push(...(await looks(page, { name: "review-case", pictures })));
    await page.keyboard.press("f");
    cases.push(await nextCase(page, cases.at(-1)));
    await page.keyboard.press("n");
    cases.push(await nextCase(page, cases.at(-1)));
    await page.keyboard.press("l");
    cases.push(await nextCase(page, cases.at(-1)));
    await page.keyboard.press("g");
    await page.getByText("No cases are waiting.").waitFor();
    await page.getByRole("tab", { name: "Mine" }).click();
    await page.locator("table.cases tbody tr").first().waitFor();
    const mine = await page.locator("table.cases tbody tr").allTextContents();
    await page.getByRole("tab", { name: "Decided" }).click();
    await page.locator("table.cases tbody tr").first().waitFor();
    found.push(...(await looks(page, { name: "review-decided", pictures })));
    const firstRead = read.filter((decisionId) => decisionId === cases[0]).length;
    return { cases, ahead, firstRead, mine, axe: found };
  },

  async sends({ page, decisionId, ...given }) {
    const { url, projectId, pictures } = given;
    await signedIn({ page, ...given });
    await page.goto(`${url}/dashboard/p/${projectId}/decisions/${decisionId}`);
    await page.getByRole("button", { name: "Send to review" }).click();
    const badge = page.getByRole("link", { name: "in review" });
    await badge.waitFor();
    const found = await looks(page, { name: "decision-in-review", pictures });
    await badge.click();
    await bar(page).waitFor();
    return { url: page.url(), axe: found };
  },

  /** Opens a case by its address, and decides it when somebody else has it. */
  async late({ page, decisionId, ...given }) {
    const { projectId, pictures } = given;
    await signedIn({ page, ...given });
    await openReview(page, given, `?case=${decisionId}`);
    await bar(page).waitFor();
    await page.locator(".decision-summary").waitFor();
    const path = `/dashboard/api/projects/${projectId}/decisions/${decisionId}`;
    await page.waitForFunction(async (asked) => {
      const { review } = await (await fetch(asked)).json();
      return review.claim?.by.startsWith("grace");
    }, path);
    await page.keyboard.press("f");
    const alert = page.getByRole("alert");
    await alert.waitFor();
    const errors = await alert.allTextContents();
    const found = await looks(page, { name: "review-late", pictures });
    await alert.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("alert").filter({ hasText: "grace@example.com" }).waitFor();
    errors.push(...(await alert.allTextContents()));
    return { errors, axe: found };
  },

  /** A case that could not be opened is opened again, and Back leads from it to the queue. */
  async refusedOnce({ page, ...given }) {
    await signedIn({ page, ...given });
    await openReview(page, given);
    let asked = 0;
    await page.route("**/review/claim", (route) => {
      if (asked++ > 0) return route.continue();
      const body = JSON.stringify({ code: "conflict", detail: "Somebody has it open." });
      return route.fulfill({ status: 409, contentType: "application/problem+json", body });
    });
    const row = page.locator("table.cases tbody tr").filter({ hasText: "Waiting" }).first();
    const openIt = () => row.getByRole("button", { name: "Open" }).click();
    await openIt();
    await page.getByRole("alert").filter({ hasText: "Somebody has it open." }).waitFor();
    await page.waitForURL((at) => !at.searchParams.has("case"));
    await openIt();
    await bar(page).waitFor();
    const alerts = await page.getByRole("alert").count();
    await page.goBack();
    await page.getByRole("button", { name: "Open the next case" }).waitFor();
    return { asked, alerts, isOpen: await bar(page).count(), opened: caseOf(page) };
  },

  /** A case that somebody sends there, while the queue is shown, is in it half a minute later. */
  async sentMeanwhile({ page, decisionId, ...given }) {
    await signedIn({ page, ...given });
    await page.clock.install();
    await openReview(page, given);
    const rows = page.locator("table.cases tbody tr");
    await rows.first().waitFor();
    const before = await rows.count();
    const path = `/dashboard/api/projects/${given.projectId}/decisions/${decisionId}/review`;
    await page.request.post(given.url + path, { headers: { origin: given.url } });
    await page.clock.runFor(30_000);
    await rows.nth(before).waitFor();
    return {};
  },

  /** In the queue, and where the case is open. */
  async longName({ page, decisionId, name, ...given }) {
    await signedIn({ page, ...given });
    await page.setViewportSize({ width: 900, height: 860 });
    await openReview(page, given);
    await page.getByText(name).first().waitFor();
    /** The words of the other columns that are on several lines. */
    const broken = await page.locator("table.cases td:not(.name)").evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        const found = [];
        while (texts.nextNode()) {
          const { data } = texts.currentNode;
          for (const { 0: word, index } of data.matchAll(/\S+/g)) {
            const range = document.createRange();
            range.setStart(texts.currentNode, index);
            range.setEnd(texts.currentNode, index + word.length);
            const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
            if (tops.size > 1) found.push(word);
          }
        }
        return found;
      }),
    );
    const { pictures } = given;
    const found = await looks(page, { name: "review-long-name", pictures });
    await openReview(page, given, `?case=${decisionId}`);
    await bar(page).waitFor();
    found.push(...(await looks(page, { name: "review-long-name-case", pictures })));
    return { broken, axe: found };
  },

  /** Reads the first verdict on the decision's page, and is served the case for a second one. */
  async blind({ page, url, projectId, decisionId, ...given }) {
    await signedIn({ page, url, ...given });
    await page.goto(`${url}/dashboard/p/${projectId}/decisions/${decisionId}`);
    await page.getByText("reviewed: fraud").waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("w");
    await page.getByRole("button", { name: "Open the next case" }).click();
    const opened = await nextCase(page, null);
    return { opened, summary: await page.locator(".decision-summary").innerText() };
  },

  /** With the keyboard alone. */
  async together({ page, decisionId, ...given }) {
    const { pictures } = given;
    await signedIn({ page, ...given });
    await openReview(page, given, `?case=${decisionId}`);
    await page.locator(".decision-summary").waitFor();
    await page.keyboard.press("a");
    const dialog = page.getByRole("dialog", { name: "Verdict" });
    await dialog.getByText("The same verdict for linked cases").waitFor();
    await dialog.getByRole("radio", { name: "Fraud" }).press("Space");
    const tick = (text) => dialog.locator("label", { hasText: text }).getByRole("checkbox");
    await tick("E-mail address:").press("Space");
    await tick("E-mail domain:").press("Space");
    const lists = await dialog.getByRole("group", { name: "List" }).locator("b").allTextContents();
    const preset = await dialog
      .locator("label:has(input[type=radio]:checked) b")
      .last()
      .textContent();
    await dialog.getByLabel("Reason").fill(given.hostile);
    await dialog.getByRole("checkbox", { checked: false, disabled: false }).last().press("Space");
    const disabled = dialog.locator("label:has(input:disabled)");
    const seen = { lists, preset, disabled: await disabled.allTextContents() };
    const found = await looks(page, { name: "verdict-dialog", pictures });
    await dialog.getByRole("button", { name: "Save verdict and 3 more" }).press("Enter");
    await dialog.getByRole("button", { name: "Done" }).waitFor();
    found.push(...(await looks(page, { name: "verdict-results", pictures })));
    const results = await resultsOf(dialog);
    // The next case is open, or the queue where none waits.
    await page.waitForURL((at) => at.searchParams.get("case") !== decisionId);
    const hacked = await page.evaluate(() => "hacked" in window || document.title === "hacked");
    return { ...seen, results, hacked, axe: found };
  },

  /** A decision that is not in the queue gets its verdict; one that somebody else has open does not. */
  async verdictOnPage({ page, decisionId, taken, ...given }) {
    const { url, projectId, pictures } = given;
    await signedIn({ page, ...given });
    const openVerdict = async (id) => {
      await page.goto(`${url}/dashboard/p/${projectId}/decisions/${id}`);
      await page.getByRole("button", { name: "Give verdict" }).press("Enter");
      await dialog.getByRole("radio", { name: "Good guest" }).press("Space");
    };
    const dialog = page.getByRole("dialog", { name: "Verdict" });
    await openVerdict(decisionId);
    await dialog.getByRole("button", { name: "Save verdict", exact: true }).press("Enter");
    const results = await resultsOf(dialog);
    const badge = page.locator(".badge", { hasText: "reviewed" });
    await badge.waitFor();
    const found = await looks(page, { name: "decision-reviewed", pictures });
    const buttons = await page.getByRole("button", { name: "Give verdict" }).count();
    const shown = await badge.textContent();
    await openVerdict(taken);
    await dialog.locator("label", { hasText: "Phone" }).getByRole("checkbox").press("Space");
    await dialog.getByLabel("Reason").fill("A test.");
    await dialog.getByRole("button", { name: "Save verdict and 1 more" }).press("Enter");
    return { results, badge: shown, buttons, refused: await resultsOf(dialog), axe: found };
  },

  async rules({ page, ...given }) {
    const { url, projectId, pictures } = given;
    await signedIn({ page, ...given });
    await page.goto(`${url}/dashboard/p/${projectId}/settings`);
    const card = page.locator(".settings-card", { hasText: "Lowest score" });
    await card.getByLabel("Lowest score").fill("90");
    await card.getByLabel("Highest score").fill("10");
    await card.getByRole("button", { name: "Save" }).click();
    await card.locator(".field-error").waitFor();
    const text = await card.locator(".field-error").textContent();
    await card.getByLabel("Lowest score").fill("0");
    await card.getByLabel("Highest score").fill("99");
    await card.getByLabel("Random share, in percent").fill("100");
    await card.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved. The change applies").waitFor();
    return { text, axe: await looks(page, { name: "settings-review", pictures }) };
  },

  async viewer({ page, ...given }) {
    await signedIn({ page, ...given });
    await openReview(page, given);
    await page.getByText("Your role cannot see the cases").waitFor();
    const waiting = await page.locator(".stat-tile b").first().textContent();
    const buttons = await page.getByRole("button", { name: "Open the next case" }).count();
    return { waiting, buttons, axe: await looks(page, { name: "review-viewer", ...given }) };
  },
};

export default play(scenarios);
