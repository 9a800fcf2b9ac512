// Runs one scenario of settings.test.ts in Chromium, and gives the result as JSON. Its argument:
// {"scenario":"replaces","url":"…","projectId":"…"}.
import { looks, play, signedIn } from "./walk.mjs";

const alertOf = (scope) => scope.getByRole("alert");

/** Another page of an owner saves it: what this one shows is older from then on. */
async function changeElsewhere(page, url, { path, body }) {
  const answer = await page.request.put(url + path, { data: body, headers: { origin: url } });
  if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
}

/** Clicks it, and waits for the answer. @returns its status. */
async function save(page, scope, name = "Save") {
  const answer = page.waitForResponse((one) => one.request().method() === "PUT");
  await scope.getByRole("button", { name, exact: true }).click();
  return (await answer).status();
}

/** How each card is filled in. */
const fill = {
  Review: (card) => card.getByLabel("Random share, in percent").fill("1"),
  Agents: (card) => card.getByLabel("Welcome agents").fill("ours.example"),
  Kiosks: (card) => card.getByLabel("Device IDs").fill("dev_00000002"),
  "Control group": (card) => card.getByLabel("Bookings a month, at most").fill("30"),
  async "Decision retention"(card) {
    await card.getByLabel("Keep guests' data for").selectOption("days");
    await card.getByLabel("Days", { exact: true }).fill("500");
  },
};

const scenarios = {
  /** Each setting of the page is changed by somebody else, refused, and then replaced. */
  async replaces({ page, others, ...given }) {
    await signedIn({ page, ...given });
    await page.goto(`${given.url}/dashboard/p/${given.projectId}/settings`);
    const conflicts = [];
    let axe = [];
    for (const [name, other] of Object.entries(others)) {
      const heading = page.getByRole("heading", { level: 2, name, exact: true });
      const card = page.locator(".settings-card", { has: heading });
      await fill[name](card);
      await changeElsewhere(page, given.url, other);
      const refused = await save(page, card);
      if (refused !== 409) throw new Error(`${name} was answered with ${refused}`);
      conflicts.push(await alertOf(card).textContent());
      if (name === "Review") {
        await alertOf(card).scrollIntoViewIfNeeded();
        axe = await looks(page, { name: "setting-conflict", pictures: given.pictures });
      }
      const saved = await save(page, card);
      if (saved !== 200) throw new Error(`${name} was answered with ${saved} then`);
      await alertOf(card).waitFor({ state: "detached" });
    }
    return { conflicts, axe };
  },

  /** The addresses are changed by somebody else, and the limit here. */
  async restricts({ page, key, other, ...given }) {
    await signedIn({ page, ...given });
    await page.goto(`${given.url}/dashboard/p/${given.projectId}/keys`);
    await page
      .getByRole("row", { name: key })
      .getByRole("button", { name: /^Actions/ })
      .click();
    await page.getByRole("menuitem", { name: "Restrictions" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Requests per second").fill("50");
    await changeElsewhere(page, given.url, other);
    await save(page, dialog);
    const conflict = await alertOf(dialog).textContent();
    const axe = await looks(page, { name: "restrictions-conflict", pictures: given.pictures });
    await save(page, dialog);
    await dialog.waitFor({ state: "detached" });
    return { conflict, axe };
  },

  /** Two amounts are changed by somebody else, one of them here, and the page reads them again before it is saved. */
  async prices({ page, other, ...given }) {
    await signedIn({ page, ...given });
    await page.goto(`${given.url}/dashboard/p/${given.projectId}/money`);
    const form = page.getByRole("region", { name: "Assumptions" });
    await form.getByLabel("Chargeback fee").fill("40");
    await changeElsewhere(page, given.url, other);
    const again = page.waitForResponse((one) => one.url().includes("/money?period=90"));
    await page.getByRole("button", { name: "90 days" }).click();
    await (await again).finished();
    const refused = await save(page, form, "Save for project");
    if (refused !== 409) throw new Error(`it was answered with ${refused}`);
    const conflict = await alertOf(form).textContent();
    const shown = await form.getByLabel("Margin (%)").inputValue();
    await save(page, form, "Save for project");
    await page.getByText("Saved for the project").waitFor();
    return { conflict, shown };
  },
};

export default play(scenarios);
