// What an analyst does on the dashboard, for analyst.test.ts: one scenario with its argument, as JSON.
import { play, signedIn } from "../../service/browser/dashboard/walk.mjs";

async function openDecision(page, { url, projectId, decisionId }) {
  await page.goto(`${url}/dashboard/p/${projectId}/decisions/${decisionId}`);
  await page.locator(".decision-summary").waitFor();
}

const scenarios = {
  /** Reads a fraud, and denies its device. */
  async denies({ page, ...given }) {
    await signedIn({ page, ...given });
    await openDecision(page, given);
    await page.getByRole("button", { name: "Add to list" }).click();
    const dialog = page.getByRole("dialog", { name: "Add to list" });
    await dialog.locator(".choice", { hasText: given.deviceId }).click();
    await dialog.getByLabel("Deny", { exact: false }).first().check();
    await dialog.getByLabel("Reason").fill("A chargeback");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    return {};
  },

  /** Why a decision was denied, as the page says it. */
  async why({ page, ...given }) {
    await signedIn({ page, ...given });
    await openDecision(page, given);
    return { why: await page.locator(".decision-why").textContent() };
  },

  async passes({ page, ...given }) {
    await signedIn({ page, ...given });
    await openDecision(page, given);
    await page.getByRole("button", { name: "Let through once" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Reason").fill("Known to the front desk");
    await dialog.getByRole("button", { name: "Let through once" }).click();
    await dialog.waitFor({ state: "detached" });
    return { text: await page.locator(".pass q").textContent() };
  },
};

export default play(scenarios);
