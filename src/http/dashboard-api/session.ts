/** `/session`: who is signed in and what they may do; signing in, in one step or two, and out. */
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { version } from "../../base/version.ts";
import { readEmail } from "../../projects/accounts/email-address.ts";
import {
  allowedPermissions,
  isAllowed,
  type Permission,
} from "../../projects/accounts/permissions.ts";
import {
  hasSecondFactor,
  requiresSecondFactor,
  secondFactorRule,
  strongestFactor,
} from "../../projects/accounts/second-factor.ts";
import { useCode } from "../../projects/accounts/used-codes.ts";
import { type ProjectSummary, projectSummary } from "../../projects/projects.ts";
import { auditEntry } from "../../storage/port/audit.ts";
import { Problem } from "../problems/problem.ts";
import type { RouteDeps } from "./deps.ts";
import { notSignedIn } from "./failed-sign-ins.ts";
import { type Caller, publicGuard, sessionOf } from "./guards.ts";
import { passkeyOptions, verifyPasskey } from "./passkeys.ts";
import { Code, Email, PasskeyResponse, Password } from "./schemas.ts";
import {
  addCookie,
  passCookies,
  type ResponseHead,
  signInCall,
  withCookies,
} from "./sign-in-errors.ts";

export const sessionRoutes = (deps: RouteDeps) =>
  new Elysia({ prefix: "/session" })
    .use(publicGuard(deps))
    .get("", ({ caller }) => getSession(deps, caller))
    .post("", ({ caller, body, set }) => signIn(deps, caller, body, set), {
      body: Type.Object({ email: Email, password: Password }),
    })
    .post("/second-factor", ({ caller, body, set }) => secondFactor(deps, caller, body, set), {
      body: Type.Object({
        code: Code,
        kind: Type.Union([Type.Literal("app"), Type.Literal("backup")]),
        trustDevice: Type.Optional(Type.Boolean()),
      }),
    })
    .post("/passkey/options", ({ caller, set }) => passkeyOptions(deps, caller, set))
    .post(
      "/passkey",
      ({ caller, body, set }) => signInByPasskey(deps, caller, body.response, set),
      {
        body: Type.Object({ response: PasskeyResponse }),
      },
    )
    .post("/end", ({ caller, set }) => signOut(caller, set));

export interface Session {
  /** Of the service; null for who is not signed in. */
  version: string | null;
  /** There is no account yet. */
  needsOwner: boolean;
  me: Me | null;
}

export interface Me {
  userId: string;
  name: string;
  email: string;
  /** An app or a passkey. */
  twoFactor: boolean;
  /** An authenticator app. */
  hasApp: boolean;
  /** The strongest factor of the account. */
  confirmsWith: "passkey" | "app" | "password";
  /** What concerns all projects. */
  allowed: Permission[];
  /** Those in which the user has a role, in the order of their creation. */
  projects: (ProjectSummary & Access)[];
}

interface Access {
  allowed: Permission[];
  /** The role allows nothing here before the user has a second factor. */
  needsSecondFactor: boolean;
}

/** Everything that the page's frame shows, in one answer. */
async function getSession(deps: RouteDeps, caller: Caller): Promise<Session> {
  const { store } = deps;
  const session = await sessionOf(deps, caller);
  const user = session && (await store.accounts.find(session.userId));
  if (!user) {
    return { version: null, needsOwner: (await store.accounts.list()).length === 0, me: null };
  }
  const [grants, projects, rule] = await Promise.all([
    store.accounts.grants(user.id),
    store.projects.list(),
    secondFactorRule(store, deps.secondFactorEverywhere),
  ]);
  const isLockedOut = (projectId: string | null) =>
    !hasSecondFactor(user) && requiresSecondFactor(rule, projectId);
  const access = (projectId: string): Access => ({
    allowed: isLockedOut(projectId) ? [] : allowedPermissions(grants, projectId),
    needsSecondFactor: isLockedOut(projectId),
  });
  const me: Me = {
    userId: user.id,
    name: user.name,
    email: user.email,
    twoFactor: hasSecondFactor(user),
    hasApp: user.twoFactorEnabled,
    confirmsWith: strongestFactor(user),
    allowed: isLockedOut(null) ? [] : allowedPermissions(grants, null),
    projects: projects
      .filter(({ id }) => isAllowed(grants, "project.read", id))
      .map((one) => ({ ...projectSummary(one), ...access(one.id) })),
  };
  return { version, needsOwner: false, me };
}

/** Signs in with a password; where a second factor is on, that comes next. */
async function signIn(
  { store, limits, devices, recordFailure, now }: RouteDeps,
  { address, isSecure, signIn, headers }: Caller,
  { email: text, password }: { email: string; password: string },
  set: ResponseHead,
): Promise<{ next: "done" | "secondFactor" | "passkey" }> {
  const email = readEmail(text) ?? text.toLowerCase();
  const device = devices.find(headers.get("cookie"), email);
  const countAsSuccess = await limits.begin({ of: "password", address, account: email, device });
  await store.signIns.sweep(now());
  const { response, headers: cookies } = await signInCall(() =>
    signIn.api.signInEmail({ body: { email, password }, headers, returnHeaders: true }),
  ).catch(async (error) => {
    const account = await store.accounts.findByEmail(email);
    const failed = { address, email: account?.email ?? null, actor: notSignedIn };
    if (error instanceof Problem) await recordFailure({ ...failed, reason: "password" });
    throw error;
  });
  await countAsSuccess();
  if ("user" in response && (await needsPasskey(store, response.user.id))) {
    await signIn.api.signOut({ headers: withCookies(headers, cookies) });
    return { next: "passkey" };
  }
  passCookies(set, cookies);
  if ("twoFactorRedirect" in response) return { next: "secondFactor" };
  addCookie(set, devices.cookie(headers.get("cookie"), email, isSecure));
  const entry = { subject: email, projectId: null, detail: { address } };
  await store.audit.add(auditEntry({ name: email }, now(), "session.start", entry));
  return { next: "done" };
}

/** The password alone is not enough where the second factor is a passkey, which is enough by itself. */
async function needsPasskey({ accounts }: RouteDeps["store"], userId: string): Promise<boolean> {
  const user = await accounts.find(userId);
  return user?.hasPasskey === true && !user.twoFactorEnabled;
}

/** The second step of signing in: the app's code, or a backup code, which works once. */
async function secondFactor(
  { store, limits, devices, recordFailure, now }: RouteDeps,
  { address, isSecure, signIn, headers }: Caller,
  asked: { code: string; kind: "app" | "backup"; trustDevice?: boolean },
  set: ResponseHead,
): Promise<{ next: "done" }> {
  const { challenge, userId } = await pendingChallenge(store, headers);
  const countAsSuccess = await limits.begin({ of: "second factor", address, challenge });
  const fail = async (error: unknown) => {
    const email = (await store.accounts.find(userId))?.email ?? null;
    const failed = { address, email, actor: notSignedIn };
    if (error instanceof Problem) await recordFailure({ ...failed, reason: "secondFactor" });
    throw error;
  };
  const code = asked.code.replace(/\s/g, "");
  const body = { code, trustDevice: asked.trustDevice === true };
  const { response, headers: cookies } = await signInCall(() =>
    asked.kind === "app"
      ? signIn.api.verifyTOTP({ body, headers, returnHeaders: true })
      : signIn.api.verifyBackupCode({ body, headers, returnHeaders: true }),
  ).catch(fail);
  const { email } = response.user;
  if (asked.kind === "app" && !(await useCode({ store, now }, response.user.id, code))) {
    await signIn.api.signOut({ headers: withCookies(headers, cookies) });
    return fail(new Problem("wrong_code", "This code was already used. Wait for the next one."));
  }
  await countAsSuccess();
  passCookies(set, cookies);
  addCookie(set, devices.cookie(headers.get("cookie"), email, isSecure));
  const detail = { address, secondFactor: asked.kind };
  const entry = { subject: email, projectId: null, detail };
  await store.audit.add(auditEntry({ name: email }, now(), "session.start", entry));
  return { next: "done" };
}

/** The challenge of a sign-in that awaits its second factor. Without one there is nothing to guess. */
async function pendingChallenge(
  { signIns }: RouteDeps["store"],
  headers: Headers,
): Promise<{ challenge: string; userId: string }> {
  const cookie = challengeCookie.exec(headers.get("cookie") ?? "");
  if (cookie) {
    const [, challenge = ""] = cookie;
    const where = [{ field: "identifier", operator: "eq", value: challenge }] as const;
    const [pending] = await signIns.find("verification", where, 1);
    if (pending) return { challenge, userId: String(pending.value) };
  }
  throw new Problem("not_signed_in", "This took too long. Sign in again with your password.");
}

/** The library's cookie: the challenge's identifier, which is random, and a signature. */
const challengeCookie = /(?:^|;\s*)(?:__Secure-)?booking-risk\.two_factor=(2fa-[0-9A-Za-z_-]+)\./;

/** Signs in with a passkey alone: it is something that the user has, and the device asks for more. */
async function signInByPasskey(
  deps: RouteDeps,
  caller: Caller,
  response: PasskeyResponse,
  set: ResponseHead,
): Promise<{ next: "done" }> {
  const { store, devices, limits, now } = deps;
  const { signIn, headers } = caller;
  const { email, cookies } = await verifyPasskey(deps, caller, response);
  const sent = headers.get("cookie");
  const device = devices.find(sent, email);
  await limits.begin({ of: "verified passkey", account: email, device }).catch(async (error) => {
    await signIn.api.signOut({ headers: withCookies(headers, cookies) });
    throw error;
  });
  passCookies(set, cookies);
  addCookie(set, devices.cookie(sent, email, caller.isSecure));
  const detail = { address: caller.address, secondFactor: "passkey" } as const;
  const entry = { subject: email, projectId: null, detail };
  await store.audit.add(auditEntry({ name: email }, now(), "session.start", entry));
  return { next: "done" };
}

/** Deletes the session from the database and the cookie from the browser. */
async function signOut({ signIn, headers }: Caller, set: ResponseHead): Promise<{ done: true }> {
  const { headers: cookies } = await signInCall(() =>
    signIn.api.signOut({ headers, returnHeaders: true }),
  );
  passCookies(set, cookies);
  return { done: true };
}
