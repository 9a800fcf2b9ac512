// Runs one scenario of control-group.test.ts in Chromium, and gives the result as JSON. Its argument:
// {"scenario":"set","url":"…","projectId":"…"}.
import { looks, play, signedIn } from "./walk.mjs";

async function openCard(page, { url, projectId }) {
  await page.goto(`${url}/dashboard/p/${projectId}/settings`);
  const heading = page.getByRole("heading", { level: 2, name: "Control group" });
  await heading.waitFor();
  return page.locator(".settings-card", { has: heading });
}

const scenarios = {
  /** Turned on with a wrong share first. */
  async set({ page, ...given }) {
    await signedIn({ page, ...given });
    const card = await openCard(page, given);
    await card.getByLabel("Share of denied bookings, in percent").fill("6");
    await card.getByLabel("Bookings a month, at most").fill("20");
    await card.getByLabel("Sum of their amounts a month, at most").fill("5000");
    await card.getByLabel("Currency of the amounts").fill("eur");
    await card.getByRole("button", { name: "Save" }).click();
    const fault = await card.locator(".field-error").first().textContent();
    await card.getByLabel("Share of denied bookings, in percent").fill("1.5");
    await card.getByRole("button", { name: "Save" }).click();
    const used = await card.getByText("of denied bookings. This month").textContent();
    await card.scrollIntoViewIfNeeded();
    const axe = await looks(page, { name: "control-group", pictures: given.pictures });
    return { fault, used, axe };
  },

  /** As somebody who may not change it. */
  async seen({ page, ...given }) {
    await signedIn({ page, ...given });
    const card = await openCard(page, given);
    const used = await card.getByText("of denied bookings. This month").textContent();
    return { used, buttons: await card.getByRole("button").count(), axe: [] };
  },
};

export default play(scenarios);
