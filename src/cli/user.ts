/** `booking-risk user create | list | reset`: the accounts of the dashboard. */
import type { Command } from "commander";
import { setting, UsageError } from "../app/config/setting.ts";
import { isoTime } from "../base/iso-time.ts";
import { linkUrl } from "../projects/accounts/link.ts";
import { hasSecondFactor } from "../projects/accounts/second-factor.ts";
import { type CreatedLink, createPasswordLink, inviteAccount } from "../projects/accounts/team.ts";
import type { OneTimeLinkRecord } from "../storage/port/accounts.ts";
import { roles } from "../storage/port/roles.ts";
import type { Store } from "../storage/port/store.ts";
import { operatingSystemUser } from "./actor.ts";
import { answer, counted, examples, table } from "./output.ts";
import { type CommonFlags, withDeps, withStore } from "./with-store.ts";

type LinkFlags = CommonFlags & { email: string; url?: string };
type CreateFlags = LinkFlags & { role?: string; project?: string };
type ListFlags = CommonFlags & { invitations?: boolean };
type ResetFlags = LinkFlags & { twoFactor?: boolean; keepPasskeys?: boolean };

const urlText =
  "the address at which users reach the service (BOOKING_RISK_URL; http://127.0.0.1:3000)";

export function userCommands(program: Command): void {
  const user = program.command("user").description("Manage the accounts of the dashboard");
  user
    .command("create")
    .description("Create an invitation: a one-time link that creates an account with a role")
    .requiredOption("--email <address>", "whom to invite")
    .option("--role <role>", `${roles.join(" | ")} (default: viewer; owner for the first account)`)
    .option("--project <id>", "limit the role to one project (default: all projects)")
    .option("--url <address>", urlText)
    .addHelpText(...examples("user create --email ana@hotel.example --role analyst"))
    .action((flags: CreateFlags) => create(flags));
  user
    .command("list")
    .description("List the accounts and their roles")
    .option("--invitations", "list the invitations that nobody has accepted yet instead")
    .addHelpText(...examples("user list", "user list --invitations"))
    .action((flags: ListFlags) => (flags.invitations ? listInvitations(flags) : list(flags)));
  user
    .command("reset")
    .description(
      "Create a link that works once, to set a new password. The account's passkeys are removed",
    )
    .requiredOption("--email <address>", "the account")
    .option("--two-factor", "also turn two-factor sign-in off, with its app and backup codes")
    .option("--keep-passkeys", "leave the passkeys: whoever has one can go on signing in")
    .option("--url <address>", urlText)
    .addHelpText(...examples("user reset --email ana@hotel.example --two-factor"))
    .action((flags: ResetFlags) => reset(flags));
}

async function create(flags: CreateFlags): Promise<void> {
  const base = baseOf(flags);
  const projectId = flags.project ?? null;
  const { email, role, hasAccount, created } = await withDeps(
    flags,
    async (deps) => {
      const isFirst = projectId === null && (await deps.store.accounts.list()).length === 0;
      const asked = flags.role ?? (isFirst ? "owner" : "viewer");
      return inviteAccount(deps, operatingSystemUser(), {
        email: flags.email,
        role: asked,
        projectId,
      });
    },
    { creates: true },
  );
  const url = linkUrl(base, created.token);
  answerLink(
    flags,
    { email, role, projectId, hasAccount, url },
    created,
    hasAccount
      ? ["The address already has an account: its holder signs in to accept the role."]
      : [],
  );
}

async function reset(flags: ResetFlags): Promise<void> {
  const base = baseOf(flags);
  const drop = { app: flags.twoFactor === true, passkeys: flags.keepPasskeys !== true };
  const { created, ...reset } = await withDeps(flags, (deps) =>
    createPasswordLink(deps, operatingSystemUser(), { email: flags.email, drop }),
  );
  const { removedPasskeys: removed, keptPasskeys: kept } = reset;
  answerLink(flags, { ...reset, url: linkUrl(base, created.token) }, created, [
    ...(removed.length > 0 ? [`Removed ${passkeysText(removed)}.`] : []),
    ...(kept.length > 0 ? [`${passkeysText(kept)} can still be used to sign in.`] : []),
    ...(reset.passwordEnded ? ["The old password and all sessions have ended."] : []),
  ]);
}

const passkeysText = (names: readonly string[]) =>
  `${counted(names.length, "passkey")} (${names.join(", ")})`;

function answerLink(
  { json }: CommonFlags,
  result: Readonly<Record<"email" | "url", string> & Record<string, unknown>>,
  { link }: CreatedLink,
  notes: readonly string[],
): void {
  const expiresAt = isoTime(link.expiresAt);
  answer(json, { ...result, expiresAt }, () => [
    result.url,
    `Send this link to ${result.email}. It works once, until ${expiresAt}, and is not shown again.`,
    ...notes,
  ]);
}

async function list(flags: CommonFlags): Promise<void> {
  const [users, grants, invited] = await withStore(flags, (store) =>
    Promise.all([store.accounts.list(), store.accounts.grants(), invitations(store)]),
  );
  const waiting = counted(invited.length, "invitation");
  const more =
    invited.length === 0
      ? []
      : [`${waiting} not accepted yet: booking-risk user list --invitations`];
  const summaries = users.map((user) => ({
    userId: user.id,
    email: user.email,
    name: user.name,
    twoFactor: hasSecondFactor(user),
    createdAt: isoTime(user.createdAt),
    vouchedBy: user.vouchedBy,
    roles: grants
      .filter(({ userId }) => userId === user.id)
      .map(({ role, projectId }) => ({ role, projectId })),
  }));
  answer(flags.json, summaries, () =>
    summaries.length === 0
      ? [
          "There are no accounts yet. Create an invitation: booking-risk user create --email ADDRESS",
          ...more,
        ]
      : [
          ...table(
            ["E-MAIL", "ROLES", "TWO-FACTOR", "CREATED", "INVITED BY", "NAME"],
            summaries.map((one) => [
              one.email,
              one.roles.map((r) => `${r.role} of ${r.projectId ?? "all"}`).join(", ") || "none",
              one.twoFactor ? "on" : "off",
              one.createdAt,
              one.vouchedBy ?? "-",
              one.name,
            ]),
          ),
          ...more,
        ],
  );
}

async function listInvitations(flags: CommonFlags): Promise<void> {
  const pending = (await withStore(flags, invitations)).map((one) => ({
    email: one.email,
    role: one.role,
    projectId: one.projectId,
    invitedBy: one.createdBy,
    createdAt: isoTime(one.createdAt),
    expiresAt: isoTime(one.expiresAt),
  }));
  answer(flags.json, pending, () =>
    pending.length === 0
      ? ["No invitations are waiting to be accepted."]
      : table(
          ["E-MAIL", "ROLE", "INVITED BY", "CREATED", "EXPIRES"],
          pending.map((one) => [
            one.email ?? "-",
            `${one.role} of ${one.projectId ?? "all"}`,
            one.invitedBy,
            one.createdAt,
            one.expiresAt,
          ]),
        ),
  );
}

async function invitations(store: Store): Promise<OneTimeLinkRecord[]> {
  const links = await store.accounts.links(Date.now());
  return links.filter(({ purpose }) => purpose === "invitation");
}

function baseOf(flags: Pick<LinkFlags, "url">): URL {
  const { name, text } = setting(flags, process.env, "url", "http://127.0.0.1:3000");
  const base = URL.parse(text);
  if (base && /^https?:$/.test(base.protocol)) return base;
  throw new UsageError(`${name} must be an address such as https://risk.example.com`);
}
