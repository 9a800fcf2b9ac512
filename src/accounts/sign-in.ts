/**
 * Signing in: e-mail and password, a second factor, sessions. The work of better-auth, of which
 * nothing can be reached from outside but what the dashboard's doors call here.
 */
import { randomBytes } from "node:crypto";
import { betterAuth } from "better-auth";
import { twoFactor } from "better-auth/plugins";
import type { Store } from "../storage/store.ts";
import { hashPassword, isPassword, passwordLimits } from "./password.ts";
import { signInRows } from "./sign-in-rows.ts";

const dayS = 24 * 60 * 60;

/** How long somebody who does nothing stays signed in, and after what their session is made longer. */
const sessionLife = { expiresIn: 7 * dayS, updateAge: dayS / 24 } as const;
/** How long the second factor of a sign-in may take, s. */
const secondFactorS = 10 * 60;

function open(store: Store, secret: string, isSecure: boolean) {
  return betterAuth({
    appName: "Booking Risk",
    baseURL: "http://booking-risk.invalid", // No address of ours is ever in what it makes.
    basePath: "/dashboard/api",
    secret,
    database: signInRows(store),
    telemetry: { enabled: false },
    logger: { disabled: true },
    rateLimit: { enabled: false }, // The doors have their own, which know the proxies.
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLimits.charactersMin,
      maxPasswordLength: passwordLimits.charactersMax * 2, // It counts half of some characters.
      password: { hash: hashPassword, verify: ({ password, hash }) => isPassword(password, hash) },
    },
    session: { ...sessionLife, cookieCache: { enabled: false } },
    advanced: {
      cookiePrefix: "booking-risk",
      useSecureCookies: isSecure,
      // The page itself is the same for everybody; only its calls carry the cookie.
      defaultCookieAttributes: { sameSite: "strict", httpOnly: true, path: "/dashboard" },
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
    plugins: [twoFactor({ issuer: "Booking Risk", twoFactorCookieMaxAge: secondFactorS })],
  });
}

/** The caller's address as the door found it, past the trusted proxies. */
export const addressHeader = "x-booking-risk-address";

export type SignIn = ReturnType<typeof open>;

/** @returns what signs people in, for requests that came by HTTPS and for others. */
export async function openSignIn(store: Store): Promise<(isSecure: boolean) => SignIn> {
  const secret = await store.accounts.secret("sign-in", randomBytes(32).toString("base64url"));
  const plain = open(store, secret, false);
  const secure = open(store, secret, true);
  return (isSecure) => (isSecure ? secure : plain);
}
