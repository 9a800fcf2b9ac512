// What a person does on the dashboard's pages, for the scripts that drive Chromium here.
import { createHmac } from "node:crypto";

export const owner = {
  name: "Ada Lovelace",
  email: "ada@example.com",
  password: "correct horse battery",
};

/** Makes an account by a one-time link, and waits for the dashboard behind it. */
export async function join(page, link, { name, email, password } = owner) {
  await page.goto(link);
  await page.getByLabel("Your name").fill(name);
  const address = page.getByLabel("E-mail address");
  if (await address.isEditable()) await address.fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("button", { name: "Create account" }).waitFor({ state: "detached" });
  await page.getByRole("heading", { level: 1 }).waitFor();
}

/** Signs in on the page of projects. */
export async function signIn(page, url, { email, password } = owner) {
  await page.goto(`${url}/dashboard/projects`);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/**
 * Signs in without the sign-in page, for scripts that are about other pages.
 * @throws Error where a second factor is needed, or the password is wrong.
 */
export async function startSession(page, url, { email, password } = owner) {
  const sent = { data: { email, password }, headers: { origin: url } };
  const answer = await page.request.post(`${url}/dashboard/api/session`, sent);
  const { next, detail } = await answer.json();
  if (next !== "done") throw new Error(`${email} is not signed in: ${next ?? detail}`);
}

/** Makes a project, and waits for its page of keys. */
export async function makeProject(page, url, name) {
  await page.goto(`${url}/dashboard/projects?new`);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Create project" }).click();
  await page.waitForURL("**/p/prj_*/*");
  const projectId = new URL(page.url()).pathname.split("/")[3];
  await page.goto(`${url}/dashboard/p/${projectId}/keys`);
  return projectId;
}

/** Makes a key on the page of keys, and returns it as it is shown, once. */
export async function makeKey(page, { name, kind = "Secret" }) {
  await page.getByRole("button", { name: "Create key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: kind }).check();
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByRole("button", { name: "Create key" }).click();
  const shown = page.getByRole("dialog").locator(".copy code");
  await shown.waitFor();
  return shown.textContent();
}

const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** What an authenticator app shows (RFC 6238). */
export function totp(secret, at = Date.now()) {
  const bits = [...secret].map((c) => base32.indexOf(c).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const digest = createHmac("sha1", key).update(counter).digest();
  const value = digest.readUInt32BE(digest[19] & 15) & 0x7fffffff;
  return String(value % 1_000_000).padStart(6, "0");
}

/**
 * Turns two-factor sign-in on, from the page that offers it to the list of backup codes, which stays open.
 * @returns the secret of the app, and the list.
 */
export async function turnOnTwoFactor(page, password) {
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByLabel("Your password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
  const secret = await dialog.locator(".copy code").textContent();
  await page.getByLabel("Code from the app").fill(totp(secret));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  const list = page.getByRole("list", { name: "Backup codes" });
  await list.waitFor();
  return { secret, list };
}
