// Runs one scenario of webhooks.test.ts in Chromium, and gives the result as JSON. Its argument:
// {"scenario":"adds","url":"…","projectId":"…"}.
import { focused, looks, play, signedIn } from "./walk.mjs";

async function openWebhooks(page, { url, projectId }) {
  await page.goto(`${url}/dashboard/p/${projectId}/webhooks`);
  await page.getByRole("heading", { level: 1, name: "Webhooks", includeHidden: true }).waitFor();
}

async function act(page, name) {
  await page.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name }).click();
}

const scenarios = {
  /** With the keyboard alone, and a test event. */
  async adds({ page, receiver, description, ...given }) {
    const { pictures } = given;
    await signedIn({ page, ...given });
    await openWebhooks(page, given);
    await page.getByText("No endpoints yet").waitFor();
    const axe = await looks(page, { name: "webhooks-empty", pictures });
    await page.getByRole("button", { name: "Add endpoint" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Add endpoint" });
    await focused(page, dialog.getByLabel("URL"));
    await page.keyboard.type("https://user:password@hooks.example.com");
    await page.keyboard.press("Enter");
    const fault = await dialog.locator(".field-error").textContent();
    axe.push(...(await looks(page, { name: "webhook-new", pictures })));
    await dialog.getByLabel("URL").fill(receiver);
    await dialog.getByLabel("A list changes").uncheck();
    await dialog.getByLabel("Description").fill(description);
    await page.keyboard.press("Enter");
    const added = page.getByRole("dialog", { name: "Endpoint added" });
    const secret = await added
      .locator("code, input")
      .first()
      .evaluate((one) => one.value ?? one.textContent);
    axe.push(...(await looks(page, { name: "webhook-secret", pictures })));
    await added.getByRole("button", { name: "I have stored it" }).click();
    await act(page, "Send a test event");
    await page.getByRole("dialog").getByRole("button", { name: "Send", exact: true }).click();
    await page.getByText(/^Answered 204 in/).waitFor();
    axe.push(...(await looks(page, { name: "webhooks", pictures })));
    const rows = await page.locator(".table tbody tr").allTextContents();
    return { fault, secret, rows, axe };
  },

  async changes({ page, ...given }) {
    const { pictures } = given;
    await signedIn({ page, ...given });
    await openWebhooks(page, given);
    await page.getByRole("button", { name: "Send again" }).first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Send again" }).click();
    await page.getByText("1 event is sent again").waitFor();
    await act(page, "Replace the secret");
    await page.getByRole("dialog").getByRole("button", { name: "Replace" }).click();
    await page.getByRole("dialog", { name: "Secret replaced" }).waitFor();
    await page.getByRole("button", { name: "I have stored it" }).click();
    await page.getByText(/^Also signed with the previous secret until/).waitFor();
    await act(page, "Disable");
    await page.getByRole("dialog").getByRole("button", { name: "Disable" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByText("Disabled", { exact: true }).first().waitFor();
    const axe = await looks(page, { name: "webhooks-disabled", pictures });
    await act(page, "Archive");
    await page.getByRole("dialog").getByRole("button", { name: "Archive" }).click();
    await page.getByText("No endpoints yet").waitFor();
    return { axe };
  },

  async viewer({ page, ...given }) {
    await signedIn({ page, ...given });
    const { url, projectId } = given;
    await page.goto(`${url}/dashboard/p/${projectId}/overview`);
    await page.getByRole("link", { name: "Lists", exact: true }).waitFor();
    return { links: await page.getByRole("link", { name: "Webhooks" }).count(), axe: [] };
  },
};

export default play(scenarios);
