/** Calls of the sign-in library: its errors as problems, its cookies for the browser. */
import { APIError } from "better-auth/api";
import { invalidInput } from "../../base/domain-error.ts";
import { Problem } from "../problems/problem.ts";

const wrongPasskey = () =>
  new Problem("wrong_passkey", "This passkey was not accepted. Try again, or another one.");

const problems: Readonly<Record<string, () => Error>> = {
  INVALID_EMAIL_OR_PASSWORD: () =>
    new Problem("wrong_credentials", "The e-mail address or the password is wrong."),
  INVALID_EMAIL: () =>
    new Problem("wrong_credentials", "The e-mail address or the password is wrong."),
  INVALID_PASSWORD: () => invalidInput("currentPassword", "is not your password"),
  INVALID_CODE: () => new Problem("wrong_code", "The code is wrong. Try the next one."),
  INVALID_BACKUP_CODE: () =>
    new Problem("wrong_code", "This is not one of your backup codes, or it was already used."),
  INVALID_TWO_FACTOR_COOKIE: () =>
    new Problem("not_signed_in", "This took too long. Sign in again with your password."),
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: () =>
    new Problem("not_signed_in", "Too many wrong codes. Sign in again with your password."),
  ACCOUNT_TEMPORARILY_LOCKED: () =>
    new Problem("rate_limited", "Too many wrong codes. Try again in 15 minutes.", {
      headers: { "Retry-After": "900" },
    }),
  ...Object.fromEntries(
    [
      "CHALLENGE_NOT_FOUND",
      "PASSKEY_NOT_FOUND",
      "AUTHENTICATION_FAILED",
      "FAILED_TO_VERIFY_REGISTRATION",
      "YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY",
      "USER_NOT_VERIFIED",
    ].map((code) => [code, wrongPasskey]),
  ),
  TOTP_ALREADY_ENABLED: () => new Problem("conflict", "Two-factor sign-in is already on."),
  TOTP_NOT_ENABLED: () => new Problem("conflict", "Two-factor sign-in is not on."),
  BACKUP_CODES_NOT_ENABLED: () => new Problem("conflict", "Two-factor sign-in is not on."),
  TWO_FACTOR_NOT_ENABLED: () => new Problem("conflict", "Two-factor sign-in is not on."),
};

/** Calls the library. An error of it that is not listed above is an internal error. */
export async function signInCall<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof APIError)) throw error;
    const code = (error.body as { code?: string } | undefined)?.code ?? "";
    const problem = Object.hasOwn(problems, code) ? problems[code] : undefined;
    throw problem ? problem() : new Error(`the sign-in library answers ${error.status} ${code}`);
  }
}

/** What a handler may set of its response. */
export interface ResponseHead {
  headers: Record<string, unknown>;
}

/** Adds a cookie to those that are set already. */
export function addCookie(set: ResponseHead, cookie: string): void {
  set.headers["set-cookie"] = [set.headers["set-cookie"] ?? []].flat().concat(cookie);
}

/** Passes the library's cookies on to the browser. */
export function passCookies(set: ResponseHead, headers: Headers | null | undefined): void {
  const cookies = headers?.getSetCookie() ?? [];
  if (cookies.length > 0) set.headers["set-cookie"] = cookies;
}

/** The headers of the browser's next request, with the session's cookie. */
export function withCookies(headers: Headers, cookies: Headers): Headers {
  const next = new Headers(headers);
  const pairs = cookies.getSetCookie().map((cookie) => cookie.split(";")[0]);
  next.set("cookie", pairs.join("; "));
  return next;
}
