/** `booking-risk user create | list | reset`: who may use the dashboard. */
import type { Command } from "commander";
import { readEmail } from "../accounts/email-address.ts";
import { linkUrl, makeLink } from "../accounts/link.ts";
import { UsageError } from "../config.ts";
import { type Role, roles } from "../storage/accounts.ts";
import { auditLine } from "../storage/audit.ts";
import type { Store } from "../storage/store.ts";
import { doing } from "./actor.ts";
import { answer, CommandFailed, table } from "./output.ts";
import { type CommonFlags, projectOf, withStore } from "./with-store.ts";

type LinkFlags = CommonFlags & { email: string; url?: string };
type CreateFlags = LinkFlags & { role: string; project?: string };
type ResetFlags = LinkFlags & { twoFactor?: boolean };

const urlText =
  "the address that people reach the service at (BOOKING_RISK_URL; http://127.0.0.1:3000)";

export function userCommands(program: Command): void {
  const user = program.command("user").description("Who may use the dashboard");
  user
    .command("create")
    .description("Make a link that works once, with which somebody makes their account")
    .requiredOption("--email <address>")
    .option("--role <role>", roles.join(" | "), "owner")
    .option("--project <id>", "the only project that the role is for (all projects)")
    .option("--url <address>", urlText)
    .action((flags: CreateFlags) => create(flags));
  user
    .command("list")
    .description("List the people and their roles")
    .action((flags: CommonFlags) => list(flags));
  user
    .command("reset")
    .description("Make a link that works once, with which somebody sets a new password")
    .requiredOption("--email <address>")
    .option("--two-factor", "take the second factor away as well: app and backup codes are lost")
    .option("--url <address>", urlText)
    .action((flags: ResetFlags) => reset(flags));
}

async function create(flags: CreateFlags): Promise<void> {
  const email = emailOf(flags);
  const role = flags.role as Role;
  if (!roles.includes(role)) throw new UsageError(`--role must be one of ${roles.join(", ")}`);
  const base = baseOf(flags);
  const { token, link } = await withStore(flags, async (store) => {
    const projectId = flags.project ? (await projectOf(flags.project, store)).id : null;
    if (await store.accounts.findByEmail(email)) {
      throw new CommandFailed(
        `${email} has an account; for a new password: booking-risk user reset --email ${email}`,
      );
    }
    return makeLink({ purpose: "invitation", email, role, projectId, ...doing() }, store);
  });
  tell(flags, { email, role, projectId: link.projectId, link, url: linkUrl(base, token) });
}

async function reset(flags: ResetFlags): Promise<void> {
  const email = emailOf(flags);
  const base = baseOf(flags);
  const { token, link } = await withStore(flags, async (store) => {
    const person = await personOf(email, store);
    if (flags.twoFactor) {
      await store.accounts.dropTwoFactor(
        person.id,
        auditLine(doing(), "two-factor.drop", email, null),
      );
    }
    const wanted = { purpose: "password" as const, email, role: null, projectId: null };
    return makeLink({ ...wanted, ...doing() }, store);
  });
  tell(flags, { email, link, url: linkUrl(base, token) });
}

function tell(
  flags: CommonFlags,
  {
    link,
    ...told
  }: { email: string; url: string; link: { expiresAt: number }; [more: string]: unknown },
): void {
  const expiresAt = new Date(link.expiresAt).toISOString();
  answer(flags.json, { ...told, expiresAt }, () => [
    told.url,
    `Hand this to ${told.email}. It works once, until ${expiresAt}, and is not shown again.`,
  ]);
}

async function list(flags: CommonFlags): Promise<void> {
  const [people, grants] = await withStore(flags, (store) =>
    Promise.all([store.accounts.list(), store.accounts.grants()]),
  );
  const summaries = people.map((person) => ({
    ...{ userId: person.id, email: person.email, name: person.name },
    twoFactor: person.twoFactorEnabled,
    createdAt: new Date(person.createdAt).toISOString(),
    roles: grants
      .filter(({ userId }) => userId === person.id)
      .map(({ role, projectId }) => ({ role, projectId })),
  }));
  answer(flags.json, summaries, () =>
    summaries.length === 0
      ? ["Nobody has an account yet. Make a link: booking-risk user create --email ADDRESS"]
      : table(
          ["E-MAIL", "ROLES", "TWO-FACTOR", "CREATED", "NAME"],
          summaries.map((one) => [
            one.email,
            one.roles.map((r) => `${r.role} of ${r.projectId ?? "all"}`).join(", ") || "none",
            one.twoFactor ? "on" : "off",
            one.createdAt,
            one.name,
          ]),
        ),
  );
}

async function personOf(email: string, store: Store) {
  const person = await store.accounts.findByEmail(email);
  if (person) return person;
  throw new CommandFailed(`there is no account with ${email}; see: booking-risk user list`);
}

function emailOf({ email: text }: LinkFlags): string {
  const email = readEmail(text);
  if (email === null) throw new UsageError("--email must be an e-mail address");
  return email;
}

function baseOf({ url }: LinkFlags): URL {
  const text = url ?? (process.env.BOOKING_RISK_URL || "http://127.0.0.1:3000");
  const base = URL.parse(text);
  if (base && /^https?:$/.test(base.protocol)) return base;
  throw new UsageError("--url must be an address such as https://risk.example.com");
}
