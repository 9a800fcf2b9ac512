// Runs one scenario of guests.test.ts in Chromium, and gives the result as JSON. Its argument:
// {"scenario":"erase","url":"…","projectId":"…"}.
import { owner } from "../../../../scripts/programs/dashboard-client/page-acts.mjs";
import { axe, looks, play, signedIn, textOf } from "./walk.mjs";

const heading = (page, name) =>
  page.getByRole("heading", { level: 1, name, includeHidden: true }).waitFor();

async function openGuests(page, { url, projectId, email }) {
  await signedIn({ page, url, email });
  await page.goto(`${url}/dashboard/p/${projectId}/guests`);
  await heading(page, "Guests");
}

/** The API takes the session for an old one until the password was entered again. */
async function asOldSession(page, path) {
  let refused = 0;
  await page.route(path, (route) => {
    if (route.request().method() === "GET" || refused++ > 0) return route.continue();
    const body = JSON.stringify({ code: "confirmation_required", detail: "Again." });
    return route.fulfill({ status: 403, contentType: "application/problem+json", body });
  });
}

const factsOf = async (dialog) => {
  await dialog.locator(".facts").waitFor();
  return dialog
    .locator(".facts > div")
    .evaluateAll((all) =>
      Object.fromEntries(
        all.map((one) => [
          one.querySelector("dt").textContent,
          one.querySelector("dd").textContent,
        ]),
      ),
    );
};

const settingsCard = (page) =>
  page.locator(".settings-card", {
    has: page.getByRole("heading", { name: "Decision retention" }),
  });

const scenarios = {
  async export({ page, guest, ...given }) {
    await openGuests(page, given);
    const { pictures } = given;
    const found = await looks(page, { name: "guests-empty", pictures });
    await page.getByRole("button", { name: "Export a guest" }).click();
    const dialog = page.getByRole("dialog");
    const button = dialog.getByRole("button", { name: "Export", exact: true });
    const early = await button.isDisabled();
    await dialog.getByLabel("E-mail address").fill("not an address");
    await button.click();
    const fault = await dialog.locator(".field-error").textContent();
    found.push(...(await looks(page, { name: "guests-export", pictures })));
    await dialog.getByLabel("E-mail address").fill("nobody@example.com");
    await button.click();
    await page.getByText("Nothing is stored of this guest").waitFor();
    await page.getByRole("button", { name: "Export a guest" }).click();
    await dialog.getByLabel("E-mail address").fill(guest);
    const downloading = page.waitForEvent("download");
    await button.click();
    const download = await downloading;
    await dialog.waitFor({ state: "detached" });
    const text = await textOf(download);
    return { name: download.suggestedFilename(), text, early, fault, axe: found };
  },

  async erase({ page, guest, ...given }) {
    await openGuests(page, given);
    await asOldSession(page, "**/guests/erase");
    await page.getByRole("button", { name: "Erase a guest" }).click();
    const dialog = page.getByRole("dialog");
    const find = dialog.getByRole("button", { name: "Show what is stored" });
    const ready = [await find.isEnabled()];
    await dialog.getByLabel("E-mail address").fill("nobody@example.com");
    await find.click();
    await dialog.getByText("Nothing is stored of this guest now").waitFor();
    await dialog.getByRole("button", { name: "Back" }).click();
    await dialog.getByLabel("E-mail address").fill(guest);
    await find.click();
    const stored = await factsOf(dialog);
    const button = dialog.getByRole("button", { name: "Erase", exact: true });
    ready.push(await button.isEnabled());
    const listed = await dialog.getByRole("list", { name: "List entries" }).innerText();
    const typed = dialog.getByLabel("Type “erase” to confirm");
    await typed.fill("erase");
    ready.push(await button.isEnabled());
    await dialog.getByText("Keep as keyed hashes").click();
    ready.push(await button.isEnabled());
    await dialog.getByLabel("Why they are kept").fill("A chargeback");
    await typed.fill("yes");
    ready.push(await button.isEnabled());
    await typed.fill("erase");
    ready.push(await button.isEnabled());
    const found = await looks(page, { name: "guests-erase", pictures: given.pictures });
    await button.click();
    const again = dialog.getByLabel("Your password", { exact: true });
    await again.fill("wrong wrong wrong");
    await button.click();
    await dialog.getByText("It is not your password.").waitFor();
    await again.fill(owner.password);
    await button.click();
    const receipt = page.getByRole("dialog", { name: "Receipt of an erasure" });
    await receipt.waitFor();
    const facts = await factsOf(receipt);
    found.push(...(await looks(page, { name: "guests-receipt", pictures: given.pictures })));
    const downloading = page.waitForEvent("download");
    await receipt.getByRole("button", { name: "Download" }).click();
    const file = await textOf(await downloading);
    await receipt.locator("footer, .actions").getByRole("button", { name: "Close" }).click();
    const rows = await page.locator(".table tbody tr").allTextContents();
    found.push(...(await looks(page, { name: "guests-receipts", pictures: given.pictures })));
    await page.getByRole("button", { name: /^Receipt of/ }).click();
    const shownAgain = await factsOf(receipt);
    const url = page.url();
    return { ready, stored, listed, facts, file, rows, shownAgain, url, axe: found };
  },

  /** Neither in the navigation nor by its address. */
  async viewer({ page, ...given }) {
    await openGuests(page, given);
    await page.getByText("Only an owner can export and erase guests").waitFor();
    const links = await page.getByRole("navigation").getByRole("link").allTextContents();
    const buttons = await page.getByRole("button", { name: /a guest/ }).count();
    const refused = [];
    for (const [method, path] of [
      ["POST", "guests/erase"],
      ["POST", "guests/stored"],
      ["POST", "guests/export"],
      ["GET", "guests/receipts"],
      ["PUT", "decision-retention"],
    ]) {
      refused.push(
        await page.evaluate(
          async ([method, path]) => {
            const headers = { "content-type": "application/json" };
            const body = method === "GET" ? undefined : "{}";
            return (await fetch(path, { method, headers, body })).status;
          },
          [method, `/dashboard/api/projects/${given.projectId}/${path}`],
        ),
      );
    }
    await page.goto(`${given.url}/dashboard/p/${given.projectId}/settings`);
    const card = settingsCard(page);
    await card.getByText("Guests' data are kept").waitFor();
    const forms = await card.locator("form").count();
    return { links, buttons, refused, forms, axe: await axe(page) };
  },

  /** Set to 40 days, which is confirmed, with the password. */
  async retention({ page, url, projectId, email, pictures }) {
    await signedIn({ page, url, email });
    await page.goto(`${url}/dashboard/p/${projectId}/settings`);
    const card = settingsCard(page);
    const kept = card.getByLabel("Keep guests' data for");
    const usual = await kept.locator("option:checked").textContent();
    await kept.selectOption("days");
    const days = card.getByLabel("Days", { exact: true });
    const save = card.getByRole("button", { name: "Save" });
    await days.fill("30");
    await save.click();
    const fault = await card.locator(".field-error").textContent();
    await days.fill("40");
    await card.scrollIntoViewIfNeeded();
    const found = await looks(page, { name: "retention-card", pictures });
    await save.click();
    const dialog = page.getByRole("dialog");
    const asked = await dialog.locator("p").first().textContent();
    found.push(...(await looks(page, { name: "retention-dialog", pictures })));
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.reload();
    const cancelled = await kept.locator("option:checked").textContent();
    await asOldSession(page, "**/decision-retention");
    await kept.selectOption("days");
    await days.fill("40");
    await save.click();
    const remove = dialog.getByRole("button", { name: "Remove guests' data" });
    await remove.click();
    await dialog.getByLabel("Your password", { exact: true }).fill(owner.password);
    await remove.click();
    await page.getByText("Saved. Guests' data are kept for 40 days.").waitFor();
    await page.reload();
    await days.waitFor();
    const after = await days.inputValue();
    await page.goto(`${url}/dashboard/activity`);
    const entry = page.getByText("set decision retention to 40 days").first();
    await entry.waitFor();
    return { usual, fault, asked, cancelled, after, axe: found };
  },

  /** A decision whose retention has ended, on its page and in the list. */
  async blanked({ page, url, projectId, email, decisionId, pictures }) {
    await signedIn({ page, url, email });
    await page.goto(`${url}/dashboard/p/${projectId}/decisions/${decisionId}`);
    await page.getByText("The retention of this decision has ended.").waitFor();
    await page.getByRole("status", { name: "Loading" }).first().waitFor({ state: "detached" });
    const found = await looks(page, { name: "blanked-decision", pictures });
    const heading = await page.getByRole("heading", { level: 1 }).textContent();
    const text = await page.locator("main").innerText();
    const sections = await page.locator("details.folded > summary").allTextContents();
    await page.goto(`${url}/dashboard/p/${projectId}/decisions`);
    const row = page.locator("tbody tr").filter({ hasText: "Removed" }).first();
    await row.waitFor();
    await row.scrollIntoViewIfNeeded();
    const inList = await row.innerText();
    const rows = await page.locator("tbody tr").allInnerTexts();
    found.push(...(await looks(page, { name: "blanked-list", pictures })));
    await page.goto(`${url}/dashboard/activity`);
    const entry = page.getByText("removed the guests' data of").first();
    return {
      heading,
      text,
      sections,
      inList,
      rows,
      audited: await entry.textContent(),
      axe: found,
    };
  },
};

export default play(scenarios);
