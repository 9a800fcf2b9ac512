// Runs one scenario of lists.test.ts in Chromium, and gives the result as JSON. Its argument:
// {"scenario":"denies","url":"…","projectId":"…"}.
import { focused, looks, play, signedIn } from "./walk.mjs";

const heading = (page, name) =>
  page.getByRole("heading", { level: 1, name, includeHidden: true }).waitFor();

async function openLists(page, { url, projectId }) {
  await page.goto(`${url}/dashboard/p/${projectId}/lists`);
  await heading(page, "Lists");
}

const rowsOf = (page) => page.locator(".table tbody tr").allTextContents();

const scenarios = {
  /** From a decision's page, with the keyboard alone. */
  async denies({ page, decisionId, reason, ...given }) {
    const { url, projectId, pictures } = given;
    await signedIn({ page, ...given });
    await page.goto(`${url}/dashboard/p/${projectId}/decisions/${decisionId}`);
    const add = page.getByRole("button", { name: "Add to list" });
    await add.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Add to list" });
    await dialog.getByText("E-mail address").waitFor();
    const facts = await dialog.locator(".choice .more").allTextContents();
    const ready = [await dialog.getByRole("button", { name: "Add", exact: true }).isEnabled()];
    const found = await looks(page, { name: "list-from-decision", pictures });
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await focused(page, add);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement.matches("[role=dialog] *"));
    const opened = await dialog.evaluate((one) => [document.activeElement.value, one.scrollTop]);
    await dialog.getByLabel("Deny", { exact: false }).first().focus();
    await page.keyboard.press("Space");
    await dialog.getByLabel("Reason").focus();
    await page.keyboard.type(reason);
    ready.push(await dialog.getByRole("button", { name: "Add", exact: true }).isEnabled());
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await add.click();
    await dialog.getByText("Already in: Deny").waitFor();
    await openLists(page, given);
    await page.getByText(reason).waitFor();
    found.push(...(await looks(page, { name: "lists", pictures })));
    return { facts, focused: opened, ready, rows: await rowsOf(page), axe: found };
  },

  async decided({ page, decisionId, ...given }) {
    const { url, projectId, pictures } = given;
    await signedIn({ page, ...given });
    await page.goto(`${url}/dashboard/p/${projectId}/decisions/${decisionId}`);
    await page.getByText("by an entry of the deny list").waitFor();
    const why = await page.locator(".decision-why").textContent();
    return { why, axe: await looks(page, { name: "decision-listed", pictures }) };
  },

  /** Adds to the list allow, finds the entry by another spelling, and archives it. */
  async allows({ page, value, ...given }) {
    const { pictures } = given;
    await signedIn({ page, ...given });
    await openLists(page, given);
    await page.getByRole("tab", { name: /^Allow/ }).click();
    await page.getByText("This list is empty").waitFor();
    await page.getByRole("button", { name: "Add entry" }).click();
    const dialog = page.getByRole("dialog", { name: "Add to a list" });
    await dialog.getByLabel("E-mail address").fill("nobody");
    await dialog.getByLabel("Reason").fill("A guest of many years");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    const fault = await dialog.locator(".field-error").textContent();
    const found = await looks(page, { name: "list-entry", pictures });
    await dialog.getByLabel("E-mail address").fill(value);
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("tab", { name: "Allow (1)" }).waitFor();
    await page.getByLabel("Find a value").fill("somebody.else@example.com");
    await page.getByRole("button", { name: "Find", exact: true }).click();
    await page.getByText("No entry has this value").waitFor();
    await page.getByLabel("Find a value").fill(value.toUpperCase());
    await page.getByRole("button", { name: "Find", exact: true }).click();
    await page.getByRole("button", { name: "Archive", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Archive" }).click();
    await page.getByText("No entry has this value").waitFor();
    await focused(page, page.getByRole("heading", { level: 1 })); // The entry's button has gone with its row.
    await page.getByRole("button", { name: "Show archived entries" }).click();
    await page.getByText("A guest of many years").waitFor();
    return { fault, rows: await rowsOf(page), url: page.url(), axe: found };
  },

  /** Gives a pass, and shows it on the page of the decision. */
  async passes({ page, decisionId, ...given }) {
    const { url, projectId, pictures } = given;
    await signedIn({ page, ...given });
    await page.goto(`${url}/dashboard/p/${projectId}/decisions/${decisionId}`);
    await page.getByRole("button", { name: "Let through once" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Reason").fill("Known to the front desk");
    const found = await looks(page, { name: "pass", pictures });
    await dialog.getByRole("button", { name: "Let through once" }).click();
    await dialog.waitFor({ state: "detached" });
    const text = await page.locator(".pass q").textContent();
    await page.locator(".pass").getByText("Reason: Known to the front desk").waitFor();
    const buttons = await page.getByRole("button", { name: "Let through once" }).count();
    return { text, buttons, axe: found };
  },

  /** The page of a denied decision whose guest has a pass, as it is opened. */
  async waits({ page, decisionId, ...given }) {
    const { url, projectId, pictures } = given;
    await signedIn({ page, ...given });
    await page.goto(`${url}/dashboard/p/${projectId}/decisions/${decisionId}`);
    await page.locator(".pass q").waitFor();
    return { axe: await looks(page, { name: "decision-passed", pictures }) };
  },

  async passed({ page, decisionId, ...given }) {
    const { url, projectId } = given;
    await signedIn({ page, ...given });
    await page.goto(`${url}/dashboard/p/${projectId}/decisions/${decisionId}`);
    await page.getByRole("link", { name: "It was used by this decision." }).click();
    await page.getByText("by a one-time pass. By its score").waitFor();
    return { url: page.url(), axe: [] };
  },

  async viewer({ page, ...given }) {
    await signedIn({ page, ...given });
    await openLists(page, given);
    await page.getByText("Your role cannot see the entries").waitFor();
    const tabs = await page.getByRole("tab").allTextContents();
    const buttons = await page.getByRole("button", { name: "Add entry" }).count();
    return { tabs, buttons, axe: await looks(page, { name: "lists-viewer", ...given }) };
  },
};

export default play(scenarios);
