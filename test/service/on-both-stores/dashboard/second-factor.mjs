// Runs one scenario of second-factor.test.ts in Chromium. Its argument:
// {"scenario":"required","url":"…"}.
import {
  join,
  owner,
  signIn,
  totp,
  turnOnTwoFactor,
} from "../../../../scripts/dashboard-client/page-acts.mjs";
import { axe, play } from "./walk.mjs";

const pia = { ...owner, name: "Pia", email: "pia@example.com" };
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
      ...{ protocol: "ctap2", transport: "internal", automaticPresenceSimulation: true },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    },
  });
  const setVerified = (isUserVerified) =>
    devTools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  const credentials = async () =>
    (await devTools.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
  return { setVerified, credentials };
}

const scenarios = {
  /** A passkey from its making to its removal, with an authenticator of the browser's own. */
  async passkeys({ page, url, link, otherLink, projectId }) {
    const violations = [];
    const check = async (name) => {
      violations.push(...(await axe(page)));
      await picture(page, name);
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
    await dialog.getByText("This requires your passkey again").waitFor();
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
      ...{ byPassword: byPassword.me, unverified, foreign: foreign.code, violations },
      still: session.me.email,
    };
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
      ...{ rpId, email: session.me.email },
      allSecure: cookies.length > 0 && cookies.every(({ secure }) => secure),
      isSecureContext: await page.evaluate(() => window.isSecureContext),
    };
  },

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
    const { secret, list } = await turnOnTwoFactor(page, person.password);
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

export default play(scenarios);
