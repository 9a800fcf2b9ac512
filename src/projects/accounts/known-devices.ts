/**
 * Browsers that were signed in to an account before. Guesses from elsewhere can use up the attempts at
 * that account; those of a known browser are counted by themselves, so that its user still gets in.
 * The cookie allows nothing else: it takes the place of neither a password nor a second factor.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Store } from "../../storage/port/store.ts";

/** How long a browser is known after it signed in, s. Half a year outlasts most holidays. */
const knownS = 180 * 24 * 60 * 60;

const cookieName = "booking-risk.device";
const form = /^([0-9A-Za-z_-]{22})\.([0-9A-Za-z_-]{43})$/; // 128 random bits, and their HMAC

export interface KnownDevices {
  /**
   * A `Set-Cookie` that makes a browser known to an account. One that is known keeps its ID, so that
   * its sign-ins are counted together.
   * @param cookies those that the browser sent.
   */
  cookie(cookies: string | null, email: string, isSecure: boolean): string;
  /** The browser's ID, if it is known to the account; null otherwise. */
  find(cookies: string | null, email: string): string | null;
}

export async function openKnownDevices(store: Pick<Store, "accounts">): Promise<KnownDevices> {
  const fresh = randomBytes(32).toString("base64url");
  return knownDevices(await store.accounts.secret("known-devices", fresh));
}

export function knownDevices(secret: string): KnownDevices {
  const seal = (id: string, email: string) =>
    createHmac("sha256", secret).update(`${id} ${email}`).digest("base64url");
  const devices: KnownDevices = {
    cookie(cookies, email, isSecure) {
      const id = devices.find(cookies, email) ?? randomBytes(16).toString("base64url");
      const name = `${isSecure ? "__Secure-" : ""}${cookieName}`;
      const attributes = `Max-Age=${knownS}; Path=/dashboard; HttpOnly; SameSite=Strict`;
      return `${name}=${id}.${seal(id, email)}; ${attributes}${isSecure ? "; Secure" : ""}`;
    },

    find(cookies, email) {
      for (const pair of (cookies ?? "").split(";")) {
        const [name = "", value = ""] = pair.trim().split("=");
        if (name !== cookieName && name !== `__Secure-${cookieName}`) continue;
        const [, id = "", given = ""] = form.exec(value) ?? [];
        if (id === "") continue;
        const wanted = seal(id, email);
        if (timingSafeEqual(Buffer.from(given), Buffer.from(wanted))) return id;
      }
      return null;
    },
  };
  return devices;
}
