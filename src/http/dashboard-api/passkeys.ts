/** `/account/passkeys`, and what signing in with a passkey and confirming with one have in common. */

import { isIP } from "node:net";
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { isoTime } from "../../base/iso-time.ts";
import { readName } from "../../projects/name.ts";
import { auditEntry } from "../../storage/port/audit.ts";
import { Problem } from "../problems/problem.ts";
import type { RouteDeps } from "./deps.ts";
import { notSignedIn } from "./failed-sign-ins.ts";
import { type Caller, type UserCaller, userGuard } from "./guards.ts";
import { Name, PasskeyResponse } from "./schemas.ts";
import { passCookies, type ResponseHead, signInCall, withCookies } from "./sign-in-errors.ts";

/** Of one account. */
export const passkeysMax = 20;

const done = { done: true } as const;
const ofPasskey = Type.Object({ passkeyId: Type.String() });

export const passkeyRoutes = (deps: RouteDeps) =>
  new Elysia({ prefix: "/account" })
    .use(userGuard(deps))
    .post(
      "/confirm/passkey",
      ({ caller, body, set }) => confirmByPasskey(deps, caller, body.response, set),
      { body: Type.Object({ response: PasskeyResponse }) },
    )
    .get("/passkeys", ({ caller }) => listPasskeys(deps, caller))
    .post("/passkeys/options", ({ caller, set }) => newPasskeyOptions(deps, caller, set))
    .post("/passkeys", ({ caller, body, set }) => addPasskey(deps, caller, body, set), {
      body: Type.Object({ name: Name, response: PasskeyResponse }),
    })
    .put(
      "/passkeys/:passkeyId/name",
      ({ caller, params, body }) => renamePasskey(deps, caller, { ...params, ...body }),
      { params: ofPasskey, body: Type.Object({ name: Name }) },
    )
    .post(
      "/passkeys/:passkeyId/remove",
      ({ caller, params }) => removePasskey(deps, caller, params.passkeyId),
      { params: ofPasskey },
    );

export interface PasskeySummary {
  passkeyId: string;
  name: string;
  /** Whether a password manager or an account of the system keeps it on several devices. */
  isSynchronised: boolean;
  addedAt: string;
}

async function listPasskeys({ store }: RouteDeps, { user }: UserCaller): Promise<PasskeySummary[]> {
  const passkeys = await store.accounts.passkeys(user.id);
  return passkeys.map(({ id, name, backedUp, createdAt }) => ({
    passkeyId: id,
    name,
    isSynchronised: backedUp,
    addedAt: isoTime(createdAt),
  }));
}

/**
 * The headers by which the sign-in library knows the page's origin, and the name that passkeys are for.
 * Browsers make and use them under names only: an IP address is nobody's for long.
 */
function headersOf({ origin, headers }: Caller): Headers {
  const { host = "", hostname = "" } = URL.parse(origin ?? "") ?? {};
  if (origin === null || hostname === "" || isIP(hostname.replace(/^\[(.*)\]$/, "$1")) !== 0) {
    throw new Problem(
      "conflict",
      "Passkeys need a host name, and this address is an IP address. Open the dashboard under its host name.",
    );
  }
  const withOrigin = new Headers(headers);
  withOrigin.set("origin", origin);
  withOrigin.set("host", host);
  return withOrigin;
}

/**
 * The challenge that a passkey signs, for `navigator.credentials.get`. Each is counted as an attempt at
 * its address, whether it is used or not.
 * @throws Problem rate_limited, conflict
 */
export async function passkeyOptions(
  { store, limits, now }: RouteDeps,
  caller: Caller,
  set: ResponseHead,
) {
  const headers = headersOf(caller);
  await limits.begin({ of: "passkey", address: caller.address });
  await store.signIns.sweep(now());
  const { response, headers: cookies } = await signInCall(() =>
    caller.signIn.api.generatePasskeyAuthenticationOptions({ headers, returnHeaders: true }),
  );
  passCookies(set, cookies);
  return { ...response, userVerification: "required" as const };
}

/**
 * Signs in with a passkey.
 * @returns the cookies of the new session.
 * @throws Problem wrong_passkey, conflict
 */
export async function verifyPasskey(
  { store, recordFailure }: RouteDeps,
  caller: Caller,
  response: PasskeyResponse,
): Promise<{ userId: string; email: string; cookies: Headers }> {
  const headers = headersOf(caller);
  const { signIn, address } = caller;
  try {
    const { response: verified, headers: cookies } = await signInCall(() =>
      signIn.api.verifyPasskeyAuthentication({
        body: { response: response as never },
        headers,
        returnHeaders: true,
      }),
    );
    const user = await store.accounts.find(verified.session.userId);
    if (!user) throw new Error("a passkey of no account");
    return { userId: user.id, email: user.email, cookies };
  } catch (error) {
    if (error instanceof Problem) {
      await recordFailure({ address, email: null, actor: notSignedIn, reason: "passkey" });
    }
    throw error;
  }
}

/** Confirms who the user is: a new session takes the place of this one. */
async function confirmByPasskey(
  deps: RouteDeps,
  caller: UserCaller,
  response: PasskeyResponse,
  set: ResponseHead,
): Promise<{ done: true }> {
  const { signIn, headers, user } = caller;
  const { userId, cookies } = await verifyPasskey(deps, caller, response);
  if (userId !== user.id) {
    await signIn.api.signOut({ headers: withCookies(headers, cookies) });
    throw new Problem("wrong_passkey", "This passkey is of another account.");
  }
  passCookies(set, cookies);
  await signIn.api.signOut({ headers });
  return done;
}

/** What the browser makes a passkey by. @throws DomainError invalid_input, Problem conflict */
async function newPasskeyOptions({ store }: RouteDeps, caller: UserCaller, set: ResponseHead) {
  const headers = headersOf(caller);
  if ((await store.accounts.passkeys(caller.user.id)).length >= passkeysMax) {
    throw new Problem("conflict", `An account has at most ${passkeysMax} passkeys. Remove one.`);
  }
  const { response, headers: cookies } = await signInCall(() =>
    caller.signIn.api.generatePasskeyRegistrationOptions({ headers, returnHeaders: true }),
  );
  passCookies(set, cookies);
  return response;
}

/** Adds a passkey. The first second factor of an account ends its other sessions, which had none. */
async function addPasskey(
  deps: RouteDeps,
  caller: UserCaller,
  { name: text, response }: { name: string; response: PasskeyResponse },
  set: ResponseHead,
): Promise<{ done: true }> {
  const { store, now } = deps;
  const { user, actor, signIn, sessionId } = caller;
  const headers = headersOf(caller);
  const name = readName(text);
  const { headers: cookies } = await signInCall(() =>
    signIn.api.verifyPasskeyRegistration({
      body: { response: response as never, name },
      headers,
      returnHeaders: true,
    }),
  );
  passCookies(set, cookies);
  const about = { subject: user.email, projectId: null };
  await store.audit.add(auditEntry(actor, now(), "passkey.add", { ...about, detail: { name } }));
  const ended = auditEntry(actor, now(), "session.end-others", { ...about, detail: {} });
  await store.accounts.endOtherSessions(user.id, sessionId, ended);
  return done;
}

async function renamePasskey(
  { store, now }: RouteDeps,
  { user, actor }: UserCaller,
  { passkeyId, name: text }: { passkeyId: string; name: string },
): Promise<{ name: string }> {
  const name = readName(text);
  const renamed = { subject: user.email, projectId: null, detail: { name } };
  const entry = auditEntry(actor, now(), "passkey.rename", renamed);
  if (await store.accounts.renamePasskey(user.id, passkeyId, name, entry)) return { name };
  throw noPasskey();
}

async function removePasskey(
  { store, now }: RouteDeps,
  { user, actor }: UserCaller,
  passkeyId: string,
): Promise<{ done: true }> {
  const passkeys = await store.accounts.passkeys(user.id);
  const name = passkeys.find(({ id }) => id === passkeyId)?.name ?? "";
  const removed = { subject: user.email, projectId: null, detail: { name } };
  const entry = auditEntry(actor, now(), "passkey.remove", removed);
  if (await store.accounts.removePasskey(user.id, passkeyId, entry)) return done;
  throw noPasskey();
}

const noPasskey = () => new Problem("not_found", "Your account has no such passkey.");
