// Runs one scenario of attributes.test.ts in Chromium, and gives the result as JSON. Its argument:
// {"scenario":"declare","url":"…","projectId":"…"}.
import { looks, play, signedIn } from "./walk.mjs";

async function openCard(page, { url, projectId }) {
  await page.goto(`${url}/dashboard/p/${projectId}/settings`);
  const heading = page.getByRole("heading", { level: 2, name: "Attributes" });
  await heading.waitFor();
  return page.locator(".settings-card", { has: heading });
}

const declared = async (card) => {
  const texts = await card.locator("li > div").allInnerTexts();
  return texts.map((text) => text.trim());
};

async function declare(card, { name, type, unit, meaning, personal = false }) {
  await card.getByLabel("Name in the request").fill(name);
  await card.getByLabel("Type").selectOption(type);
  if (unit) await card.getByLabel("Unit").fill(unit);
  await card.getByLabel("Meaning").fill(meaning);
  if (personal) await card.getByRole("checkbox").check();
  await card.getByRole("button", { name: "Declare" }).click();
}

const scenarios = {
  /** Two of them, the first with a wrong name at first. */
  async declare({ page, ...given }) {
    await signedIn({ page, ...given });
    const card = await openCard(page, given);
    const meaning = "Years in the loyalty programme";
    const years = { name: "loyalty_years", type: "number", unit: "years", meaning, personal: true };
    await declare(card, { ...years, name: "Loyalty years", personal: false });
    const fault = await card.locator(".field-error").first().textContent();
    await declare(card, years);
    await card.getByText("number, years, personal").waitFor();
    await declare(card, {
      name: "channel",
      type: "category",
      meaning: "Where the guest came from",
    });
    await card.getByText("channel", { exact: true }).waitFor();
    const axe = await looks(page, { name: "attributes", pictures: given.pictures });
    if (given.pictures) {
      await page.setViewportSize({ width: 390, height: 900 });
      await card.screenshot({ path: `${given.pictures}/attributes-card-390.png` });
    }
    return { fault, declared: await declared(card), axe };
  },

  async decision({ page, decisionId, ...given }) {
    await signedIn({ page, ...given });
    await page.goto(`${given.url}/dashboard/p/${given.projectId}/decisions/${decisionId}`);
    await page.locator("#request > summary").click();
    const section = page.locator(".field-group", {
      has: page.getByRole("heading", { name: "Attributes", exact: true }),
    });
    await section.waitFor();
    await section.scrollIntoViewIfNeeded();
    const axe = await looks(page, { name: "decision-attributes", pictures: given.pictures });
    return { fields: await section.innerText(), axe };
  },

  async archive({ page, ...given }) {
    await signedIn({ page, ...given });
    const card = await openCard(page, given);
    await card.getByLabel("Name in the request").fill("loyalty_years");
    const isPersonal = await card.getByRole("checkbox").isChecked();
    await card.getByLabel("Meaning").fill("Years as a member");
    await card.getByRole("button", { name: "Declare" }).click();
    await card.getByText("Years as a member").waitFor();
    await card.getByRole("button", { name: "Archive channel" }).click();
    await page.getByRole("dialog").waitFor();
    const axe = await looks(page, { name: "attributes-archive", pictures: given.pictures });
    await page.getByRole("dialog").getByRole("button", { name: "Archive" }).click();
    await card.getByText("category, archived").waitFor();
    return { isPersonal, declared: await declared(card), axe };
  },
};

export default play(scenarios);
