// Reads the pages below /docs in Chromium.
import { axe, focused, looks, play } from "../browser/dashboard/walk.mjs";

const scenarios = {
  /** The reference from the first screen to an endpoint's samples, with the keyboard alone. */
  async reference({ page, url, pictures }) {
    await page.goto(`${url}/docs`);
    await page.getByRole("heading", { name: "Booking Risk", level: 1 }).waitFor();
    await page.getByRole("heading", { name: "Authentication" }).waitFor();
    const chapters = await page.locator("aside, nav").first().innerText();
    const found = await looks(page, { name: "reference", pictures });

    const typing = () => focused(page, page.getByRole("combobox"));
    await page.keyboard.press("Control+k");
    await typing();
    await page.keyboard.type("report the outcome");
    const wanted = { name: /Report the outcome of a booking/ };
    await page.getByRole("option").first().and(page.getByRole("option", wanted)).waitFor();
    found.push(...(await axe(page)));
    await page.keyboard.press("ArrowDown");
    await page.getByRole("option", { ...wanted, selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/outcome/);
    const operation = page.getByRole("region", { name: "Report the outcome of a booking" });
    await operation.locator("pre").filter({ hasText: "curl" }).waitFor();
    found.push(...(await looks(page, { name: "operation", pictures })));

    const sample = () => operation.locator("pre").first().innerText();
    const curl = await sample();
    const language = operation.getByRole("button", { name: /language: curl/ });
    await language.focus();
    await page.keyboard.press("Enter");
    await typing();
    await page.getByRole("option", { name: "Python" }).waitFor();
    // Scalar puts an open list of languages at the end of the body, where no landmark has it.
    found.push(...(await axe(page)).filter((one) => !one.includes(": region: <input")));
    await page.keyboard.press("Escape");
    await focused(page, language);
    const isBack = await language.evaluate((button) => button === document.activeElement);
    await page.keyboard.press("Enter");
    await typing();
    await page.keyboard.type("Py");
    await page.locator('[role="combobox"][aria-activedescendant$="/python"]').waitFor();
    await page.keyboard.press("Enter");
    await operation.locator("pre").filter({ hasText: "report_outcome" }).waitFor();
    return { chapters, axe: found, curl, isBack, python: await sample(), url: page.url() };
  },

  /** The catalogue of features, searched. */
  async features({ page, url, pictures }) {
    await page.goto(`${url}/docs/features`);
    const shown = () =>
      page
        .locator("article")
        .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map(({ id }) => id));
    const all = await shown();
    await page.keyboard.press("/");
    await page.keyboard.type("email age");
    const status = page.getByRole("status");
    const said = await status.innerText();
    const some = await shown();
    const found = await looks(page, { name: "features", pictures });
    await page.keyboard.press("Control+a");
    await page.keyboard.type("<b>nothing like it</b>");
    const none = { said: await status.innerText(), shown: await shown() };
    await page.evaluate((id) => {
      location.hash = id;
    }, all.at(-1));
    await page.locator(`[id="${all.at(-1)}"]:target`).waitFor({ state: "visible" });
    const linked = await shown();
    return { all, said, some, none, linked, axe: found };
  },

  async problems({ page, url, pictures }) {
    await page.goto(`${url}/docs/problems#validation_failed`);
    await page.locator("#validation_failed:target").waitFor();
    return { axe: await looks(page, { name: "problems", pictures }) };
  },
};

export default play(scenarios);
