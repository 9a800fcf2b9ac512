import { auditLine } from "../../registry/audit-line.ts";
import type { Visitor } from "../admit.ts";
import { asking, passCookies } from "../library-error.ts";
import type { Parts } from "../parts.ts";

type Set = { headers: Record<string, unknown> };

/** The second step of signing in: the app's code, or one of the backup codes, which works once. */
export async function secondFactor(
  { store, limits, now }: Parts,
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
  wasRight();
  passCookies(set, cookies);
  const { email } = response.user;
  const detail = { address, secondFactor: asked.kind };
  await store.audit.add(
    auditLine({ actor: email, at: now() }, "session.start", email, null, detail),
  );
  return { next: "done" };
}
