// node screenshots.mjs '{"url":"…","link":"…","folder":"…","full":{…}}' takes screenshots
// of every page: light and dark, wide and narrow.
import { join as joinPath } from "node:path";
import { launch } from "../../programs/browser/chromium.mjs";
import { join, makeKey, makeProject, signIn } from "../../programs/dashboard-client/page-acts.mjs";

const variants = [
  { name: "light-wide", colorScheme: "light", viewport: { width: 1440, height: 900 } },
  { name: "dark-wide", colorScheme: "dark", viewport: { width: 1440, height: 900 } },
  { name: "light-narrow", colorScheme: "light", viewport: { width: 390, height: 844 } },
  { name: "dark-narrow", colorScheme: "dark", viewport: { width: 390, height: 844 } },
];

/** Waits until nothing is loading. */
async function settled(page) {
  await page.getByRole("heading", { level: 1, includeHidden: true }).waitFor();
  await page.waitForFunction(() => !document.querySelector(".skeleton"));
}

/** The pages of a project with history. */
async function fullProject(page, { url, full }, shoot) {
  const paths = {
    overview: "overview?last=30d",
    "overview-week": "overview?last=7d",
    decisions: "decisions",
    drift: "drift?last=30d",
    money: "money",
    start: "start",
    decision: `decisions/${full.decisionId}`,
    models: "models",
    review: "review",
    lists: "lists",
    webhooks: "webhooks",
    guests: "guests",
    settings: "settings",
  };
  for (const [name, path] of Object.entries(paths)) {
    await page.goto(`${url}/dashboard/p/${full.projectId}/${path}`);
    await settled(page);
    await shoot(`full-${name}`);
  }
  await page.goto(`${url}/dashboard/p/${full.projectId}/models`);
  await page.locator("a[href*='models?model=']").first().click();
  await page.getByRole("link", { name: "All models" }).waitFor();
  await settled(page);
  await shoot("full-model");
  await decisionDialogs(page, { url, full }, shoot);
}

async function decisionDialogs(page, { url, full }, shoot) {
  await page.goto(`${url}/dashboard/p/${full.projectId}/decisions/${full.decisionId}`);
  for (const [name, button] of [
    ["verdict", "Give verdict"],
    ["list", "Add to list"],
    ["pass", "Let through once"],
    ["outcome", "Report outcome"],
  ]) {
    await page.getByRole("button", { name: button }).click();
    await page.getByRole("dialog").waitFor();
    await settled(page);
    await shoot(`dialog-${name}`);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
}

/** What is to be seen before there is anything. */
async function empty(page, { url, link }, shoot) {
  await page.goto(`${url}/dashboard`);
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await shoot("sign-in-first");
  await page.goto(link);
  await page.getByLabel("Your name").waitFor();
  await shoot("welcome");
  await join(page, link);
  await shoot("projects-empty");
  const projectId = await makeProject(page, url, "Hotel Avenida, production");
  await page.getByText("Your server needs a secret key").waitFor();
  await shoot("keys-empty");
  for (const path of ["start", "overview", "decisions", "models", "money"]) {
    await page.goto(`${url}/dashboard/p/${projectId}/${path}`);
    await settled(page);
    await shoot(`${path}-empty`);
  }
  await page.goto(`${url}/dashboard/p/${projectId}/keys`);
  return projectId;
}

/** Fills the dashboard with what a small team has. */
async function furnish(page, { url }) {
  for (const [name, kind] of [
    ["Booking server", "Secret"],
    ["Nightly import", "Secret"],
    ["www.hotel.example", "Publishable"],
  ]) {
    await makeKey(page, { name, kind });
    await page.getByRole("button", { name: /I have stored it|Done/ }).click();
  }
  await page.goto(`${url}/dashboard/people?new`);
  await page.getByRole("dialog").getByLabel("E-mail address").fill("grace@example.com");
  await page.getByRole("button", { name: "Create link" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
  await makeProject(page, url, "Hotel Avenida, development");
}

async function everyPage(page, { url, projectId }, shoot) {
  const at = (path) => page.goto(`${url}/dashboard/${path}`);
  const heading = (name) => page.getByRole("heading", { level: 1, name }).waitFor();
  await at("projects");
  await heading("Projects");
  await shoot("projects");
  await at("projects?new");
  await page.getByRole("dialog").waitFor();
  await shoot("projects-new");
  await at(`p/${projectId}/keys`);
  await page.getByText("Booking server").waitFor();
  await shoot("keys");
  await page.getByRole("button", { name: "Actions for Booking server" }).click();
  await shoot("keys-menu");
  await page.getByRole("menuitem", { name: "Revoke" }).click();
  await shoot("keys-revoke");
  await page.keyboard.press("Escape");
  await at(`p/${projectId}/keys?new`);
  await page.getByRole("dialog").waitFor();
  await shoot("keys-new");
  await page.getByRole("radio", { name: "Publishable" }).check();
  await shoot("keys-new-publishable");
  await at(`p/${projectId}/keys`);
  await page.getByRole("button", { name: "Actions for Nightly import" }).click();
  await page.getByRole("menuitem", { name: "Rotate" }).click();
  await shoot("keys-rotate");
  await at(`p/${projectId}/people`);
  await page.getByText("Ada Lovelace").last().waitFor();
  await settled(page);
  await shoot("project-people");
  await at(`p/${projectId}/settings`);
  await heading("Settings");
  await shoot("settings");
  await at("people");
  await page.getByText("grace@example.com").waitFor();
  await shoot("people");
  await at("activity");
  await page.getByText("signed in").first().waitFor();
  await shoot("activity");
  await at("account");
  await page.getByText("This session").waitFor();
  await shoot("account");
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByLabel("Your password", { exact: true }).fill("correct horse battery");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.locator(".qr").waitFor();
  await shoot("two-factor");
  await at("projects");
  await heading("Projects");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("ke");
  await shoot("palette");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await shoot("shortcuts");
  await at("nothing");
  await page.getByText("Page not found").waitFor();
  await shoot("not-found");
}

export default async ({ url, link, folder, full }) => {
  const browser = await launch();
  const taken = [];
  const shooting = (page, look) => async (name) => {
    await page.waitForTimeout(250);
    const file = `${name}-${look.name}.png`;
    const isCovered = await page.getByRole("dialog").count();
    await page.screenshot({ path: joinPath(folder, file), fullPage: isCovered === 0 });
    taken.push(file);
  };
  try {
    const first = await browser.newPage(variants[0]);
    const projectId = await empty(first, { url, link }, shooting(first, variants[0]));
    await furnish(first, { url });
    for (const look of variants) {
      const context = await browser.newContext(look);
      const page = await context.newPage();
      await page.goto(`${url}/dashboard`);
      await page.getByRole("heading", { name: "Sign in" }).waitFor();
      await shooting(page, look)("sign-in");
      await signIn(page, url);
      await page.getByRole("heading", { level: 1, name: "Projects" }).waitFor();
      await everyPage(page, { url, projectId }, shooting(page, look));
      await fullProject(page, { url, full }, shooting(page, look));
      await page.goto(`${url}/dashboard/projects`);
      if (look.viewport.width < 800) {
        await page.getByRole("button", { name: "Menu" }).click();
        await shooting(page, look)("drawer");
      }
      await context.close();
    }
  } finally {
    await browser.close();
  }
  return { taken };
};
