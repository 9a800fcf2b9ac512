// Runs one scenario of second-factor.test.ts in Chromium. Its argument:
// {"scenario":"required","url":"…"}.
import {
  join,
  owner,
  signIn,
  totp,
  turnOnTwoFactor,
} from "../../../../scripts/programs/dashboard-client/page-acts.mjs";
import { axe, looks, play } from "./walk.mjs";

const pia = { ...owner, name: "Pia", email: "pia@example.com" };
const person = { ...owner, name: "Kai", email: "kai@example.com" };

/** What the page itself would do with an authenticator that has no PIN. */
const passkeyWithoutPin = async ({ path }) => {
  const post = (to, body) =>
    fetch(`/dashboard/api${to}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body ?? {}),
    });
  const options = await (await post("/session/passkey/options")).json();
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({
    ...options,
    userVerification: "discouraged",
  });
  const used = await navigator.credentials.get({ publicKey });
  const answered = await post(path, { response: used.toJSON() });
  return { required: options.userVerification, code: (await answered.json()).code ?? "none" };
};

/** An authenticator of the browser's own, such as a laptop with a finger. */
async function addAuthenticator(page) {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("WebAuthn.enable");
  const { authenticatorId } = await devTools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      automaticPresenceSimulation: true,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  const setVerified = (isUserVerified) =>
    devTools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  const credentials = async () =>
    (await devTools.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
  const addCredential = (credential) =>
    devTools.send("WebAuthn.addCredential", { authenticatorId, credential });
  return { setVerified, credentials, addCredential };
}

/** Of a `Cookie` header. */
const cookiesOf = (header) =>
  header.split("; ").map((pair) => {
    const at = pair.indexOf("=");
    return { name: pair.slice(0, at), value: pair.slice(at + 1) };
  });

const scenarios = {
  /** A passkey from its making to its removal, with an authenticator of the browser's own. */
  async passkeys({ page, url, link, otherLink, projectId }) {
    const violations = [];
    const check = async (name) => {
      violations.push(...(await looks(page, { name, pictures: process.env.PICTURES })));
    };
    const { setVerified } = await addAuthenticator(page);
    await join(page, link, pia);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("Laptop");
    await check("passkey-add");
    await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Getting started" }).waitFor();
    await page.goto(`${url}/dashboard/account`);
    const row = page.getByRole("row", { name: /Laptop/ });
    await row.getByRole("button", { name: "Rename" }).click();
    await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("Desk");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("row", { name: /Desk/ }).waitFor();
    await check("passkeys");

    const signOut = () => page.context().clearCookies();
    await signOut();
    await signIn(page, url, pia);
    await page.getByRole("heading", { level: 1, name: "Use your passkey" }).waitFor();
    const byPassword = await page.evaluate(async () =>
      (await fetch("/dashboard/api/session")).json(),
    );
    await check("passkey-step");
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.getByRole("heading", { level: 1, name: "Projects" }).waitFor();

    await signOut();
    await page.goto(`${url}/dashboard/p/${projectId}/keys`);
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    await check("passkey-sign-in");
    await setVerified(false);
    const unverified = await page.evaluate(passkeyWithoutPin, { path: "/session/passkey" });
    await setVerified(true);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.getByRole("heading", { level: 1, name: "Keys" }).waitFor();

    let refused = 0;
    await page.route("**/dashboard/api/projects/*/keys", (route) => {
      if (route.request().method() !== "POST" || refused++ > 0) return route.continue();
      const body = JSON.stringify({ code: "confirmation_required", detail: "Again." });
      return route.fulfill({ status: 403, contentType: "application/problem+json", body });
    });
    await page
      .getByRole("button", { name: /Create (secret )?key/ })
      .first()
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name", { exact: true }).fill("Confirmed");
    await dialog.getByRole("button", { name: "Create key" }).click();
    await dialog.getByText("Please confirm with your passkey").waitFor();
    await check("confirm-with-passkey");
    await dialog.getByRole("button", { name: "Create key" }).click();
    await page.getByRole("dialog").locator(".copy code").waitFor();

    // Somebody else's session is not confirmed with this passkey, nor does it become hers.
    await signOut();
    await join(page, otherLink, { ...pia, name: "Ole", email: "ole@example.com" });
    const foreign = await page.evaluate(passkeyWithoutPin, { path: "/account/confirm/passkey" });
    const session = await page.evaluate(async () => (await fetch("/dashboard/api/session")).json());

    await signOut();
    await page.goto(`${url}/dashboard/account`);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.getByRole("row", { name: /Desk/ }).getByRole("button", { name: "Remove" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("Passkey removed").waitFor();
    await signOut();
    await page.goto(`${url}/dashboard/account`);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.getByText("This passkey was not accepted").waitFor();
    return {
      byPassword: byPassword.me,
      unverified,
      foreign: foreign.code,
      violations,
      still: session.me.email,
    };
  },

  /** Adds a passkey. @returns it with the session, for a browser of another scenario. */
  async addPasskey({ context, page, url, link }) {
    const { credentials } = await addAuthenticator(page);
    await join(page, link, pia);
    await page.goto(`${url}/dashboard/account`);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("Passkey added").waitFor();
    const [credential] = await credentials();
    return { credential, cookies: await context.cookies() };
  },

  /** Signs in with a passkey that a reset has removed. */
  async useRemovedPasskey({ page, url, credential }) {
    const { addCredential } = await addAuthenticator(page);
    await addCredential(credential);
    await page.goto(`${url}/dashboard/account`);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.getByText("This passkey was not accepted").waitFor();
    return {};
  },

  /** Turns the app on in an old session of an account with a passkey, which confirms it. */
  async addAppInOldSession({ context, page, url, credential, cookies }) {
    const { addCredential } = await addAuthenticator(page);
    await addCredential(credential);
    await context.addCookies(cookies);
    await page.goto(`${url}/dashboard/account`);
    await page.getByRole("button", { name: "Turn on" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Your password", { exact: true }).fill(pia.password);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await dialog.getByText("Please confirm with your passkey").waitFor();
    await dialog.getByRole("button", { name: "Continue" }).click();
    const secret = await dialog.locator(".copy code").textContent();
    await dialog.getByLabel("Code from the app").fill(totp(secret));
    await dialog.getByRole("button", { name: "Turn on" }).click();
    await page.getByRole("list", { name: "Backup codes" }).waitFor();
    return { secret, cookies: await context.cookies() };
  },

  /** Changes what protects a project, on each page in an old session of its own, of which it gets the cookies. */
  async protection({ context, page, url, projectId, sessions }) {
    const violations = [];
    const project = `${url}/dashboard/p/${projectId}`;
    const oldSession = async (at) => {
      await context.clearCookies();
      await context.addCookies(cookiesOf(sessions.pop()).map((cookie) => ({ ...cookie, url })));
      await page.goto(at);
    };
    const card = (name) =>
      page.locator("section", { has: page.getByRole("heading", { name, exact: true }) });
    const save = async (scope, button) => {
      const saved = page.waitForResponse((one) => one.request().method() === "PUT" && one.ok());
      await scope.getByRole("button", { name: button, exact: true }).click();
      await saved;
    };
    const confirm = async (scope, button) => {
      await scope.getByRole("button", { name: button, exact: true }).click();
      const field = scope.getByLabel("Your password", { exact: true });
      await field.waitFor();
      violations.push(...(await axe(page)));
      await field.fill(owner.password);
      await save(scope, button);
      await field.waitFor({ state: "detached" });
    };
    const keyDialog = async (key, item) => {
      await page
        .getByRole("row", { name: key })
        .getByRole("button", { name: /^Actions/ })
        .click();
      await page.getByRole("menuitem", { name: item }).click();
      return page.getByRole("dialog");
    };

    await oldSession(`${project}/settings`);
    const risk = card("Risk setting");
    await risk.getByRole("radio", { name: "Maximize protection" }).check();
    await confirm(risk, "Save");
    await risk.getByRole("radio", { name: "Maximize revenue" }).check();
    await save(risk, "Save"); // The confirmation still counts.

    await oldSession(`${project}/settings`);
    await card("Fraud rate").getByRole("radio", { name: "Your own figure" }).check();
    await card("Fraud rate").getByLabel("Percent").fill("0.5");
    await confirm(card("Fraud rate"), "Save");

    await oldSession(`${project}/settings`);
    await card("Agents").getByLabel("Welcome agents").fill("assistant.example");
    await confirm(card("Agents"), "Save");

    await oldSession(`${project}/settings`);
    await card("Kiosks").getByLabel("Device IDs").fill("dev_123456789012");
    await confirm(card("Kiosks"), "Save");

    await oldSession(`${project}/keys`);
    const restrictions = await keyDialog("Server", "Restrictions");
    await restrictions.getByLabel("Allowed addresses").fill("203.0.113.7");
    await confirm(restrictions, "Save");

    await oldSession(`${project}/keys`);
    const origins = await keyDialog("Web site", "Allowed origins");
    await origins.getByLabel("Allowed origins").fill("https://hotel.example");
    await confirm(origins, "Save");

    await oldSession(`${project}/settings`);
    await page.getByRole("button", { name: "Archive project" }).click();
    await confirm(page.getByRole("dialog"), "Archive");

    await oldSession(`${url}/dashboard/projects`);
    await page.getByRole("button", { name: "Restore project" }).click();
    await confirm(page.getByRole("dialog"), "Restore");
    return { violations };
  },

  /** A passkey made and used at the name under which a proxy with TLS is reached. */
  async behindProxy({ page, url, link }) {
    const { credentials } = await addAuthenticator(page);
    await join(page, link, pia);
    await page.goto(`${url}/dashboard/account`);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("Laptop");
    await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("row", { name: /Laptop/ }).waitFor();
    const [{ rpId }] = await credentials();

    await page.context().clearCookies();
    await page.goto(`${url}/dashboard/account`);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.getByRole("row", { name: /Laptop/ }).waitFor();
    const session = await page.evaluate(async () => (await fetch("/dashboard/api/session")).json());
    const cookies = await page.context().cookies();
    return {
      rpId,
      email: session.me.email,
      allSecure: cookies.length > 0 && cookies.every(({ secure }) => secure),
      isSecureContext: await page.evaluate(() => window.isSecureContext),
    };
  },

  /** From the invitation over the set-up to the project's team. */
  async required({ page, url, link, projectId }) {
    const violations = [];
    const check = async (name) => {
      violations.push(...(await looks(page, { name, pictures: process.env.PICTURES })));
    };
    await join(page, link, person);
    await page.getByRole("heading", { level: 1, name: "Set up two-factor" }).waitFor();
    const nav = await page.getByRole("navigation").getByRole("link", { name: "Keys" }).count();
    await page.goto(`${url}/dashboard/p/${projectId}/keys`);
    await page.getByText("Hotel requires it").waitFor();
    await check("second-factor-needed");
    const { secret, list } = await turnOnTwoFactor(page, person.password);
    // Whoever looks at the app and comes back still sees the codes.
    const asked = [];
    page.on("request", (request) => asked.push(request));
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    // What the page asks for then begins in its next turn.
    await page.evaluate(() => new Promise((resolve) => setTimeout(() => setTimeout(resolve))));
    await Promise.all(asked.map((request) => request.response()));
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

export default play(scenarios);
