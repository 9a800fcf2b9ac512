/** `booking-risk model install | list | log | promote | shadow | rollback | retire` */
import { basename, resolve } from "node:path";
import type { Command } from "commander";
import { bundleCheck, openModels } from "../app.ts";
import { dataConfig, UsageError } from "../config.ts";
import { readBundleWithCard } from "../model/bundle-files.ts";
import { installBuiltIn } from "../registry/built-in.ts";
import { install } from "../registry/install.ts";
import type { Library } from "../registry/library.ts";
import { fullName, type ModelName, parseModelName } from "../registry/model-name.ts";
import type { NewFolder } from "../registry/new-folders.ts";
import { endShadow, promote, retire, rollback, startShadow } from "../registry/roles.ts";
import { shadowReport } from "../risk/shadow-report.ts";
import type { Store } from "../storage/store.ts";
import { doing } from "./actor.ts";
import { listModels } from "./model-list.ts";
import { showLog } from "./model-log.ts";
import { answer } from "./output.ts";
import { shadowLines } from "./shadow-lines.ts";
import { type CommonFlags, projectOf, withStore } from "./with-store.ts";

type ProjectFlags = CommonFlags & { project?: string };

export function registryCommands(model: Command): void {
  const ofProject = "--project <id>";
  model
    .command("install")
    .description("Check a model's bundle and copy it into the library, as a candidate")
    .argument("<folder>", "with model.onnx and manifest.json")
    .option("--by-folder", "as the service does for what is copied into <data>/models")
    .action((folder: string, flags: InstallFlags) => installBundle(folder, flags));
  model
    .command("list")
    .description("List the library: candidate, shadow, active, retired")
    .action((flags: CommonFlags) => list(flags));
  model
    .command("log")
    .description("Who installed, promoted, rolled back and retired what, and when")
    .option("--limit <number>", "the newest so many lines", "50")
    .action((flags: CommonFlags & { limit: string }) => showLog(flags));
  model
    .command("promote")
    .description("Make a model the active one, of all projects or of one")
    .argument("<name@version>")
    .option(ofProject, "for this project alone")
    .option("--force", "without a replay that passed")
    .action((text: string, flags: PromoteFlags) => promoteModel(parseModelName(text), flags));
  model
    .command("shadow")
    .description("Let a model score live traffic beside the active one, without effect")
    .argument("<name@version>")
    .option(ofProject, "the traffic of this project alone; with --report its decisions alone")
    .option("--report", "show what it would have changed so far")
    .option("--off", "end it; its scores are kept")
    .action((text: string, flags: ShadowFlags) => shadowModel(parseModelName(text), flags));
  model
    .command("rollback")
    .description("Go back to the model that was active before")
    .option(ofProject, "for this project alone")
    .action((flags: ProjectFlags) => rollbackModel(flags));
  model
    .command("retire")
    .description("Take a model out of use; its files stay, since decisions name it")
    .argument("<name@version>")
    .action((text: string, flags: CommonFlags) => retireModel(parseModelName(text), flags));
}

/** Opens the library with the built-in model in it, as a service does. */
function inLibrary<Result>(
  flags: CommonFlags,
  work: (library: Library, store: Store) => Promise<Result>,
): Promise<Result> {
  return withStore(flags, async (store) => {
    const library = openModels(dataConfig(flags, process.env), store);
    await installBuiltIn(library, Date.now());
    return work(library, store);
  });
}

/** Null for all. @throws CommandFailed where there is no such project. */
async function projectIn({ project }: ProjectFlags, store: Store): Promise<string | null> {
  return project === undefined ? null : (await projectOf(project, store)).id;
}

const where = (projectId: string | null) =>
  projectId === null ? "all projects without a model of their own" : `project ${projectId}`;

function list(flags: CommonFlags): Promise<void> {
  const check = bundleCheck(dataConfig(flags, process.env));
  return inLibrary(flags, (library) => {
    const bring = async ({ name, path }: NewFolder) => {
      const who = { actor: `models/${name}`, at: Date.now() };
      await install(library, await readBundleWithCard(path), { ...who, check, revive: false });
    };
    return listModels(library, bring, flags);
  });
}

type InstallFlags = CommonFlags & { byFolder?: boolean };

async function installBundle(folder: string, flags: InstallFlags): Promise<void> {
  const files = await readBundleWithCard(resolve(folder));
  const check = bundleCheck(dataConfig(flags, process.env));
  const who = flags.byFolder ? { actor: `models/${basename(folder)}`, at: Date.now() } : doing();
  const installing = { ...who, check, revive: !flags.byFolder };
  const { model, notes, isNew } = await inLibrary(flags, (library) =>
    install(library, files, installing),
  );
  const { name, version, sha256 } = model;
  answer(flags.json, { name, version, sha256, isNew, notes }, () => [
    `${fullName(model)} ${isNew ? "is installed as a candidate" : "was installed before"}.`,
    ...notes.map((note) => `note: ${note}`),
    `Try it on what really happened: booking-risk model replay ${fullName(model)}`,
    `Let it watch live traffic:      booking-risk model shadow ${fullName(model)}`,
  ]);
}

type PromoteFlags = ProjectFlags & { force?: boolean };

async function promoteModel(model: ModelName, flags: PromoteFlags): Promise<void> {
  const { projectId, changed } = await inLibrary(flags, async (library, store) => {
    const projectId = await projectIn(flags, store);
    const promoting = { ...doing(), projectId, force: flags.force ?? false };
    return { projectId, changed: await promote(library, model, promoting) };
  });
  answer(flags.json, { ...model, projectId, changed }, () => [
    changed
      ? `${fullName(model)} is active for ${where(projectId)}. A running service takes it up ` +
        "within a second; /readyz says when. To go back: booking-risk model rollback"
      : `${fullName(model)} was active for ${where(projectId)} already.`,
  ]);
}

type ShadowFlags = ProjectFlags & { report?: boolean; off?: boolean };

async function shadowModel(model: ModelName, flags: ShadowFlags): Promise<void> {
  if (flags.report && flags.off) throw new UsageError("--report and --off exclude each other");
  await inLibrary(flags, async (library, store) => {
    const projectId = await projectIn(flags, store);
    if (flags.report) {
      const pairs = await store.shadowScores.pairs(model.name, model.version, projectId);
      const report = shadowReport(pairs);
      answer(flags.json, { ...model, projectId, ...report }, () =>
        shadowLines(fullName(model), report),
      );
      return;
    }
    if (flags.off) await endShadow(library, model, projectId, doing());
    else await startShadow(library, model, projectId, doing());
    const isInShadow = !flags.off;
    answer(flags.json, { ...model, projectId, inShadow: isInShadow }, () => [
      isInShadow
        ? `${fullName(model)} scores in the shadow for ${where(projectId)}. See what it would ` +
          `change: booking-risk model shadow ${fullName(model)} --report`
        : `${fullName(model)} is no longer in the shadow for ${where(projectId)}.`,
    ]);
  });
}

async function rollbackModel(flags: ProjectFlags): Promise<void> {
  const { projectId, active } = await inLibrary(flags, async (library, store) => {
    const projectId = await projectIn(flags, store);
    return { projectId, active: await rollback(library, projectId, doing()) };
  });
  const { name, version } = active ?? { name: null, version: null };
  answer(flags.json, { name, version, projectId }, () => [
    active
      ? `${fullName(active)} is active again for ${where(projectId)}. A running service takes it ` +
        "up within a second."
      : `Project ${projectId} has no model of its own any more; it goes with all projects.`,
  ]);
}

async function retireModel(model: ModelName, flags: CommonFlags): Promise<void> {
  await inLibrary(flags, (library) => retire(library, model, doing()));
  answer(flags.json, { ...model, state: "retired" }, () => [
    `${fullName(model)} is retired. Its files stay, since decisions name it.`,
  ]);
}
