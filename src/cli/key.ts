/** `booking-risk key create | list | revoke` */
import type { Command } from "commander";
import { UsageError } from "../config.ts";
import { createKey, type KeyKind, keySummary } from "../projects/keys.ts";
import { answer, CommandFailed, table } from "./output.ts";
import { type CommonFlags, withStore } from "./with-store.ts";

const nameCharactersMax = 100;

type CreateFlags = CommonFlags & { project: string; kind: string; name: string };

export function keyCommands(program: Command): void {
  const key = program.command("key").description("Make, list and revoke keys");
  key
    .command("create")
    .description("Make a key and show it, this once")
    .requiredOption("--project <id>")
    .requiredOption("--kind <kind>", "secret | publishable")
    .option("--name <name>", "to tell it from the others", "")
    .action((flags: CreateFlags) => create(flags));
  key
    .command("list")
    .description("List a project's keys, without the keys themselves")
    .requiredOption("--project <id>")
    .action((flags: CommonFlags & { project: string }) => list(flags));
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
  const asked = { projectId: project, kind: kind as KeyKind, name, at: Date.now() };
  const made = await withStore(flags, (store) => createKey(asked, store));
  if (!made) throw noProject(project);
  const where = { secret: "Keep it on your server.", publishable: "It belongs on your pages." };
  answer(flags.json, made, () => [
    `${made.key}`,
    `This is ${kind} key ${made.keyId}. It is not shown again. ${where[kind]}`,
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
          ["KEY", "KIND", "SHOWN AS", "STATE", "LAST USED", "NAME"],
          summaries.map((one) => [
            one.keyId,
            one.kind,
            one.display,
            one.revokedAt ? `revoked ${one.revokedAt}` : "active",
            one.lastUsedAt ?? "never",
            one.name,
          ]),
        ),
  );
}

async function revoke(id: string, flags: CommonFlags): Promise<void> {
  const revoked = await withStore(flags, async (store) => {
    await store.keys.revoke(id, Date.now());
    return store.keys.find(id);
  });
  if (!revoked) throw new CommandFailed(`there is no key ${id}; see: booking-risk key list`);
  const summary = keySummary(revoked);
  answer(flags.json, summary, () => [
    `Key ${id} (${summary.display}) is revoked. No request that starts from now on is accepted.`,
  ]);
}

function noProject(id: string): CommandFailed {
  return new CommandFailed(`there is no project ${id}; see: booking-risk project list`);
}
