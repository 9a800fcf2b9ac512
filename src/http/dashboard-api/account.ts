/** `/account`: what every user may change of their own account. */
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { DomainError, invalidInput } from "../../base/domain-error.ts";
import { isoTime } from "../../base/iso-time.ts";
import { strongestFactor } from "../../projects/accounts/second-factor.ts";
import { useCode } from "../../projects/accounts/used-codes.ts";
import { readName } from "../../projects/name.ts";
import { type AuditAction, type AuditDetails, auditEntry } from "../../storage/port/audit.ts";
import { Problem } from "../problems/problem.ts";
import type { RouteDeps } from "./deps.ts";
import { type UserCaller, userGuard } from "./guards.ts";
import { assertGoodPassword } from "./new-password.ts";
import { Code, Name, NewPassword, Password } from "./schemas.ts";
import { passCookies, type ResponseHead, signInCall, withCookies } from "./sign-in-errors.ts";

const done = { done: true } as const;

export const ownAccountRoutes = (deps: RouteDeps) =>
  new Elysia({ prefix: "/account" })
    .use(userGuard(deps))
    .put("/name", ({ caller, body }) => rename(deps, caller, body.name), {
      body: Type.Object({ name: Name }),
    })
    .put("/password", ({ caller, body }) => changePassword(deps, caller, body), {
      body: Type.Object({ currentPassword: Password, password: NewPassword }),
    })
    .post("/confirm", ({ caller, body }) => confirm(deps, caller, body), {
      body: Type.Object({ password: Type.Optional(Password), code: Type.Optional(Code) }),
    })
    .get("/sessions", ({ caller }) => listSessions(deps, caller))
    .post("/sessions/end-others", ({ caller }) => endOtherSessions(deps, caller))
    .post(
      "/sessions/:sessionId/end",
      ({ caller, params }) => endSession(deps, caller, params.sessionId),
      { params: Type.Object({ sessionId: Type.String() }) },
    )
    .get("/trusted-devices", ({ caller }) => listTrustedDevices(deps, caller))
    .post(
      "/trusted-devices/:deviceId/end",
      ({ caller, params }) => endTrustedDevice(deps, caller, params.deviceId),
      { params: Type.Object({ deviceId: Type.String() }) },
    )
    .post("/two-factor", ({ caller, body }) => startTwoFactor(deps, caller, body.password), {
      body: Type.Object({ password: Password }),
    })
    .post(
      "/two-factor/confirm",
      ({ caller, body, set }) => confirmTwoFactor(deps, caller, body.code, set),
      { body: Type.Object({ code: Code }) },
    )
    .post(
      "/two-factor/backup-codes",
      ({ caller, body }) => createBackupCodes(deps, caller, body.password),
      { body: Type.Object({ password: Password }) },
    )
    .post(
      "/two-factor/end",
      ({ caller, body, set }) => endTwoFactor(deps, caller, body.password, set),
      { body: Type.Object({ password: Password }) },
    );

/** The actions on one's own account that have no details. */
type OwnAction = {
  [Action in AuditAction]: Record<string, never> extends AuditDetails[Action] ? Action : never;
}[AuditAction];

function ownEntry({ now }: RouteDeps, { actor, user }: UserCaller, action: OwnAction) {
  return auditEntry(actor, now(), action, { subject: user.email, projectId: null, detail: {} });
}

/**
 * Calls the sign-in library with a secret that the user entered: counted, and audited if it is wrong.
 * @throws Problem rate_limited, or as `signInCall`
 */
async function trySecret<Result>(
  { limits, recordFailure }: RouteDeps,
  { address, user, actor, sessionId }: UserCaller,
  call: () => Promise<Result>,
  reason: "password" | "secondFactor" = "password",
): Promise<Result> {
  const countAsSuccess = await limits.begin({ of: "own password", sessionId });
  try {
    const result = await signInCall(call);
    await countAsSuccess();
    return result;
  } catch (error) {
    const isRefused = error instanceof Problem || error instanceof DomainError;
    if (isRefused) await recordFailure({ address, reason, email: user.email, actor });
    throw error;
  }
}

async function rename(
  deps: RouteDeps,
  caller: UserCaller,
  text: string,
): Promise<{ name: string }> {
  const name = readName(text);
  await deps.store.accounts.rename(caller.user.id, name, ownEntry(deps, caller, "person.rename"));
  return { name };
}

/** Sets a new password and ends the user's other sessions and all trusted devices. */
async function changePassword(
  deps: RouteDeps,
  caller: UserCaller,
  { currentPassword, password }: { currentPassword: string; password: string },
): Promise<{ done: true }> {
  const { user, sessionId, signIn, headers } = caller;
  await assertGoodPassword(deps, password, user.email);
  const body = { currentPassword, newPassword: password };
  await trySecret(deps, caller, () => signIn.api.changePassword({ body, headers }));
  await deps.store.audit.add(ownEntry(deps, caller, "person.password"));
  await deps.store.accounts.endTrust(user.id);
  const ended = ownEntry(deps, caller, "session.end-others");
  await deps.store.accounts.endOtherSessions(user.id, sessionId, ended);
  return done;
}

/**
 * What takes a confirmation is allowed for a time: by a code of the app, or where there is none by the
 * password. `confirmByPasskey` does it where the account has a passkey, which nothing weaker replaces.
 * @throws Problem conflict, or as `trySecret`; DomainError invalid_input
 */
async function confirm(
  deps: RouteDeps,
  caller: UserCaller,
  { password, code }: { password?: string; code?: string },
): Promise<{ done: true }> {
  const { signIn, headers, user } = caller;
  const factor = strongestFactor(user);
  if (factor === "passkey") throw new Problem("conflict", "Your account has a passkey: use that.");
  if (factor === "app") {
    if (code === undefined) throw invalidInput("code", "is required");
    await enterCode(deps, caller, code);
  } else {
    if (password === undefined) throw invalidInput("password", "is required");
    await trySecret(deps, caller, () => signIn.api.verifyPassword({ body: { password }, headers }));
  }
  deps.confirmations.add(caller.sessionId);
  return done;
}

/** Enters a code of the user's app, which is then used up. @returns the library's cookies. */
async function enterCode(deps: RouteDeps, caller: UserCaller, text: string): Promise<Headers> {
  const { signIn, headers, user } = caller;
  const code = text.replace(/\s/g, "");
  const enter = async () => {
    const entered = await signInCall(() =>
      signIn.api.verifyTOTP({ body: { code }, headers, returnHeaders: true }),
    );
    if (await useCode(deps, user.id, code)) return entered.headers;
    throw new Problem("wrong_code", "This code was already used. Wait for the next one.");
  };
  return trySecret(deps, caller, enter, "secondFactor");
}

export interface SessionSummary {
  sessionId: string;
  address: string | null;
  userAgent: string | null;
  startedAt: string;
  lastSeenAt: string;
  isThisOne: boolean;
}

async function listSessions(
  { store, now }: RouteDeps,
  { user, sessionId }: UserCaller,
): Promise<SessionSummary[]> {
  const sessions = await store.accounts.sessions(user.id, now());
  return sessions.map((one) => ({
    sessionId: one.id,
    address: one.ipAddress || null,
    userAgent: one.userAgent || null,
    startedAt: isoTime(one.createdAt),
    lastSeenAt: isoTime(one.updatedAt),
    isThisOne: one.id === sessionId,
  }));
}

async function endSession(
  deps: RouteDeps,
  caller: UserCaller,
  sessionId: string,
): Promise<{ done: true }> {
  const entry = ownEntry(deps, caller, "session.end");
  if (await deps.store.accounts.endSession(caller.user.id, sessionId, entry)) return done;
  throw new Problem("not_found", "This session has already ended.");
}

async function endOtherSessions(deps: RouteDeps, caller: UserCaller): Promise<{ ended: number }> {
  const { user, sessionId } = caller;
  const entry = ownEntry(deps, caller, "session.end-others");
  return { ended: await deps.store.accounts.endOtherSessions(user.id, sessionId, entry) };
}

export interface TrustedDevice {
  deviceId: string;
  address: string | null;
  userAgent: string | null;
  lastSignInAt: string;
  expiresAt: string;
}

/** The browsers that ask for no second factor. */
async function listTrustedDevices(
  { store, now }: RouteDeps,
  { user }: UserCaller,
): Promise<TrustedDevice[]> {
  const devices = await store.accounts.trustedDevices(user.id, now());
  return devices.map((one) => ({
    deviceId: one.id,
    address: one.ipAddress || null,
    userAgent: one.userAgent || null,
    lastSignInAt: isoTime(one.createdAt),
    expiresAt: isoTime(one.expiresAt),
  }));
}

async function endTrustedDevice(
  deps: RouteDeps,
  caller: UserCaller,
  deviceId: string,
): Promise<{ done: true }> {
  const entry = ownEntry(deps, caller, "trusted-device.end");
  if (await deps.store.accounts.endTrustedDevice(caller.user.id, deviceId, entry)) return done;
  throw new Problem("not_found", "This device is not trusted any more.");
}

/** Prepares codes of an app (TOTP, RFC 6238); `confirmTwoFactor` turns them on. */
async function startTwoFactor(
  deps: RouteDeps,
  caller: UserCaller,
  password: string,
): Promise<{ uri: string; backupCodes: string[] }> {
  const { signIn, headers } = caller;
  const begun = await trySecret(deps, caller, () =>
    signIn.api.enableTwoFactor({ body: { password }, headers }),
  );
  if (begun.method !== "totp") throw new Error("the sign-in library began another second factor");
  return { uri: begun.totpURI, backupCodes: begun.backupCodes };
}

/** Ends the other sessions, which began without a second factor. */
async function confirmTwoFactor(
  deps: RouteDeps,
  caller: UserCaller,
  text: string,
  set: ResponseHead,
): Promise<{ done: true }> {
  const { signIn, headers, user } = caller;
  const cookies = await enterCode(deps, caller, text);
  passCookies(set, cookies);
  await deps.store.audit.add(ownEntry(deps, caller, "two-factor.start"));
  const renewed = await signIn.api.getSession({ headers: withCookies(headers, cookies) });
  if (renewed) {
    const ended = ownEntry(deps, caller, "session.end-others");
    await deps.store.accounts.endOtherSessions(user.id, renewed.session.id, ended);
  }
  return done;
}

/** Replaces the earlier ones. */
async function createBackupCodes(
  deps: RouteDeps,
  caller: UserCaller,
  password: string,
): Promise<{ backupCodes: string[] }> {
  const { signIn, headers } = caller;
  const { backupCodes } = await trySecret(deps, caller, () =>
    signIn.api.generateBackupCodes({ body: { password }, headers }),
  );
  await deps.store.audit.add(ownEntry(deps, caller, "two-factor.backup-codes"));
  return { backupCodes };
}

async function endTwoFactor(
  deps: RouteDeps,
  caller: UserCaller,
  password: string,
  set: ResponseHead,
): Promise<{ done: true }> {
  const { signIn, headers } = caller;
  const { headers: cookies } = await trySecret(deps, caller, () =>
    signIn.api.disableTwoFactor({ body: { password }, headers, returnHeaders: true }),
  );
  passCookies(set, cookies);
  await deps.store.accounts.endTrust(caller.user.id);
  await deps.store.audit.add(ownEntry(deps, caller, "two-factor.end"));
  return done;
}
