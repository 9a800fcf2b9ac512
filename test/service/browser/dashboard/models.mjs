// Runs one scenario of models.test.ts in Chromium, and gives the result as JSON. Its argument:
// {"scenario":"registry","url":"…"}.
import { join, startSession } from "../../../../scripts/programs/dashboard-client/page-acts.mjs";
import { axe, looks, play } from "./walk.mjs";

const heading = (page, name) => page.getByRole("heading", { level: 1, name }).waitFor();

/** Makes a number of bookings and returns the ID of the last decision. */
async function decide(url, { key, request, count = 1 }) {
  let decisionId;
  for (let i = 0; i < count; i++) {
    const booker = { ...request.booker, email: `guest${i}@example.com` };
    const answered = await fetch(`${url}/v1/risk`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Service-Key": key },
      body: JSON.stringify({ ...request, booker, requestId: `r-${Date.now()}-${i}` }),
    });
    if (answered.status !== 200) throw new Error(`a booking failed with ${answered.status}`);
    decisionId = (await answered.json()).decisionId;
  }
  return decisionId;
}

async function openMenu(page, model, entry) {
  await page.getByRole("button", { name: `Actions for ${model}` }).click();
  await page.getByRole("menuitem", { name: entry }).click();
  return page.getByRole("dialog");
}

/** Waits until the page shows that a model is active and no longer being switched to. */
async function isActive(page, model) {
  const card = page.getByRole("region", { name: "Active model" });
  await card.locator("dl > div").first().getByRole("link", { name: model, exact: true }).waitFor();
  await card.getByRole("status").waitFor({ state: "detached" });
}

/** Waits until the service scores with a shadow model, which it says in its metrics. */
async function inShadow(url) {
  const metrics = async () => (await fetch(`${url}/metrics`)).text();
  while (!(await metrics()).includes('state="shadow"')) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const scenarios = {
  /** With a single model, the page shows how to install another one. */
  async singleModel({ page, url, link, projectId, builtIn }) {
    await join(page, link);
    await page.goto(`${url}/dashboard/p/${projectId}/models`);
    await heading(page, "Models");
    await isActive(page, builtIn);
    const guide = page.getByRole("region", { name: "Install your own model" });
    const commands = await guide.locator(".copy code").allTextContents();
    const where = await guide.getByText("Run the commands").textContent();
    const text = await page.content();
    const menus = await page.getByRole("button", { name: /Actions for/ }).count();
    return { commands, where, text, menus };
  },

  /** Shadow mode, promotion, rollback and retirement of a candidate. */
  async registry({ page, url, projectId, model, builtIn, booking }) {
    await startSession(page, url);
    const models = `${url}/dashboard/p/${projectId}/models`;
    await page.goto(models);
    await heading(page, "Models");
    await page.getByRole("row", { name: new RegExp(`${model}.*candidate`) }).waitFor();
    let dialog = await openMenu(page, model, "Run in shadow mode for this project");
    await dialog.getByRole("button", { name: "Run in shadow mode" }).click();
    await page.getByRole("row", { name: new RegExp(`${model}.*shadow`) }).waitFor();
    await inShadow(url);
    await decide(url, { ...booking, count: 12 });

    await page.getByRole("link", { name: model }).first().click();
    await heading(page, model);
    const shadow = page.getByRole("region", { name: "Shadow mode results" });
    await shadow.getByText("12 decisions were scored by both").waitFor();
    const agreement = await shadow.locator("tr.current").textContent();

    await page.getByRole("button", { name: "Promote", exact: true }).click();
    dialog = page.getByRole("dialog");
    await dialog.getByText("has not been replayed").waitFor();
    await dialog.getByLabel(/To promote it anyway/).fill("something else");
    await dialog.getByRole("button", { name: "Promote anyway" }).click();
    await dialog.getByText("must be the model's name and version").waitFor();
    await dialog.getByLabel(/To promote it anyway/).fill(model);
    await dialog.getByRole("button", { name: "Promote anyway" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.goto(models);
    await isActive(page, model);
    const promoted = await decide(url, booking);

    await page.getByRole("button", { name: "Roll back", exact: true }).click();
    const effect = await page.getByRole("dialog").textContent();
    await page.getByRole("dialog").getByRole("button", { name: "Roll back" }).click();
    await isActive(page, builtIn);
    const rolledBack = await decide(url, booking);

    dialog = await openMenu(page, model, "Retire");
    await dialog.getByRole("button", { name: "Retire" }).click();
    await page.getByRole("row", { name: new RegExp(`${model}.*retired`) }).waitFor();
    return { agreement, promoted, effect, rolledBack };
  },

  /** Starts the replay that a promotion asks for where it asks, and opens its report. */
  async replay({ page, url, projectId, model, pictures }) {
    await startSession(page, url);
    await page.goto(`${url}/dashboard/p/${projectId}/models?model=${encodeURIComponent(model)}`);
    await heading(page, model);
    const replays = page.getByRole("region", { name: "Replays" });
    const command = await replays.locator(".copy code").textContent();
    await replays.getByRole("button", { name: "Replay the last 180 days" }).waitFor();
    await page.getByRole("button", { name: "Promote", exact: true }).click();
    const dialog = page.getByRole("dialog");
    const start = dialog.getByRole("button", { name: "Replay the last 180 days" });
    await start.waitFor();
    const found = await looks(page, { name: "models-promotion", pictures });
    await start.click();
    await dialog.getByText("has not been replayed").waitFor({ state: "detached" });
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await replays.getByRole("link", { name: "Report" }).waitFor();
    const verdict = await replays.locator("tbody tr").first().locator(".badge").textContent();
    await replays.getByRole("link", { name: "Report" }).click();
    await heading(page, `Replay of ${model}`);
    await page.locator(".criteria li").first().waitFor();
    const sections = await page.getByRole("heading", { level: 2 }).allTextContents();
    const criteria = await page.locator(".criteria li").count();
    await page.getByRole("tab", { name: "Maximize protection" }).click();
    const examples = page.locator("table.figures a");
    const links = await examples.evaluateAll((all) => all.map((one) => one.getAttribute("href")));
    return { command, verdict, sections, criteria, links, axe: found };
  },

  /** Opens the dialog of a model with a passed replay and without live decisions. */
  async unproven({ page, url, projectId, model }) {
    await startSession(page, url);
    await page.goto(`${url}/dashboard/p/${projectId}/models?model=${encodeURIComponent(model)}`);
    await page.getByRole("button", { name: "Promote", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("has scored 0 live decisions of the last 30 days").waitFor();
    return { fields: await dialog.getByRole("textbox").count() };
  },

  /** Promotes a model with a passed replay and live decisions, which takes no typing, and rolls back. */
  async proven({ page, url, projectId, model, builtIn }) {
    await startSession(page, url);
    const models = `${url}/dashboard/p/${projectId}/models`;
    await page.goto(`${models}?model=${encodeURIComponent(model)}`);
    await page.getByRole("button", { name: "Promote", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("The last replay passed").waitFor();
    await dialog.getByText("scored 300 live decisions of the last 30 days").waitFor();
    const fields = await dialog.getByRole("textbox").count();
    await dialog.getByRole("button", { name: "Promote", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await page.goto(models);
    await isActive(page, model);
    await page.getByRole("button", { name: "Roll back", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Roll back" }).click();
    await isActive(page, builtIn);
    return { fields };
  },

  /** A model card and a manifest with markup. */
  async hostile({ page, url, projectId, model }) {
    await startSession(page, url);
    await page.goto(`${url}/dashboard/p/${projectId}/models?model=${encodeURIComponent(model)}`);
    const card = page.getByRole("region", { name: "Model card" });
    await card.getByText("A harmless end").waitFor();
    await card.getByRole("button", { name: "Show all" }).click();
    const text = await card.locator(".markdown").textContent();
    const links = await card
      .locator("a")
      .evaluateAll((all) => all.map((one) => [one.getAttribute("href"), one.rel]));
    const tables = await card.locator("table td").allTextContents();
    const facts = await page.getByRole("region", { name: "Details" }).textContent();
    const ran = await page.evaluate(() => ({
      hacked: "hacked" in window,
      elements: document.querySelectorAll(".markdown :is(img, script, iframe, svg, style, form)")
        .length,
    }));
    return { text, links, tables, facts, ran };
  },

  /** A bundle is uploaded, refused for a file that is missing, and installed. @param folder of the bundle. */
  async upload({ page, url, projectId, model, folder, pictures }) {
    await startSession(page, url);
    await page.goto(`${url}/dashboard/p/${projectId}/models`);
    await page.getByRole("button", { name: "Upload a bundle" }).click();
    const dialog = page.getByRole("dialog");
    const files = dialog.getByLabel("Files of the bundle");
    const send = dialog.getByRole("button", { name: "Upload and check" });
    await files.setInputFiles([`${folder}/manifest.json`]);
    const found = await looks(page, { name: "upload", pictures });
    await send.click();
    const refusal = await dialog.locator(".field-error").textContent();
    await files.setInputFiles(["model.onnx", "manifest.json"].map((name) => `${folder}/${name}`));
    await send.click();
    await dialog.getByRole("heading", { name: `${model} is installed` }).waitFor();
    found.push(...(await looks(page, { name: "uploaded", pictures })));
    await dialog.getByRole("button", { name: "Done" }).click();
    await page.getByRole("row", { name: new RegExp(`${model}.*candidate`) }).waitFor();
    return { refusal, axe: found };
  },

  /** Whose each model is, in the list, in its details and in its menu. */
  async owner({ page, url, projectId, own, shared }) {
    await startSession(page, url);
    const models = `${url}/dashboard/p/${projectId}/models`;
    const seen = {};
    for (const model of [own, shared]) {
      await page.goto(models);
      const row = page.getByRole("row", { name: new RegExp(model) });
      const whose = await row.locator("td.name .small").textContent();
      await page.getByRole("button", { name: `Actions for ${model}` }).click();
      const actions = await page.getByRole("menuitem").allTextContents();
      await page.goto(`${models}?model=${encodeURIComponent(model)}`);
      const details = page.getByRole("region", { name: "Details" });
      await details.waitFor();
      const fact = await details.locator("dl > div", { hasText: /^Owner/ }).textContent();
      seen[model] = { whose: whose.split(" · ").at(-1), actions, fact };
    }
    return seen;
  },

  /** Runs axe on every view, and checks that nothing is wider than the screen. */
  async accessible({ page, url, projectId, model, width }) {
    await page.setViewportSize({ width, height: 900 });
    await startSession(page, url);
    const found = { checked: 0 };
    const check = async (name) => {
      const faults = await axe(page);
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (over > 0) faults.push(`${over} px beyond the screen`);
      if (faults.length > 0) found[name] = faults;
      found.checked += 1;
    };
    const models = `${url}/dashboard/p/${projectId}/models`;
    await page.goto(models);
    await page.getByRole("region", { name: "Active model" }).waitFor();
    await check("models");
    await page
      .getByRole("button", { name: /Actions for/ })
      .first()
      .click();
    await check("menu");
    await page.getByRole("menuitem").first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).waitFor();
    await check("dialog");
    await page.goto(`${models}?model=${encodeURIComponent(model)}`);
    await page.getByRole("region", { name: "Model card" }).getByText("A harmless end").waitFor();
    await check("model");
    await page.getByRole("link", { name: "Report" }).first().click();
    await heading(page, `Replay of ${model}`);
    await page.getByRole("heading", { name: "Methodology" }).waitFor();
    await check("report");
    return found;
  },
};

export default play(scenarios);
