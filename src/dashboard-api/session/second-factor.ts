import { Problem } from "../../http/problem.ts";
import { auditLine } from "../../storage/audit.ts";
import type { Visitor } from "../admit.ts";
import { asking, passCookies } from "../library-error.ts";
import type { Parts } from "../parts.ts";

type Set = { headers: Record<string, unknown> };

/** The second step of signing in: the app's code, or one of the backup codes, which works once. */
export async function secondFactor(
  { store, limits, now, usedCodes }: Parts,
  { address, signIn, headers }: Visitor,
  asked: { code: string; kind: "app" | "backup"; trustDevice?: boolean },
  set: Set,
): Promise<{ next: "done" }> {
  const wasRight = limits.begin(address, "second factor");
  const code = asked.code.replace(/\s/g, "");
  const body = { code, trustDevice: asked.trustDevice === true };
  const { response, headers: cookies } = await asking(() =>
    asked.kind === "app"
      ? signIn.api.verifyTOTP({ body, headers, returnHeaders: true })
      : signIn.api.verifyBackupCode({ body, headers, returnHeaders: true }),
  );
  const { email } = response.user;
  if (asked.kind === "app" && usedCodes.use(email, code)) {
    await signIn.api.signOut({ headers: sentBack(headers, cookies) });
    throw new Problem("wrong_code", "That code was used already. Wait for the next one.");
  }
  wasRight();
  passCookies(set, cookies);
  const detail = { address, secondFactor: asked.kind };
  await store.audit.add(
    auditLine({ actor: email, at: now() }, "session.start", email, null, detail),
  );
  return { next: "done" };
}

/** What the browser would send next: the session's cookie among it. */
function sentBack(headers: Headers, cookies: Headers): Headers {
  const next = new Headers(headers);
  const pairs = cookies.getSetCookie().map((cookie) => cookie.split(";")[0]);
  next.set("cookie", pairs.join("; "));
  return next;
}
