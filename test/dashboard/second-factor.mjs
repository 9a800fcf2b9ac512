// node second-factor.mjs '{"scenario":"required","url":"…"}' runs one scenario of second-factor.test.ts in
// Chromium, and prints its result as JSON.
import { join, owner, totp } from "../../scripts/dashboard-client/page-acts.mjs";
import { axe, play } from "./walk.mjs";

const person = { ...owner, name: "Kai", email: "kai@example.com" };

/** Every state of the page, for people to look at, if the environment names a folder. */
async function picture(page, name) {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  for (const colorScheme of ["light", "dark"]) {
    for (const width of [1280, 390]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 860 });
      await page.waitForTimeout(300);
      await page.screenshot({ path: `${folder}/${name}-${colorScheme}-${width}.png` });
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1280, height: 860 });
}

const scenarios = {
  /** From the invitation over the set-up to the project's team. */
  async required({ page, url, link, projectId }) {
    const violations = [];
    const check = async (name) => {
      violations.push(...(await axe(page)));
      await picture(page, name);
    };
    await join(page, link, person);
    await page.getByRole("heading", { level: 1, name: "Set up two-factor" }).waitFor();
    const nav = await page.getByRole("navigation").getByRole("link", { name: "Keys" }).count();
    await page.goto(`${url}/dashboard/p/${projectId}/keys`);
    await page.getByText("Hotel requires it").waitFor();
    await check("second-factor-needed");
    await page.getByRole("button", { name: "Turn on" }).click();
    await page.getByLabel("Your password", { exact: true }).fill(person.password);
    await page.getByRole("button", { name: "Continue" }).click();
    const secret = await page.getByRole("dialog").locator(".copy code").textContent();
    await page.getByLabel("Code from the app").fill(totp(secret));
    await page.getByRole("dialog").getByRole("button", { name: "Turn on" }).click();
    const list = page.getByRole("list", { name: "Backup codes" });
    await list.waitFor();
    // Whoever looks at the app and comes back still sees the codes.
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await page.waitForTimeout(500);
    const codes = await list.locator("li").count();
    await page.getByRole("button", { name: "I have stored them" }).click();
    await page.getByRole("heading", { level: 1, name: "Keys" }).waitFor();

    await page.goto(`${url}/dashboard/p/${projectId}/people`);
    await page.getByText(/locked out until they turn one on: .*lou/).waitFor();
    await check("team-required");
    let refused = 0;
    await page.route("**/second-factor", (route) => {
      if (refused++ > 0) return route.continue();
      const body = JSON.stringify({ code: "confirmation_required", detail: "Again." });
      return route.fulfill({ status: 403, contentType: "application/problem+json", body });
    });
    await page.getByRole("button", { name: "Make it optional" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Make optional" }).click();
    const field = dialog.getByLabel("Code from the app");
    await field.waitFor();
    await check("confirm-with-code");
    await field.fill(totp(secret, Date.now() + 30_000));
    await dialog.getByRole("button", { name: "Make optional" }).click();
    await page.getByRole("button", { name: "Require it" }).waitFor();
    await check("team-optional");
    return { nav, codes, asked: refused === 2, violations };
  },
};

await play(scenarios);
