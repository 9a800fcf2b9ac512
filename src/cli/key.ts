/** `booking-risk key create | list | set | revoke` */
import type { Command } from "commander";
import { UsageError } from "../config.ts";
import { keyKinds } from "../projects/key-format.ts";
import {
  createKey,
  type KeySummary,
  listKeys,
  revokeKey,
  setKeyOrigins,
} from "../projects/keys.ts";
import { nameCharactersMax } from "../projects/name.ts";
import { originsMax } from "../projects/origins.ts";
import { operatingSystemUser } from "./actor.ts";
import { answer, examples, table } from "./output.ts";
import { type CommonFlags, withDeps } from "./with-store.ts";

type CreateFlags = CommonFlags & {
  project: string;
  kind: string;
  name: string;
  origin?: string[];
};
type SetFlags = CommonFlags & { origin?: string[]; anyOrigin?: boolean };

export function keyCommands(program: Command): void {
  const key = program.command("key").description("Create, list, change and revoke API keys");
  key
    .command("create")
    .description("Create a key and print it. It is not shown again")
    .requiredOption("--project <id>", "the project that the key is for")
    .requiredOption("--kind <kind>", keyKinds.join(" | "))
    .option("--name <name>", `a name of up to ${nameCharactersMax} characters`, "")
    .option(
      "--origin <origin...>",
      "accept the key only from pages of these origins, such as https://hotel.example or " +
        `https://*.hotel.example (at most ${originsMax}; default: any origin)`,
    )
    .addHelpText(
      "after",
      examples("key create --project prj_Zk3x9Qw1Ab --kind secret --name checkout"),
    )
    .action((flags: CreateFlags) => create(flags));
  key
    .command("list")
    .description("List a project's keys. The keys themselves are not stored")
    .requiredOption("--project <id>", "the project")
    .addHelpText("after", examples("key list --project prj_Zk3x9Qw1Ab"))
    .action((flags: CommonFlags & { project: string }) => list(flags));
  key
    .command("set")
    .description("Set the origins of a publishable key. Takes effect with the next request")
    .argument("<key-id>")
    .option("--origin <origin...>", "accept the key only from pages of these origins")
    .option("--any-origin", "accept the key from pages of any origin")
    .addHelpText("after", examples("key set key_4fGh2KqLm8Np0RsT --origin https://hotel.example"))
    .action((keyId: string, flags: SetFlags) => set(keyId, flags));
  key
    .command("revoke")
    .description("Revoke a key. Requests that start afterwards are refused")
    .argument("<key-id>")
    .addHelpText("after", examples("key revoke key_4fGh2KqLm8Np0RsT"))
    .action((keyId: string, flags: CommonFlags) => revoke(keyId, flags));
}

async function create(flags: CreateFlags): Promise<void> {
  const { project: projectId, kind, origin } = flags;
  const name = flags.name || undefined;
  const input = { projectId, kind, name, allowedOrigins: origin };
  const created = await withDeps(flags, (deps) => createKey(deps, operatingSystemUser(), input));
  const where = {
    secret: "Keep it on your server.",
    publishable: "Use it on your pages.",
  };
  answer(flags.json, created, () => [
    created.key,
    `This is the ${created.kind} key ${created.keyId}. It is not shown again. ${where[created.kind]}`,
    ...(created.allowedOrigins ? [`It is accepted from pages of ${originsText(created)}.`] : []),
  ]);
}

async function set(keyId: string, flags: SetFlags): Promise<void> {
  if ((flags.origin !== undefined) === (flags.anyOrigin === true)) {
    throw new UsageError("use either --origin or --any-origin");
  }
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
          ["KEY", "KIND", "SHOWN AS", "STATE", "LAST USED", "ORIGINS", "NAME"],
          keys.map((one) => [
            one.keyId,
            one.kind,
            one.display,
            one.revokedAt ? `revoked ${one.revokedAt}` : "active",
            one.lastUsedAt ?? "never",
            one.kind === "secret" ? "" : originsText(one),
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

function originsText({ allowedOrigins }: Pick<KeySummary, "allowedOrigins">): string {
  return allowedOrigins?.join(", ") ?? "any origin";
}
