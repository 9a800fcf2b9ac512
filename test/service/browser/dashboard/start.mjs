// Runs one scenario of start.test.ts in Chromium, and gives the result as JSON. Its argument:
// {"scenario":"newcomer","link":"…"}.
import { execFile } from "node:child_process";
import { createServer } from "node:http";
import { promisify } from "node:util";
import { launch } from "../../../../scripts/programs/browser/chromium.mjs";
import {
  join,
  owner,
  startSession,
} from "../../../../scripts/programs/dashboard-client/page-acts.mjs";
import { axe } from "./walk.mjs";

const heading = (page, name) => page.getByRole("heading", { level: 1, name }).waitFor();
const step = (page, title) => page.getByRole("listitem", { name: title });
const snippet = (within, label) => within.getByRole("figure", { name: label, exact: true });
const textOf = async (within, label) => snippet(within, label).locator("pre").textContent();
const done = (page) => page.locator(".start > li.done").count();

const script = "Add the script to every page";
const call = "Score bookings at checkout";
const outcome = "Report outcomes";

/** Collects errors of a page. */
function watch(page, faults) {
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() !== "error" || /status of 4\d\d/.test(message.text())) return;
    faults.push(`console: ${message.text()}`);
  });
}

/** Runs copied text in a shell. */
async function inTerminal(text) {
  const { stdout } = await promisify(execFile)("sh", ["-c", text]);
  return stdout;
}

/** A merchant's site: a checkout with the snippets that were copied from the dashboard. */
async function startSite({ tag, policy, field, checkout }) {
  const sent = [];
  const server = createServer(async (request, response) => {
    if (request.url === "/checkout.js") {
      response.setHeader("content-type", "text/javascript");
      return response.end(checkout);
    }
    if (request.method === "POST") {
      let body = "";
      for await (const chunk of request) body += chunk;
      sent.push(new URLSearchParams(body).get("collectionId"));
    }
    response.setHeader("content-type", "text/html; charset=utf-8");
    const own = policy.replace("script-src ", "script-src 'self'");
    response.setHeader(
      "content-security-policy",
      `default-src 'none'; ${own.replaceAll("\n", "")}`,
    );
    response.end(`<!doctype html><title>Hotel</title>${tag}
      <form method="post" action="/book"><input name="email"><button>Book</button>${field}</form>`);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, sent, server };
}

/** Opens every step: steps that are done are collapsed. */
async function unfold(page) {
  await page.locator(".start > li").first().waitFor();
  const folded = page.locator(".start details:not([open]) > summary");
  while ((await folded.count()) > 0) await folded.first().click();
}

/** Creates a project on the page and waits for its Getting started page. */
async function newProject(page, url, name) {
  await page.goto(`${url}/dashboard/projects?new`);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Create project" }).click();
  await heading(page, "Getting started");
  return new URL(page.url()).pathname.split("/")[3];
}

const scenarios = {
  /** From the link that `npm start` prints to a scored booking and its decision, counting clicks. */
  async newcomer({ page, context, link }) {
    const clicks = [];
    const click = async (target) => {
      clicks.push((await target.textContent()).trim());
      await target.click();
    };
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(link);
    await page.getByLabel("Your name").fill(owner.name);
    await page.getByLabel("E-mail address").fill(owner.email);
    await page.getByLabel("Password", { exact: true }).fill(owner.password);
    await click(page.getByRole("button", { name: "Create account" }));
    await heading(page, "Getting started");
    const landed = new URL(page.url()).pathname;
    const first = step(page, call);
    await click(first.getByRole("button", { name: /Create (a|another) secret key/ }));
    await first.getByText("with your secret key").waitFor({ state: "detached" });
    await click(snippet(first, "Request").getByRole("button", { name: "Copy" }));
    const output = await inTerminal(await page.evaluate(() => navigator.clipboard.readText()));
    await click(first.getByRole("link", { name: "See why" }));
    await page.waitForURL("**/decisions/dec_*");
    const shown = new URL(page.url()).pathname.split("/").at(-1);
    await page.locator(".decision-facts li").first().waitFor();
    const reasons = await page.locator(".decision-facts li").count();
    return { clicks, landed, output, shown, reasons };
  },

  /** Uses every snippet of the page, and waits until the page shows what has arrived. */
  async arrivals({ page, browser, link, url, name, faults }) {
    await join(page, link);
    const projectId = await newProject(page, url, name);
    const before = await done(page);
    await page.getByRole("button", { name: "Create a publishable key" }).first().click();
    await page.getByText("Both keys created.").or(page.getByText("a secret key.")).waitFor();
    await page.getByRole("button", { name: "Create a secret key" }).first().click();
    await page.getByText("Both keys created.").waitFor();
    const [onSite, onServer, later] = [script, call, outcome].map((title) => step(page, title));
    await onSite.getByText("Do your pages have a Content Security Policy?").click();
    const copied = {
      tag: await textOf(onSite, "Script tag"),
      policy: await textOf(onSite, "Content Security Policy"),
      field: await textOf(onSite, "Form field"),
      checkout: await textOf(onSite, "Checkout script"),
    };
    const site = await startSite(copied);
    const guest = await (await browser.newContext()).newPage();
    watch(guest, faults);
    await guest.goto(site.url);
    await onSite.getByText(`First visit just now, from ${site.url}`).waitFor();
    await guest.getByRole("textbox").fill("ada@example.com");
    await guest.getByRole("button", { name: "Book" }).click();
    await guest.waitForURL("**/book");
    const [collectionId] = site.sent;

    await onServer.getByRole("tab", { name: "curl" }).press("ArrowRight");
    await page.waitForFunction(() => document.activeElement.textContent !== "curl");
    const focused = await page.evaluate(() => document.activeElement.textContent);
    await onServer.getByRole("tab", { name: "curl" }).click();
    const curl = await textOf(onServer, "Request");
    await inTerminal(curl);
    await onServer.getByText("The request had no collectionId").waitFor();
    await inTerminal(
      curl
        .replace('"collectionId": null', `"collectionId": ${JSON.stringify(collectionId)}`)
        .replace("first-call", "second-call"),
    );
    await onServer.getByText("The request had no collectionId").waitFor({ state: "detached" });
    const [setKey] = curl.split("\n");
    await inTerminal(`${setKey}\n${await textOf(later, "Outcome report")}`);
    await later.getByText("Reported: legitimate.").waitFor();
    const after = await done(page);

    await onSite.getByRole("tab", { name: "Pinned version" }).click();
    await onSite.getByText('integrity="sha384-').waitFor();
    const pinnedSite = await startSite({ ...copied, tag: await textOf(onSite, "Script tag") });
    await guest.goto(pinnedSite.url);
    const pinned = await guest.evaluate(() => window.Service?.getCollectionId());
    for (const { server } of [site, pinnedSite]) server.closeAllConnections();
    for (const { server } of [site, pinnedSite]) server.close();

    await page.goto(`${url}/dashboard`);
    await page.waitForURL("**/p/prj_*/overview");
    return { projectId, before, after, collectionId, focused, pinned };
  },

  /** Sends invalid requests, and waits until the page shows them with advice. */
  async refusals({ page, url, projectId, send }) {
    await startSession(page, url);
    await page.goto(`${url}/dashboard/p/${projectId}/start`);
    await heading(page, "Getting started");
    const seen = [];
    const post = (path, { headers, body }) =>
      fetch(`${url}${path}`, { method: "POST", headers, body });
    for (const { to, path, says, ...request } of send) {
      await post(path, request);
      const notice = step(page, to === "script" ? script : call).locator(".notice");
      await notice.filter({ hasText: says }).first().waitFor();
      seen.push(says);
    }
    return { seen };
  },

  /** The page of a user who may not create keys. */
  async reader({ page, url, person, projectId }) {
    await startSession(page, url, person);
    await page.goto(`${url}/dashboard/p/${projectId}/start`);
    await heading(page, "Getting started");
    await unfold(page);
    await page.getByText("Only owners can create keys.").waitFor();
    await page.getByText("sk_…").first().waitFor();
    return { buttons: await page.getByRole("button", { name: /^Create / }).count() };
  },

  async accessible({ page, url, projectId }) {
    await startSession(page, url);
    const found = {};
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`${url}/dashboard/p/${projectId}/start`);
      await heading(page, "Getting started");
      await unfold(page);
      await page.getByRole("tab", { name: "Java" }).click();
      const faults = await axe(page);
      if (faults.length > 0) found[width] = faults;
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wide > 0) found[`overflow at ${width}`] = wide;
    }
    return { found };
  },
};

export default async ({ scenario, ...rest }) => {
  const browser = await launch();
  const faults = [];
  try {
    const context = await browser.newContext();
    const page = await context.newPage();
    watch(page, faults);
    const seen = await scenarios[scenario]({ browser, context, page, faults, ...rest });
    return { ...seen, faults };
  } finally {
    await browser.close();
  }
};
