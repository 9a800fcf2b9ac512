// node models.mjs '{"scenario":"registry","url":"…"}' acts out one scenario of models.test.ts in
// Chromium, and prints what was seen as JSON.
import { join, signIn } from "../../scripts/dashboard-client/page-acts.mjs";
import { axe, play } from "./walk.mjs";

const heading = (page, name) => page.getByRole("heading", { level: 1, name }).waitFor();

/** Makes so many bookings; returns the last one's decision. */
async function decide(url, { key, request, count = 1 }) {
  let decisionId;
  for (let i = 0; i < count; i++) {
    const booker = { ...request.booker, email: `guest${i}@example.com` };
    const answered = await fetch(`${url}/v1/risk`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Service-Key": key },
      body: JSON.stringify({ ...request, booker, requestId: `r-${Date.now()}-${i}` }),
    });
    if (answered.status !== 200) throw new Error(`a booking was answered ${answered.status}`);
    decisionId = (await answered.json()).decisionId;
  }
  return decisionId;
}

async function openMenu(page, model, entry) {
  await page.getByRole("button", { name: `What to do with ${model}` }).click();
  await page.getByRole("menuitem", { name: entry }).click();
  return page.getByRole("dialog");
}

/** Waits until the page says that a model decides, and that it is no longer being taken up. */
async function decides(page, model) {
  const place = page.getByRole("region", { name: "Who decides" });
  await place.locator("dl > div").first().getByRole("link", { name: model, exact: true }).waitFor();
  await place.getByRole("status").waitFor({ state: "detached" });
}

const scenarios = {
  /** One model alone: what is said and taught then. */
  async alone({ page, url, link, projectId, builtIn }) {
    await join(page, link);
    await page.goto(`${url}/dashboard/p/${projectId}/models`);
    await heading(page, "Models");
    await decides(page, builtIn);
    const commands = await page
      .getByRole("region", { name: "Bring a model of your own" })
      .locator(".copy code")
      .allTextContents();
    const menus = await page.getByRole("button", { name: /What to do with/ }).count();
    return { commands, menus };
  },

  /** From a candidate to the shadow, to deciding, back again, and out of use. */
  async registry({ page, url, projectId, model, builtIn, booking }) {
    await signIn(page, url);
    await heading(page, "Projects");
    const models = `${url}/dashboard/p/${projectId}/models`;
    await page.goto(models);
    await heading(page, "Models");
    await page.getByRole("row", { name: new RegExp(`${model}.*candidate`) }).waitFor();
    let dialog = await openMenu(page, model, "Into the shadow of this project");
    await dialog.getByRole("button", { name: "Put it into the shadow" }).click();
    await page.getByRole("row", { name: new RegExp(`${model}.*shadow`) }).waitFor();
    await page.waitForTimeout(1500); // The service takes it up.
    await decide(url, { ...booking, count: 12 });

    await page.getByRole("link", { name: model }).first().click();
    await heading(page, model);
    const shadow = page.getByRole("region", { name: "In the shadow" });
    await shadow.getByText("12 decisions here were scored by both").waitFor();
    const agreement = await shadow.locator("tr.in-use").textContent();

    await page.getByRole("button", { name: "Promote", exact: true }).click();
    dialog = page.getByRole("dialog");
    await dialog.getByText("No replay shows yet").waitFor();
    await dialog.getByLabel(/To promote it all the same/).fill("something else");
    await dialog.getByRole("button", { name: "Promote without" }).click();
    await dialog.getByText("is not the model's name and version").waitFor();
    await dialog.getByLabel(/To promote it all the same/).fill(model);
    await dialog.getByRole("button", { name: "Promote without" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.goto(models);
    await decides(page, model);
    const promoted = await decide(url, booking);

    await page.getByRole("button", { name: "Roll back", exact: true }).click();
    const promise = await page.getByRole("dialog").textContent();
    await page.getByRole("dialog").getByRole("button", { name: "Roll back" }).click();
    await decides(page, builtIn);
    const rolledBack = await decide(url, booking);

    dialog = await openMenu(page, model, "Retire");
    await dialog.getByRole("button", { name: "Retire" }).click();
    await page.getByRole("row", { name: new RegExp(`${model}.*retired`) }).waitFor();
    return { agreement, promoted, promise, rolledBack };
  },

  /** A replay that is begun on the page, its report, and a promotion that it proves. */
  async replay({ page, url, projectId, model }) {
    await signIn(page, url);
    await heading(page, "Projects");
    await page.goto(`${url}/dashboard/p/${projectId}/models?model=${encodeURIComponent(model)}`);
    await heading(page, model);
    const replays = page.getByRole("region", { name: "Replays" });
    const command = await replays.locator(".copy code").textContent();
    await replays.getByRole("button", { name: "Replay on the last 30 days" }).click();
    await replays.getByRole("link", { name: "Report" }).waitFor({ timeout: 60_000 });
    const verdict = await replays.locator("tbody tr").first().locator(".badge").textContent();
    await replays.getByRole("link", { name: "Report" }).click();
    await heading(page, `Replay of ${model}`);
    await page.locator(".criteria li").first().waitFor();
    const parts = await page.getByRole("heading", { level: 2 }).allTextContents();
    const criteria = await page.locator(".criteria li").count();
    await page.getByRole("tab", { name: "Maximize protection" }).click();
    const examples = page.locator("table.figures a");
    const links = await examples.evaluateAll((all) => all.map((one) => one.getAttribute("href")));
    return { command, verdict, parts, criteria, links };
  },

  /** A promotion that a replay has proved takes no typing; and the way back. */
  async proven({ page, url, projectId, model, builtIn }) {
    await signIn(page, url);
    await heading(page, "Projects");
    const models = `${url}/dashboard/p/${projectId}/models`;
    await page.goto(`${models}?model=${encodeURIComponent(model)}`);
    await page.getByRole("button", { name: "Promote", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Its last replay passed").waitFor();
    const fields = await dialog.getByRole("textbox").count();
    await dialog.getByRole("button", { name: "Promote", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await page.goto(models);
    await decides(page, model);
    await page.getByRole("button", { name: "Roll back", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Roll back" }).click();
    await decides(page, builtIn);
    return { fields };
  },

  /** A stranger's card and manifest, as text. */
  async hostile({ page, url, projectId, model }) {
    await signIn(page, url);
    await heading(page, "Projects");
    await page.goto(`${url}/dashboard/p/${projectId}/models?model=${encodeURIComponent(model)}`);
    const card = page.getByRole("region", { name: "Its card" });
    await card.getByText("A harmless end").waitFor();
    await card.getByRole("button", { name: "Show all of it" }).click();
    const text = await card.locator(".markdown").textContent();
    const links = await card
      .locator("a")
      .evaluateAll((all) => all.map((one) => [one.getAttribute("href"), one.rel]));
    const tables = await card.locator("table td").allTextContents();
    const facts = await page.getByRole("region", { name: "What it is" }).textContent();
    const ran = await page.evaluate(() => ({
      hacked: "hacked" in window,
      elements: document.querySelectorAll(".markdown :is(img, script, iframe, svg, style, form)")
        .length,
    }));
    return { text, links, tables, facts, ran };
  },

  /** Every view, as axe sees it, with nothing that reaches beyond a phone's screen. */
  async accessible({ page, url, projectId, model, colorScheme, width }) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, url);
    await heading(page, "Projects");
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
    await page.getByRole("region", { name: "Who decides" }).waitFor();
    await check("models");
    await page
      .getByRole("button", { name: /What to do with/ })
      .first()
      .click();
    await check("menu");
    await page.getByRole("menuitem").first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).waitFor();
    await check("dialog");
    await page.goto(`${models}?model=${encodeURIComponent(model)}`);
    await page.getByRole("region", { name: "Its card" }).getByText("A harmless end").waitFor();
    await check("model");
    await page.getByRole("link", { name: "Report" }).first().click();
    await heading(page, `Replay of ${model}`);
    await page.getByText("What this stands on").waitFor();
    await check("report");
    return found;
  },
};

await play(scenarios);
