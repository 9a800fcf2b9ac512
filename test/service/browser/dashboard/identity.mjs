// Runs one scenario of identity.test.ts in Chromium, and gives the result as JSON. Its argument:
// {"scenario":"everything","url":"…","projectId":"…","decisionId":"dec_…"}.
import { looks, play, resultsOf, signedIn } from "./walk.mjs";

const bookings = (page) => page.locator("table.decisions a[data-id]");
const graph = (page) => page.getByRole("region", { name: "Linked identities" });
const emailsOf = (page) => graph(page).locator("li", { hasText: "@" });

/** Opens the decision, and then its device, with the keyboard. */
async function openDevice(page, { url, projectId, decisionId }, name) {
  await page.goto(`${url}/dashboard/p/${projectId}/decisions/${decisionId}`);
  const device = page.locator(".decision-identities div", { hasText: "Device" });
  await device.getByText(/ others/).waitFor();
  await device.getByRole("link", { name }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/same/device");
  await bookings(page).nth(3).waitFor();
}

/** The bookings are in no order that the test knows. */
async function sortedResultsOf(dialog) {
  const [done, ...results] = await resultsOf(dialog);
  return [done, ...results.toSorted()];
}

const scenarios = {
  async everything({ page, value, ...given }) {
    const { pictures } = given;
    const addresses = [];
    page.on("framenavigated", (frame) => addresses.push(frame.url()));
    page.on("request", (request) => addresses.push(request.url()));
    await openDevice(page, given, value);
    const title = await page.title();
    const heading = await page.locator("h1").textContent();
    const counts = await page.locator(".identity-counts tbody tr").last().locator("th, td");
    const found = await looks(page, { name: "identity", pictures });
    const seen = {
      counts: await counts.allTextContents(),
      listed: await bookings(page).evaluateAll((all) => all.map((one) => one.dataset.id)),
    };
    await page.getByRole("button", { name: "Show more" }).press("Enter");
    seen.emails = await emailsOf(page).allTextContents();

    const acts = page.getByRole("region", { name: "All bookings" });
    const dialog = page.getByRole("dialog");
    const choose = (name) => acts.getByRole("button", { name }).press("Enter");
    await choose("Report outcome");
    await dialog.getByRole("radio", { name: "Fraud" }).check();
    found.push(...(await looks(page, { name: "identity-outcome", pictures })));
    await dialog.getByRole("button", { name: "Save outcome" }).press("Enter");
    seen.outcomes = await sortedResultsOf(dialog);
    await choose("Add to list");
    await dialog.getByRole("radio", { name: "Watch" }).check();
    await dialog.getByLabel("Reason").fill("A ring.");
    await dialog.getByRole("button", { name: "Add", exact: true }).press("Enter");
    seen.entries = await sortedResultsOf(dialog);
    const mark = page.getByRole("link", { name: "on the watch list" });
    seen.mark = await mark.textContent();
    await choose("Send to review");
    await dialog.getByRole("button", { name: "Send to review" }).press("Enter");
    seen.reviews = await sortedResultsOf(dialog);

    const other = emailsOf(page).filter({ hasText: "other" }).first().getByRole("link");
    await other.press("Enter");
    await page.waitForURL("**/same/email");
    await page.locator("h1", { hasText: "@" }).waitFor();
    await bookings(page).first().waitFor();
    const next = await page.locator("h1").textContent();
    const { hacked, images } = await page.evaluate(() => ({
      hacked: "hacked" in window,
      images: document.images.length,
    }));
    return { ...seen, title, heading, next, hacked, images, addresses, axe: found };
  },

  async viewer({ page, ...given }) {
    await openDevice(page, given, "All bookings with it");
    const found = await looks(page, { name: "identity-viewer", ...given });
    return {
      heading: await page.locator("h1").textContent(),
      kinds: await graph(page).textContent(),
      named: await graph(page)
        .locator("li", { hasText: "E-mail address no." })
        .first()
        .textContent(),
      text: await page.locator("main").textContent(),
      rows: await bookings(page).count(),
      buttons: await page.getByRole("button", { name: /outcome|list|review/ }).count(),
      axe: found,
    };
  },
};

export default play(scenarios, {
  before: ({ email = "ada@example.com", ...given }) => signedIn({ ...given, email }),
});
