/** `/links`: what the holder of a one-time link can do. The token is the only proof. */
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { DomainError, invalidInput } from "../../base/domain-error.ts";
import { isoTime } from "../../base/iso-time.ts";
import {
  acceptInvitation,
  join,
  openLink,
  setPasswordByLink,
} from "../../projects/accounts/link.ts";
import { requireEmail } from "../../projects/accounts/team.ts";
import { readName } from "../../projects/name.ts";
import type { OneTimeLinkRecord } from "../../storage/port/accounts.ts";
import type { Role } from "../../storage/port/roles.ts";
import { Problem } from "../problems/problem.ts";
import type { RouteDeps } from "./deps.ts";
import { type Caller, publicGuard, type UserCaller, userGuard } from "./guards.ts";
import { assertGoodPassword } from "./new-password.ts";
import { Email, Name, NewPassword, Token } from "./schemas.ts";
import { addCookie, passCookies, type ResponseHead, signInCall } from "./sign-in-errors.ts";

export const linkRoutes = (deps: RouteDeps) =>
  new Elysia({ prefix: "/links" })
    .use(publicGuard(deps))
    .post("/details", ({ body }) => getLink(deps, body.token), {
      body: Type.Object({ token: Token }),
    })
    .post("/join", ({ caller, body, set }) => joinByLink(deps, caller, body, set), {
      body: Type.Object({
        token: Token,
        name: Name,
        email: Type.Optional(Email),
        password: NewPassword,
      }),
    })
    .post("/password", ({ body }) => passwordByLink(deps, body), {
      body: Type.Object({ token: Token, password: NewPassword }),
    });

/** What the holder of a link does as the account that it is for. */
export const invitationRoutes = (deps: RouteDeps) =>
  new Elysia({ prefix: "/links" })
    .use(userGuard(deps))
    .post("/accept", ({ caller, body }) => acceptByLink(deps, caller, body.token), {
      body: Type.Object({ token: Token }),
    });

export interface LinkDetails {
  purpose: OneTimeLinkRecord["purpose"];
  /** Null: the person who opens the link enters the address. */
  email: string | null;
  role: Role | null;
  /** Null: all projects. */
  projectName: string | null;
  invitedBy: string;
  expiresAt: string;
}

/**
 * What a link is for, without using it up. Whoever made an invitation has its token, too, and so it
 * is not said whether the address has an account.
 */
async function getLink(deps: RouteDeps, token: string): Promise<LinkDetails> {
  const link = await usableLink(deps, token);
  const project = link.projectId && (await deps.store.projects.find(link.projectId));
  return {
    purpose: link.purpose,
    email: link.email,
    role: link.role,
    projectName: project ? project.name : null,
    invitedBy: link.createdBy,
    expiresAt: isoTime(link.expiresAt),
  };
}

/** Creates the account that a link invites to, and signs the new user in. */
async function joinByLink(
  deps: RouteDeps,
  caller: Caller,
  body: { token: string; name: string; email?: string; password: string },
  set: ResponseHead,
): Promise<{ done: true }> {
  const link = await usableLink(deps, body.token);
  if (link.purpose === "password") throw unusable();
  if (link.email === null && body.email === undefined) {
    throw invalidInput("email", "is required");
  }
  const email = link.email ?? requireEmail(body.email ?? ""); // An invitation is for its address.
  const name = readName(body.name);
  const { password } = body;
  await assertGoodPassword(deps, password, email);
  await deps.limits.begin({ of: "link", linkId: link.id });
  const joined = await join(deps, link, { name, email, password });
  if (joined === "gone") throw unusable();
  if (joined === "taken") throw new DomainError("account_exists", { email });
  const { headers } = await signInCall(() =>
    caller.signIn.api.signInEmail({
      body: { email, password },
      headers: caller.headers,
      returnHeaders: true,
    }),
  );
  passCookies(set, headers);
  addCookie(set, deps.devices.cookie(caller.headers.get("cookie"), email, caller.isSecure));
  return { done: true };
}

/** Gives the signed-in account the role of an invitation to its address. */
async function acceptByLink(
  deps: RouteDeps,
  caller: UserCaller,
  token: string,
): Promise<{ done: true }> {
  const link = await usableLink(deps, token);
  const { user } = caller;
  if (link.purpose !== "invitation" || link.email !== user.email) {
    throw new Problem("forbidden", "This invitation is for another account. Sign in as that one.");
  }
  const accepted = await acceptInvitation(deps, link, user);
  if (accepted === "gone") throw unusable();
  if (accepted === "taken") throw new DomainError("role_exists", { email: user.email });
  return { done: true };
}

/** Sets a new password. Signing in is a separate step, because a second factor remains in force. */
async function passwordByLink(
  deps: RouteDeps,
  { token, password }: { token: string; password: string },
): Promise<{ done: true }> {
  const link = await usableLink(deps, token);
  const user =
    link.purpose === "password" && link.email
      ? await deps.store.accounts.findByEmail(link.email)
      : null;
  if (!user) throw unusable();
  await assertGoodPassword(deps, password, user.email);
  await deps.limits.begin({ of: "link", linkId: link.id });
  if (await setPasswordByLink(deps, link, { userId: user.id, password })) return { done: true };
  throw unusable();
}

/** A token has 256 random bits: trying to guess one is hopeless, so it is not counted. @throws Problem link_unusable */
async function usableLink({ store, now }: RouteDeps, token: string): Promise<OneTimeLinkRecord> {
  const link = await openLink(token, now(), store);
  if (!link) throw unusable();
  return link;
}

function unusable(): Problem {
  return new Problem(
    "link_unusable",
    "This link was used or withdrawn, or has expired. Ask for a new one.",
  );
}
