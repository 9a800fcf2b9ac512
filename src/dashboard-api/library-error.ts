/** What the log-in library throws, in the words of our problems. */
import { APIError } from "better-auth/api";
import { Problem } from "../http/problem.ts";
import { invalidField } from "./fields.ts";

const known: Readonly<Record<string, () => Problem>> = {
  INVALID_EMAIL_OR_PASSWORD: () =>
    new Problem("wrong_credentials", "The e-mail address or the password is wrong."),
  INVALID_EMAIL: () =>
    new Problem("wrong_credentials", "The e-mail address or the password is wrong."),
  INVALID_PASSWORD: () => invalidField("/currentPassword", "is not your password"),
  INVALID_CODE: () => new Problem("wrong_code", "The code is wrong. Try the next one."),
  INVALID_BACKUP_CODE: () =>
    new Problem("wrong_code", "That is none of your backup codes, or it was used."),
  INVALID_TWO_FACTOR_COOKIE: () =>
    new Problem("not_signed_in", "That took too long. Sign in again with your password."),
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: () =>
    new Problem("not_signed_in", "Too many wrong codes. Sign in again with your password."),
  ACCOUNT_TEMPORARILY_LOCKED: () =>
    new Problem("rate_limited", "Too many wrong codes; try again in 15 minutes.", {
      headers: { "Retry-After": "900" },
    }),
  TOTP_ALREADY_ENABLED: () => new Problem("conflict", "Two-factor sign-in is on already."),
  TOTP_NOT_ENABLED: () => new Problem("conflict", "Two-factor sign-in is not on."),
  TWO_FACTOR_NOT_ENABLED: () => new Problem("conflict", "Two-factor sign-in is not on."),
};

/** Calls the library. What it throws that is not known here is a fault of ours. */
export async function asking<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof APIError)) throw error;
    const code = (error.body as { code?: string } | undefined)?.code ?? "";
    const problem = Object.hasOwn(known, code) ? known[code] : undefined;
    throw problem ? problem() : new Error(`the log-in library answers ${error.status} ${code}`);
  }
}

type Headed = { headers: Record<string, unknown> };

/** Hands the library's cookies on to the browser. */
export function passCookies(set: Headed, headers: Headers | null | undefined): void {
  const cookies = headers?.getSetCookie() ?? [];
  if (cookies.length > 0) set.headers["set-cookie"] = cookies;
}
