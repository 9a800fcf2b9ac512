// Runs one scenario of challenge.test.ts in Chromium, and gives the result as JSON. Its argument:
// {"scenario":"start","url":"…","projectId":"…","model":"…"}.
import { looks, play, signedIn } from "./walk.mjs";

const pageOf = ({ url, projectId, model }) =>
  `${url}/dashboard/p/${projectId}/models?model=${encodeURIComponent(model)}`;

async function choose(page, model, entry) {
  await page.getByRole("button", { name: `Actions for ${model}` }).click();
  await page.getByRole("menuitem", { name: entry }).click();
  return page.getByRole("dialog");
}

const scenarios = {
  /** Started although no replay has passed, with a wrong share first. */
  async start({ page, ...given }) {
    await signedIn({ page, ...given });
    await page.goto(pageOf(given));
    const dialog = await choose(page, given.model, "Start a challenge");
    const objection = await dialog.getByText("has not been replayed").first().textContent();
    const share = dialog.getByLabel("Share of the guests, in percent");
    await share.fill("60");
    await dialog.getByLabel(`To start it anyway, type ${given.model}`).fill(given.model);
    const axe = await looks(page, { name: "challenge-dialog", pictures: given.pictures });
    await dialog.getByRole("button", { name: "Start anyway" }).click();
    const fault = await dialog.locator(".field-error").first().textContent();
    await share.fill("20");
    await dialog.getByRole("button", { name: "Start anyway" }).click();
    await dialog.waitFor({ state: "detached" });
    const results = page.getByRole("region", { name: "Challenge results" });
    await results.getByText("Running. It ends by itself").waitFor();
    return { objection, fault, axe };
  },

  /** The results, and the end. */
  async end({ page, ...given }) {
    await signedIn({ page, ...given });
    await page.goto(pageOf(given));
    const results = page.getByRole("region", { name: "Challenge results" });
    await results.getByRole("row").nth(2).waitFor();
    const rows = await results.getByRole("row").allTextContents();
    await results.scrollIntoViewIfNeeded();
    const axe = await looks(page, { name: "challenge-results", pictures: given.pictures });
    const dialog = await choose(page, given.model, "End the challenge");
    await dialog.getByRole("button", { name: "End challenge" }).click();
    const ended = await results.getByText("it was ended by a user").textContent();
    await page.goto(`${given.url}/dashboard/p/${given.projectId}/models`);
    await page.getByText("Challenger", { exact: true }).waitFor();
    axe.push(...(await looks(page, { name: "models-challenger", pictures: given.pictures })));
    return { rows, ended, axe };
  },
};

export default play(scenarios);
