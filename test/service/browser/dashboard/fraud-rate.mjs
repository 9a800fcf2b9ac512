// Runs one scenario of fraud-rate.test.ts in Chromium, and gives the result as JSON. Its argument:
// {"scenario":"set","url":"…","projectId":"…"}.
import { axe, looks, play, signedIn } from "./walk.mjs";

const card = (page) => page.getByRole("region", { name: "Fraud rate" });

async function openSettings(page, { url, projectId }) {
  await page.goto(`${url}/dashboard/p/${projectId}/settings`);
  await card(page).getByText("Scores are not shifted.").waitFor();
}

/** What the card says of the chosen rate, once it says so of this many points. */
const previewOf = (page, points) =>
  card(page)
    .locator("[data-preview]")
    .filter({ hasText: points })
    .filter({ hasText: "would have denied" })
    .textContent();

async function save(page) {
  await card(page).getByRole("button", { name: "Save" }).click();
}

/** With the badges of the choices. */
const choicesOf = (page) =>
  card(page)
    .locator(".choice")
    .evaluateAll((all) => all.map(({ textContent }) => textContent));

const scenarios = {
  async set({ page, url, projectId, email, pictures }) {
    await signedIn({ page, url, email });
    await openSettings(page, { url, projectId });
    const choices = await choicesOf(page);
    const unset = await previewOf(page, "Scores stay as the model gives them.");
    await card(page).getByRole("radio", { name: "Your own figure" }).check();
    const percent = card(page).getByLabel("Percent");
    await percent.fill("50");
    await save(page);
    const fault = await card(page).locator(".field-error").textContent();
    await percent.fill("0.4");
    const preview = await previewOf(page, "Every score: −25 points.");
    const atField = await axe(page);
    if (pictures) await card(page).screenshot({ path: `${pictures}/fraud-rate-form.png` });
    await save(page);
    await page.getByText("Saved. The change applies from the next booking.").waitFor();
    await card(page).getByText("entered on").waitFor();
    const after = await choicesOf(page);
    return { choices, unset, fault, preview, after, axe: atField };
  },

  async estimated({ page, url, projectId, email }) {
    await signedIn({ page, url, email });
    await openSettings(page, { url, projectId });
    await card(page).getByRole("radio", { name: "Estimated from outcomes" }).check();
    await save(page);
    await page.getByText("Saved. The change applies from the next booking.").waitFor();
    await card(page).getByText("estimated on").waitFor();
    return { after: await choicesOf(page) };
  },

  async unset({ page, url, projectId, email }) {
    await signedIn({ page, url, email });
    await openSettings(page, { url, projectId });
    await card(page)
      .getByRole("radio", { name: /^The model's/ })
      .check();
    await save(page);
    await page.getByText("Saved. The change applies from the next booking.").waitFor();
    return { after: await choicesOf(page) };
  },

  /** Without a form, for those who may not change it. */
  async read({ page, url, projectId, email, pictures }) {
    await signedIn({ page, url, email });
    await page.goto(`${url}/dashboard/p/${projectId}/settings`);
    await card(page).locator("p").nth(1).waitFor();
    const text = await card(page).textContent();
    const found = await looks(page, { name: "fraud-rate", pictures });
    return { text, forms: await card(page).locator("form").count(), axe: found };
  },
};

export default play(scenarios);
