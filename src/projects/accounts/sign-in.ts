/**
 * Sign-in with e-mail and password, a second factor, and sessions, by better-auth. None of its own
 * endpoints is exposed: the dashboard's API calls the functions that it needs.
 */
import { randomBytes } from "node:crypto";
import "./reflect-metadata.ts"; // First: see there.
import { passkey } from "@better-auth/passkey";
import { betterAuth } from "better-auth";
import { APIError } from "better-auth/api";
import { twoFactor } from "better-auth/plugins";
import { trustedDevicePrefix } from "../../storage/port/sign-ins.ts";
import type { Store } from "../../storage/port/store.ts";
import { hashPassword, isPassword, passwordLimits } from "./password.ts";
import { signInRows } from "./sign-in-rows.ts";

const dayS = 24 * 60 * 60;

/** How long an inactive user stays signed in, and the age at which a session is extended. */
const sessionLife = { expiresIn: 7 * dayS, updateAge: dayS / 24 } as const;
/** The most that a session lasts, in use or not, ms. */
export const sessionMs = 30 * dayS * 1000;
/** How long the second factor of a sign-in may take, s. */
const secondFactorS = 10 * 60;

const optionalText = { type: "string", required: false } as const;

/** Says of a trusted device which browser it is, so that its user can tell it from others. */
async function withBrowser<Row extends { identifier: string }>(
  row: Row,
  context: { headers?: Headers | undefined } | null,
) {
  if (!row.identifier.startsWith(trustedDevicePrefix)) return;
  const ipAddress = context?.headers?.get(addressHeader) ?? null;
  const userAgent = context?.headers?.get("user-agent") ?? null;
  return { data: { ...row, ipAddress, userAgent } };
}

/** The library does not insist on it; without it a found or stolen key would be enough. */
function assertVerified(isVerified: boolean | undefined): void {
  if (isVerified) return;
  throw new APIError("UNAUTHORIZED", { code: "USER_NOT_VERIFIED", message: "not verified" });
}

/** For the name in the `Host` header of a call. */
function passkeys() {
  return passkey({
    rpName: "Booking Risk",
    // So that signing in needs no e-mail address, and takes the device's PIN or a finger.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    advanced: { webAuthnChallengeCookie: "passkey" },
    registration: {
      afterVerification: ({ verification }) =>
        assertVerified(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: ({ verification }) =>
        assertVerified(verification.authenticationInfo?.userVerified),
    },
  });
}

function open(store: Store, secret: string, isSecure: boolean) {
  return betterAuth({
    appName: "Booking Risk",
    // Nothing that it generates contains a URL of the service. Only calls about passkeys have a `Host`, and
    // `src/http/admission/operations-access.ts` has checked it.
    baseURL: { allowedHosts: ["*"], fallback: "http://booking-risk.invalid" },
    basePath: "/dashboard/api",
    secret,
    database: signInRows(store),
    telemetry: { enabled: false },
    logger: { disabled: true },
    rateLimit: { enabled: false }, // The dashboard's API limits attempts itself, by the address behind trusted proxies.
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLimits.charactersMin,
      maxPasswordLength: passwordLimits.charactersMax * 2, // It counts UTF-16 code units, of which some characters have two.
      password: { hash: hashPassword, verify: ({ password, hash }) => isPassword(password, hash) },
    },
    verification: { additionalFields: { ipAddress: optionalText, userAgent: optionalText } },
    databaseHooks: { verification: { create: { before: withBrowser } } },
    // Whether a session is fresh enough for an action is decided by the dashboard's API.
    session: { ...sessionLife, freshAge: 0, cookieCache: { enabled: false } },
    advanced: {
      cookiePrefix: "booking-risk",
      useSecureCookies: isSecure,
      // The page is the same for all users; only API calls need the cookie.
      defaultCookieAttributes: { sameSite: "strict", httpOnly: true, path: "/dashboard" },
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
    plugins: [
      twoFactor({ issuer: "Booking Risk", twoFactorCookieMaxAge: secondFactorS }),
      passkeys(),
    ],
  });
}

/** The caller's address behind the trusted proxies, as the API determined it. */
export const addressHeader = "x-booking-risk-address";

export type SignIn = ReturnType<typeof open>;

/** @returns the sign-in for requests over HTTPS, with secure cookies, or not. */
export async function openSignIn(store: Store): Promise<(isSecure: boolean) => SignIn> {
  const secret = await store.accounts.secret("sign-in", randomBytes(32).toString("base64url"));
  const opened = new Map<boolean, SignIn>();
  return (isSecure) => {
    const signIn = opened.get(isSecure) ?? open(store, secret, isSecure);
    opened.set(isSecure, signIn);
    return signIn;
  };
}
