/** `booking-risk key create | list | set | revoke` */
import type { Command } from "commander";
import { UsageError } from "../config.ts";
import { createKey, type KeyKind, type KeySummary, keySummary } from "../projects/keys.ts";
import { BadOrigin, originsMax, readOrigins } from "../projects/origins.ts";
import { auditLine } from "../storage/audit.ts";
import { doing } from "./actor.ts";
import { answer, CommandFailed, table } from "./output.ts";
import { type CommonFlags, withStore } from "./with-store.ts";

const nameCharactersMax = 100;

type CreateFlags = CommonFlags & {
  project: string;
  kind: string;
  name: string;
  origin?: string[];
};
type SetFlags = CommonFlags & { origin?: string[]; anyOrigin?: boolean };

export function keyCommands(program: Command): void {
  const key = program.command("key").description("Make, list, set and revoke keys");
  key
    .command("create")
    .description("Make a key and show it, this once")
    .requiredOption("--project <id>")
    .requiredOption("--kind <kind>", "secret | publishable")
    .option("--name <name>", "to tell it from the others", "")
    .option(
      "--origin <origin...>",
      "only pages of these may use it, such as https://hotel.example or https://*.hotel.example " +
        `(at most ${originsMax}; any)`,
    )
    .action((flags: CreateFlags) => create(flags));
  key
    .command("list")
    .description("List a project's keys, without the keys themselves")
    .requiredOption("--project <id>")
    .action((flags: CommonFlags & { project: string }) => list(flags));
  key
    .command("set")
    .description("Say of which origins a publishable key is; holds from the next request on")
    .argument("<key-id>")
    .option("--origin <origin...>", "only pages of these may use it, in the place of those before")
    .option("--any-origin", "pages of any origin may use it")
    .action((id: string, flags: SetFlags) => set(id, flags));
  key
    .command("revoke")
    .description("Revoke a key; no request that starts afterwards is accepted")
    .argument("<key-id>")
    .action((id: string, flags: CommonFlags) => revoke(id, flags));
}

async function create(flags: CreateFlags): Promise<void> {
  const { kind, name, project } = flags;
  if (kind !== "secret" && kind !== "publishable") {
    throw new UsageError("--kind must be secret or publishable");
  }
  if (name.length > nameCharactersMax) {
    throw new UsageError(`--name must have at most ${nameCharactersMax} characters`);
  }
  if (flags.origin && kind === "secret") throw noPageUses();
  const allowedOrigins = flags.origin ? originsOf(flags.origin) : null;
  const at = Date.now();
  const asked = { projectId: project, kind: kind as KeyKind, name, at, allowedOrigins };
  const made = await withStore(flags, (store) =>
    createKey(asked, store, (key) =>
      auditLine(doing(), "key.create", key.id, project, { kind, name, end: key.end }),
    ),
  );
  if (!made) throw noProject(project);
  const where = { secret: "Keep it on your server.", publishable: "It belongs on your pages." };
  answer(flags.json, made, () => [
    `${made.key}`,
    `This is ${kind} key ${made.keyId}. It is not shown again. ${where[kind]}`,
    ...(made.allowedOrigins ? [`Only pages of ${originsText(made)} may use it.`] : []),
  ]);
}

async function set(id: string, flags: SetFlags): Promise<void> {
  if ((flags.origin !== undefined) === (flags.anyOrigin === true)) {
    throw new UsageError("say either --origin or --any-origin");
  }
  const origins = flags.origin ? originsOf(flags.origin) : null;
  const changed = await withStore(flags, async (store) => {
    const key = await store.keys.find(id);
    if (key?.kind === "secret") throw noPageUses();
    const line = auditLine(doing(), "key.origins", id, key?.projectId ?? null, {
      allowedOrigins: origins,
    });
    await store.keys.setAllowedOrigins(id, origins, line);
    return store.keys.find(id);
  });
  if (!changed) throw noKey(id);
  const summary = keySummary(changed);
  answer(flags.json, summary, () => [
    `From now on pages of ${originsText(summary)} may use key ${id} (${summary.display}).`,
  ]);
}

async function list(flags: CommonFlags & { project: string }): Promise<void> {
  const keys = await withStore(flags, async (store) =>
    (await store.projects.find(flags.project)) ? store.keys.list(flags.project) : null,
  );
  if (!keys) throw noProject(flags.project);
  const summaries = keys.map(keySummary);
  answer(flags.json, summaries, () =>
    summaries.length === 0
      ? [`Project ${flags.project} has no key. Make one: booking-risk key create`]
      : table(
          ["KEY", "KIND", "SHOWN AS", "STATE", "LAST USED", "ORIGINS", "NAME"],
          summaries.map((one) => [
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

async function revoke(id: string, flags: CommonFlags): Promise<void> {
  const revoked = await withStore(flags, async (store) => {
    const key = await store.keys.find(id);
    if (!key) return null;
    const { projectId, name, end } = key;
    const line = auditLine(doing(), "key.revoke", id, projectId, { name, end });
    await store.keys.revoke(id, line.at, line);
    return store.keys.find(id);
  });
  if (!revoked) throw noKey(id);
  const summary = keySummary(revoked);
  answer(flags.json, summary, () => [
    `Key ${id} (${summary.display}) is revoked. No request that starts from now on is accepted.`,
  ]);
}

function originsOf(texts: string[]): string[] {
  try {
    return readOrigins(texts);
  } catch (error) {
    if (!(error instanceof BadOrigin)) throw error;
    throw new UsageError(`--origin: ${error.message}`);
  }
}

function originsText({ allowedOrigins }: Pick<KeySummary, "allowedOrigins">): string {
  return allowedOrigins?.join(", ") ?? "any origin";
}

function noPageUses(): UsageError {
  return new UsageError("--origin is for publishable keys: no page may hold a secret key");
}

function noKey(id: string): CommandFailed {
  return new CommandFailed(`there is no key ${id}; see: booking-risk key list`);
}

function noProject(id: string): CommandFailed {
  return new CommandFailed(`there is no project ${id}; see: booking-risk project list`);
}
