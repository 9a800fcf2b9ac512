/** `booking-risk key create | list | set | revoke` */
import type { Command } from "commander";
import { UsageError } from "../app/config/setting.ts";
import { keyKinds } from "../projects/key-format.ts";
import { keyRestrictionLimits, type RestrictionsInput } from "../projects/key-restrictions.ts";
import {
  createKey,
  type KeySummary,
  listKeys,
  restrictKey,
  revokeKey,
  setKeyOrigins,
} from "../projects/keys.ts";
import { nameCharactersMax } from "../projects/name.ts";
import { originsMax } from "../projects/origins.ts";
import { operatingSystemUser } from "./actor.ts";
import { answer, counted, examples, table } from "./output.ts";
import { type CommonFlags, withDeps } from "./with-store.ts";

interface RestrictionFlags {
  expires?: string;
  address?: string[];
  rateLimit?: string;
}
type CreateFlags = CommonFlags &
  RestrictionFlags & {
    project: string;
    kind: string;
    name?: string;
    origin?: string[];
  };
type SetFlags = CommonFlags &
  RestrictionFlags & { origin?: string[]; anyOrigin?: boolean; anyAddress?: boolean };

export function keyCommands(program: Command): void {
  const key = program.command("key").description("Create, list, change and revoke API keys");
  key
    .command("create")
    .description("Create a key and print it. It is not shown again")
    .requiredOption("--project <id>", "the project that the key is for")
    .requiredOption("--kind <kind>", keyKinds.join(" | "))
    .option("--name <name>", `a name of up to ${nameCharactersMax} characters (default: none)`)
    .option(
      "--origin <origin...>",
      "accept the key only from pages of these origins, such as https://hotel.example or " +
        `https://*.hotel.example (at most ${originsMax}; default: any origin)`,
    )
    .option(
      "--expires <time>",
      "refuse the key from this time on, such as 2027-06-30 (default: never)",
    )
    .option(
      "--address <address...>",
      "accept a secret key only from these addresses and networks, such as 203.0.113.0/24 " +
        `(at most ${keyRestrictionLimits.addresses}; default: any)`,
    )
    .option(
      "--rate-limit <number>",
      "requests a second with this key (default: no limit of its own)",
    )
    .addHelpText(...examples("key create --project prj_Zk3x9Qw1Ab --kind secret --name checkout"))
    .action((flags: CreateFlags) => create(flags));
  key
    .command("list")
    .description("List a project's keys. The keys themselves are not stored")
    .requiredOption("--project <id>", "the project")
    .addHelpText(...examples("key list --project prj_Zk3x9Qw1Ab"))
    .action((flags: CommonFlags & { project: string }) => list(flags));
  key
    .command("set")
    .description(
      "Set a key's origins, or when it expires, its addresses and its limit. Takes effect with the next request",
    )
    .argument("<key-id>")
    .option("--origin <origin...>", "accept the key only from pages of these origins")
    .option("--any-origin", "accept the key from pages of any origin")
    .option("--expires <time>", "refuse the key from this time on, or never")
    .option("--address <address...>", "accept a secret key only from these addresses and networks")
    .option("--any-address", "accept the key from any address")
    .option("--rate-limit <number>", "requests a second with this key, 0 for no limit of its own")
    .addHelpText(
      ...examples(
        "key set key_4fGh2KqLm8Np0RsT --origin https://hotel.example",
        "key set key_8hJk3LmNp5QrStUv --expires 2027-06-30 --address 203.0.113.0/24",
      ),
    )
    .action((keyId: string, flags: SetFlags) => set(keyId, flags));
  key
    .command("revoke")
    .description("Revoke a key. Requests that start afterwards are refused")
    .argument("<key-id>")
    .addHelpText(...examples("key revoke key_4fGh2KqLm8Np0RsT"))
    .action((keyId: string, flags: CommonFlags) => revoke(keyId, flags));
}

async function create(flags: CreateFlags): Promise<void> {
  const { project: projectId, kind, origin } = flags;
  const name = flags.name || undefined;
  const input = { projectId, kind, name, allowedOrigins: origin, ...restrictionsOf(flags) };
  const created = await withDeps(flags, (deps) => createKey(deps, operatingSystemUser(), input));
  const where = {
    secret: "Keep it on your server.",
    publishable: "Use it on your pages.",
  };
  answer(flags.json, created, () => [
    created.key,
    `This is the ${created.kind} key ${created.keyId}. It is not shown again. ${where[created.kind]}`,
    ...(created.allowedOrigins ? [`It is accepted from pages of ${originsText(created)}.`] : []),
    ...restrictionLines(created),
  ]);
}

function restrictionsOf({ expires, address, rateLimit }: RestrictionFlags): RestrictionsInput {
  return {
    expiresAt: expires === "never" ? null : expires,
    allowedAddresses: address,
    rateLimit: rateLimit === undefined ? undefined : rateLimit === "0" ? null : Number(rateLimit),
  };
}

function restrictionLines({ expiresAt, allowedAddresses, rateLimit }: Restrictions): string[] {
  return [
    ...(expiresAt ? [`It expires at ${expiresAt}.`] : []),
    ...(allowedAddresses ? [`It is accepted from ${allowedAddresses.join(", ")}.`] : []),
    ...(rateLimit ? [`It is limited to ${counted(rateLimit, "request")} a second.`] : []),
  ];
}

type Restrictions = Pick<KeySummary, "expiresAt" | "allowedAddresses" | "rateLimit">;

async function set(keyId: string, flags: SetFlags): Promise<void> {
  const { expires, address, anyAddress, rateLimit, origin, anyOrigin } = flags;
  if (anyOrigin && origin) throw new UsageError("use either --origin or --any-origin");
  if (anyAddress && address) throw new UsageError("use either --address or --any-address");
  const isRestricted = [expires, address, anyAddress, rateLimit].some((one) => one !== undefined);
  const isOrigin = anyOrigin === true || origin !== undefined;
  if (isRestricted === isOrigin) {
    throw new UsageError(
      isOrigin
        ? "set origins in a separate command"
        : "specify what to set: either --origin or --any-origin, or --expires, --address, --any-address, --rate-limit",
    );
  }
  return isOrigin ? setOrigins(keyId, flags) : restrict(keyId, flags);
}

async function restrict(keyId: string, flags: SetFlags): Promise<void> {
  const addresses = flags.anyAddress ? { allowedAddresses: null } : {};
  const input = { keyId, ...restrictionsOf(flags), ...addresses };
  const key = await withDeps(flags, (deps) => restrictKey(deps, operatingSystemUser(), input));
  answer(flags.json, key, () => [
    `Key ${keyId} (${key.display}) is changed.`,
    ...(restrictionLines(key).length > 0 ? restrictionLines(key) : ["It has no restrictions."]),
  ]);
}

async function setOrigins(keyId: string, flags: SetFlags): Promise<void> {
  const input = { keyId, allowedOrigins: flags.origin ?? null };
  const key = await withDeps(flags, (deps) => setKeyOrigins(deps, operatingSystemUser(), input));
  answer(flags.json, key, () => [
    `Key ${keyId} (${key.display}) is now accepted from pages of ${originsText(key)}.`,
  ]);
}

async function list(flags: CommonFlags & { project: string }): Promise<void> {
  const keys = await withDeps(flags, (deps) => listKeys(deps, flags.project));
  answer(flags.json, keys, () =>
    keys.length === 0
      ? [
          `Project ${flags.project} has no keys. Create one: ` +
            `booking-risk key create --project ${flags.project} --kind secret`,
        ]
      : table(
          ["KEY", "KIND", "SHOWN AS", "STATE", "LAST USED", "FROM", "LIMIT", "NAME"],
          keys.map((one) => [
            one.keyId,
            one.kind,
            one.display,
            stateText(one),
            one.lastUsedAt ?? "never",
            one.kind === "secret" ? addressesText(one) : originsText(one),
            one.rateLimit === null ? "" : `${one.rateLimit}/s`,
            one.name,
          ]),
        ),
  );
}

async function revoke(keyId: string, flags: CommonFlags): Promise<void> {
  const key = await withDeps(flags, (deps) => revokeKey(deps, operatingSystemUser(), { keyId }));
  answer(flags.json, key, () => [
    `Key ${keyId} (${key.display}) is revoked. Requests that start from now on are refused.`,
  ]);
}

function stateText({ revokedAt, expiresAt }: KeySummary): string {
  if (revokedAt) return `revoked ${revokedAt}`;
  if (expiresAt === null) return "active";
  return Date.parse(expiresAt) <= Date.now() ? `expired ${expiresAt}` : `active until ${expiresAt}`;
}

function addressesText({ allowedAddresses }: KeySummary): string {
  return allowedAddresses?.join(", ") ?? "any address";
}

function originsText({ allowedOrigins }: Pick<KeySummary, "allowedOrigins">): string {
  return allowedOrigins?.join(", ") ?? "any origin";
}
