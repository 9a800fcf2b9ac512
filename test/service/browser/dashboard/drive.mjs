// Runs one scenario of dashboard.test.ts in Chromium. Its argument:
// {"scenario":"firstStart","url":"…"}.
import {
  join,
  makeKey,
  makeProject,
  owner,
  signIn,
  startSession,
  totp,
  turnOnTwoFactor,
} from "../../../../scripts/programs/dashboard-client/page-acts.mjs";
import { axe, play, visit } from "./walk.mjs";

/** Also behind a dialog, which hides the page from screen readers. */
const heading = (page, name) =>
  page.getByRole("heading", { level: 1, name, includeHidden: true }).waitFor();

const keysOf = (page) => page.getByRole("navigation").getByRole("link", { name: "Keys" }).click();

const scenarios = {
  /** From the link that the first start prints to a key. */
  async firstStart({ page, link, url }) {
    await join(page, link);
    const afterJoin = page.url();
    await page.getByRole("button", { name: "Create project" }).click();
    await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("Hotel");
    await page.getByRole("button", { name: "Create project" }).click();
    await heading(page, "Getting started");
    await keysOf(page);
    await page.getByRole("button", { name: "Create secret key" }).click();
    await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("Server");
    await page.getByRole("button", { name: "Create key" }).click();
    const key = await page.getByRole("dialog").locator(".copy code").textContent();
    const snippet = await page.getByRole("dialog").locator("pre").textContent();
    await page.getByRole("button", { name: "I have stored it" }).click();
    await page.reload();
    await page.getByText("Server", { exact: true }).waitFor();
    const shownAgain = (await page.content()).includes(key);
    return { key, snippet, shownAgain, afterJoin, url };
  },

  async revoke({ page, url, name }) {
    await startSession(page, url);
    await page.goto(`${url}/dashboard/projects`);
    await page.locator(".tile a").first().click();
    await keysOf(page);
    const row = page.getByRole("row", { name: new RegExp(name) });
    const lastUsed = await row.locator("td").nth(2).textContent();
    await page.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: "Revoke" }).click();
    const dialog = page.getByRole("dialog");
    const fits = await dialog.evaluate((one) => one.scrollWidth <= one.clientWidth);
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await page.getByText("Show revoked keys").waitFor();
    return { lastUsed, fits };
  },

  /** A rotation that is left, resumed and completed. */
  async rotate({ page, url, name }) {
    await startSession(page, url);
    await page.goto(`${url}/dashboard/projects`);
    await page.locator(".tile a").first().click();
    await keysOf(page);
    const old = await makeKey(page, { name });
    await page.getByRole("button", { name: "I have stored it" }).click();
    await page.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: "Rotate" }).click();
    await page.getByRole("button", { name: "Create new key" }).click();
    const next = await page.getByRole("dialog").locator(".copy code").textContent();
    await page.reload();
    const dialog = page.getByRole("dialog", { name: `Rotate ${name}` });
    await dialog.getByText("Waiting for the first call with the new key").waitFor();
    const early = await dialog.getByRole("button", { name: /^Revoke/ }).textContent();
    await fetch(`${url}/v1/risk`, { method: "POST", headers: { "X-Service-Key": next } });
    // The service stores every 10 s which keys were used; the page refreshes every 5 s.
    await dialog.getByText("nothing has used the old one").waitFor();
    await dialog.getByRole("button", { name: "Revoke old key" }).click();
    await page.getByText("The rotation is complete").waitFor();
    return { old, next, early };
  },

  /** A script entered in every text field, and every page that shows it. */
  async scripts({ browser, page, url, script }) {
    const seen = [];
    const look = async (where) => {
      await page.getByText(script).first().waitFor();
      seen.push(where);
    };
    await startSession(page, url);
    await page.goto(`${url}/dashboard/account`);
    await page.getByLabel("Your name").fill(script);
    await page.getByRole("button", { name: "Save" }).click();
    await look("own name");
    const projectId = await makeProject(page, url, script);
    await look("project's name");
    await makeKey(page, { name: script, kind: "Publishable" });
    await look("key's name in the dialog");
    await page.getByRole("button", { name: "Done" }).click();
    await look("key's name");
    await page.goto(`${url}/dashboard/p/${projectId}/people?new`);
    await page.getByRole("dialog").getByLabel("E-mail address").fill("o'alert+hacked@example.com");
    await page.getByRole("button", { name: "Create link" }).click();
    const invitation = await page.getByRole("dialog").locator(".copy code").textContent();
    await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
    await page.getByText("o'alert+hacked@example.com").waitFor();
    const guest = await (await browser.newContext({ userAgent: script })).newPage();
    await guest.goto(invitation);
    await guest.getByText(script).waitFor(); // The project's name, shown before signing in.
    await join(guest, invitation, { name: script, password: owner.password });
    await guest.goto(`${url}/dashboard/account`);
    await guest.getByText("This session").waitFor();
    for (const path of ["projects", "people", "activity", `p/${projectId}/people`]) {
      await page.goto(`${url}/dashboard/${path}`);
      await look(path);
    }
    await page.goto(`${url}/dashboard/p/${projectId}/settings`);
    await heading(page, "Settings");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("keys");
    await look("palette");
    const hacked = await Promise.all(
      [page, guest].map((one) =>
        one.evaluate(() => ({ ran: "hacked" in window, images: document.images.length })),
      ),
    );
    return { seen, hacked };
  },

  async twoFactor({ browser, page, url, link }) {
    const person = { ...owner, email: "two@example.com" };
    await join(page, link, person);
    await page.goto(`${url}/dashboard/account`);
    const { secret, list } = await turnOnTwoFactor(page, owner.password);
    const codes = await list.locator("li").allTextContents();
    await page.getByRole("button", { name: "I have stored them" }).click();
    await page.getByRole("button", { name: "New backup codes" }).waitFor();

    const elsewhere = await (await browser.newContext()).newPage();
    await signIn(elsewhere, url, person);
    await heading(elsewhere, "Two-factor authentication");
    await elsewhere.getByLabel("Code", { exact: true }).fill("000000");
    await elsewhere.getByRole("button", { name: "Sign in" }).click();
    await elsewhere.getByText("The code is wrong").waitFor();
    await elsewhere.getByLabel("Code", { exact: true }).fill(totp(secret, Date.now() + 30_000));
    await elsewhere.getByRole("button", { name: "Sign in" }).click();
    await heading(elsewhere, "Projects");

    const again = await (await browser.newContext()).newPage();
    await signIn(again, url, person);
    await again.getByRole("button", { name: "Use a backup code instead" }).click();
    await again.getByLabel("Backup code").fill(codes[0]);
    await again.getByRole("button", { name: "Sign in" }).click();
    await heading(again, "Projects");

    await page.getByRole("button", { name: "Turn off" }).click();
    await page.getByLabel("Your password", { exact: true }).fill(owner.password);
    await page.getByRole("dialog").getByRole("button", { name: "Turn off" }).click();
    await page.getByText("Two-factor authentication turned off").waitFor();
    return { codes: codes.length };
  },

  /** An invitation of an address that has an account. */
  async acceptInvitation({ context, page, link, invitation }) {
    const person = { ...owner, email: "two-roles@example.com" };
    await join(page, link, person);
    await page.goto("about:blank"); // Both links have the same path.
    await page.goto(invitation);
    await page.getByText(`Your account is ${person.email}.`).waitFor();
    await context.clearCookies();
    await page.reload();
    await page.getByRole("button", { name: "I have an account" }).click();
    await page.getByText(`Sign in as ${person.email} to accept.`).waitFor();
    await page.getByLabel("E-mail address").fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "Accept" }).click();
    await page.getByRole("button", { name: "Accept" }).waitFor({ state: "detached" });
    await page.getByRole("heading", { level: 1 }).waitFor();
    return {};
  },

  /** The API refuses an old session; the dialog asks for the password and tries again. */
  async confirm({ page, url }) {
    await startSession(page, url);
    await page.goto(`${url}/dashboard/projects`);
    await page.locator(".tile a").first().click();
    await keysOf(page);
    let refused = 0;
    await page.route("**/dashboard/api/projects/*/keys", (route) => {
      if (route.request().method() !== "POST" || refused++ > 0) return route.continue();
      const body = JSON.stringify({ code: "confirmation_required", detail: "Again." });
      return route.fulfill({ status: 403, contentType: "application/problem+json", body });
    });
    await page.getByRole("button", { name: "Create key" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name", { exact: true }).fill("Confirmed");
    const create = dialog.getByRole("button", { name: "Create key" });
    await create.click();
    const again = dialog.getByLabel("Your password", { exact: true });
    await again.fill("wrong wrong wrong");
    await create.click();
    await dialog.getByText("It is not your password.").waitFor();
    await again.fill(owner.password);
    await create.click();
    const key = await page.getByRole("dialog").locator(".copy code").textContent();
    return { key };
  },

  /** Without a mouse: palette, shortcuts, menu, and a dialog that returns the focus. */
  async keyboard({ page, url }) {
    await signIn(page, url);
    await heading(page, "Projects");
    const press = (...keys) =>
      keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve());
    await press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await press("Escape", "g", "k");
    await heading(page, "Keys");
    await press("Control+k");
    await page.keyboard.type("activ");
    await press("Enter");
    await heading(page, "Activity");
    await press("/");
    const isSearching = await page.evaluate(() => document.activeElement?.matches("[data-search]"));
    await page.keyboard.type("g k"); // Shortcuts are off in a field.
    await heading(page, "Activity");
    await page.goto(`${url}/dashboard/projects`);
    await heading(page, "Projects");
    const button = page.getByRole("button", { name: "Create project" });
    await button.focus();
    await press("Enter");
    await page.getByRole("dialog", { name: "Create project" }).waitFor();
    await press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await button.and(page.locator(":focus")).waitFor(); // It comes back a moment after the dialog has gone.
    return { isSearching };
  },

  /** The code of a page has another name since an upgrade, and then is there. */
  async codeNotLoaded({ page, url }) {
    await startSession(page, url);
    await page.goto(`${url}/dashboard/projects`);
    await heading(page, "Projects");
    const code = "**/dashboard/assets/*.js";
    await page.route(code, (route) => route.fulfill({ status: 404 }));
    await page.getByRole("navigation").getByRole("link", { name: "Activity" }).click();
    const notice = page.getByRole("main").getByRole("alert");
    const text = await notice.textContent();
    await page.unroute(code);
    await notice.getByRole("button", { name: "Try again" }).click();
    await heading(page, "Activity");
    return { text };
  },

  /** Ending the session elsewhere leads to the sign-in page, and then back to the same page. */
  async signedOut({ page, url }) {
    await startSession(page, url);
    await page.goto(`${url}/dashboard/account`);
    await page.getByText("This session").waitFor();
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Save" }).click();
    await heading(page, "Sign in");
    const { email, password } = owner;
    await page.getByLabel("E-mail address").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await heading(page, "Your account");
    return { path: new URL(page.url()).pathname };
  },

  /** Every page, checked by axe. */
  async accessible({ page, url, link }) {
    const found = {};
    const check = async (name) => {
      const faults = await axe(page);
      if (faults.length > 0) found[name] = faults;
      found.checked = (found.checked ?? 0) + 1;
    };
    await page.goto(`${url}/dashboard`);
    await heading(page, "Sign in");
    await check("sign-in");
    await page.goto(link);
    await page.getByLabel("Your name").waitFor();
    await check("welcome");
    await page.goto(`${url}/dashboard/welcome#used`);
    await page.reload();
    await heading(page, "This link does not work");
    await check("link that does not work");
    await signIn(page, url);
    await heading(page, "Projects");
    await check("projects");
    const projectId = await page
      .locator(".tile a")
      .first()
      .getAttribute("href")
      .then((href) => href.split("/")[3]);
    const pages = [
      ["projects?new", "Projects"],
      [`p/${projectId}/keys`, "Keys"],
      [`p/${projectId}/keys?new`, "Keys"],
      [`p/${projectId}/people`, "Team"],
      [`p/${projectId}/people?new`, "Team"],
      [`p/${projectId}/settings`, "Settings"],
      ["people", "Everyone"],
      ["activity", "Activity"],
      ["account", "Your account"],
    ];
    for (const [path, title] of pages) {
      await visit(page, `/dashboard/${path}`);
      await heading(page, title);
      if (path.endsWith("?new")) await page.getByRole("dialog").waitFor();
      await page.getByRole("status", { name: "Loading" }).first().waitFor({ state: "detached" });
      await check(path.replace(projectId, "…"));
    }
    await visit(page, `/dashboard/p/${projectId}/keys`);
    await page
      .getByRole("button", { name: /Actions for/ })
      .first()
      .click();
    await check("menu");
    await page.getByRole("menuitem", { name: "Rotate" }).click();
    await check("rotation");
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await page.keyboard.press("Control+k");
    await check("palette");
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await check("shortcuts");
    await page.keyboard.press("Escape");
    await visit(page, "/dashboard/nothing");
    await page.getByText("Page not found").waitFor();
    await check("not found");
    return found;
  },
};

export default play(scenarios);
