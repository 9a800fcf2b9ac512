/** `booking-risk model install | list | log | promote | shadow | challenge | rollback | retire | set` */
import { basename, resolve } from "node:path";
import type { Command } from "commander";
import { dataConfig } from "../app/config/data.ts";
import { UsageError } from "../app/config/setting.ts";
import { bundleCheck } from "../app/open.ts";
import { isoTime } from "../base/iso-time.ts";
import { readBundleWithCard } from "../model/bundle-files.ts";
import { install, retire } from "../model/registry/install.ts";
import { fullName, type ModelName, parseModelName } from "../model/registry/model-name.ts";
import {
  forcedPromotions,
  type ModelSummary,
  modelSummary,
} from "../model/registry/model-summary.ts";
import { newFolders } from "../model/registry/new-folders.ts";
import { setOwner } from "../model/registry/owner.ts";
import { promote, rollback } from "../model/registry/promote.ts";
import { promotionProof } from "../model/registry/promotion-proof.ts";
import type { RegistryDeps } from "../model/registry/roles.ts";
import { endShadow, startShadow } from "../model/registry/shadow.ts";
import { getProject } from "../projects/projects.ts";
import { shadowReport } from "../risk/shadow-report.ts";
import { operatingSystemUser } from "./actor.ts";
import { errorMessage } from "./domain-messages.ts";
import { challengeCommand } from "./model-challenge.ts";
import { recalibrateCommand } from "./model-recalibrate.ts";
import { answer, examples, table } from "./output.ts";
import { loosenedText } from "./replay/summary.ts";
import { shadowLines } from "./shadow-lines.ts";
import { withLibrary } from "./with-library.ts";
import { type CommonFlags, withStore } from "./with-store.ts";

type ProjectFlags = CommonFlags & { project?: string };

const ofProject = "--project <id>";

export function registryCommands(model: Command): void {
  libraryCommands(model);
  roleCommands(model);
}

/** What is installed, and whose it is. */
function libraryCommands(model: Command): void {
  model
    .command("install")
    .description("Check a bundle and install it as a candidate")
    .argument("<folder>", "a folder with model.onnx and manifest.json")
    .option(ofProject, "owned by this project; no other project sees it (default: shared by all)")
    .option("--by-folder", "install like a folder copied into <data>/models")
    .addHelpText(
      ...examples("model install ./my-model", "model install ./my-model --project prj_Zk3x9Qw1Ab"),
    )
    .action((folder: string, flags: InstallFlags) => installBundle(folder, flags));
  model
    .command("list")
    .description("List the models of the library: candidate, shadow, challenger, active, retired")
    .addHelpText(...examples("model list"))
    .action((flags: CommonFlags) => list(flags));
  model
    .command("log")
    .description(
      "Show the audit log of the models: installations, promotions, rollbacks, retirements",
    )
    .option("--limit <number>", "how many of the newest entries to show", "50")
    .addHelpText(...examples("model log --limit 10"))
    .action((flags: CommonFlags & { limit: string }) => showLog(flags));
  model
    .command("retire")
    .description("Retire a model. Its files are kept, since decisions refer to it")
    .argument("<name@version>")
    .addHelpText(...examples("model retire mine@1.0.0"))
    .action((text: string, flags: CommonFlags) => retireModel(parseModelName(text), flags));
  model
    .command("set")
    .description(
      "Give a shared model to one project, so that no other project sees it, or share it",
    )
    .argument("<name@version>")
    .option(ofProject, "the project that will own it")
    .option("--shared", "share it with all projects")
    .addHelpText(
      ...examples("model set mine@2.0.0 --project prj_Zk3x9Qw1Ab", "model set mine@2.0.0 --shared"),
    )
    .action((text: string, flags: OwnerFlags) => setModel(parseModelName(text), flags));
}

/** Which model decides, and which scores in shadow mode. */
function roleCommands(model: Command): void {
  model
    .command("promote")
    .description("Make a model the active model of all projects, or of one")
    .argument("<name@version>")
    .option(ofProject, "for this project only")
    .option("--force", "promote even if a check fails; recorded as forced")
    .addHelpText(...examples("model promote mine@2.0.0 --project prj_Zk3x9Qw1Ab"))
    .action((text: string, flags: PromoteFlags) => promoteModel(parseModelName(text), flags));
  model
    .command("shadow")
    .description("Score live traffic with a second model, without affecting responses")
    .argument("<name@version>")
    .option(ofProject, "only for this project")
    .option("--report", "show what it would have changed so far")
    .option("--off", "end shadow mode; the scores are kept")
    .addHelpText(...examples("model shadow mine@2.0.0", "model shadow mine@2.0.0 --report"))
    .action((text: string, flags: ShadowFlags) => shadowModel(parseModelName(text), flags));
  challengeCommand(model);
  recalibrateCommand(model);
  model
    .command("rollback")
    .description("Return to the previously active model")
    .option(ofProject, "for this project only")
    .addHelpText(...examples("model rollback"))
    .action((flags: ProjectFlags) => rollbackModel(flags));
}

/** Null for all projects. @throws DomainError project_not_found */
async function projectIdOf(
  { project }: ProjectFlags,
  { library }: RegistryDeps,
): Promise<string | null> {
  return project === undefined ? null : (await getProject(library.store, project)).id;
}

const where = (projectId: string | null) =>
  projectId === null ? "all projects without a model of their own" : `project ${projectId}`;

async function list(flags: CommonFlags): Promise<void> {
  const check = bundleCheck(dataConfig(flags, process.env));
  await withLibrary(flags, async (deps) => {
    const refused: string[] = [];
    for (const { name, path } of await newFolders(deps.library)) {
      const actor = { name: `models/${name}` };
      try {
        const input = {
          files: await readBundleWithCard(path),
          revive: false,
          ownerProjectId: null,
        };
        await install({ ...deps, check }, actor, input);
      } catch (error) {
        refused.push(`${path}: ${errorMessage(error)}`);
      }
    }
    const { models: stored } = deps.library.store;
    const roles = await stored.roles();
    const models = await Promise.all(
      (await stored.list()).map(async (model) => {
        return modelSummary(model, roles, await forcedPromotions(deps.library.store, model));
      }),
    );
    answer(flags.json, models, () => [
      ...table(
        ["MODEL", "OWNER", "STATE", "WHERE", "SINCE", "FEATURES", "SHA-256"],
        models.map((model) => [
          fullName(model),
          model.ownerProjectId ?? "shared",
          model.state,
          placesOf(model),
          model.active[0]?.since ??
            model.challenging[0]?.since ??
            model.shadow[0]?.since ??
            model.retiredAt ??
            model.installedAt,
          String(model.features),
          model.sha256.slice(0, 12),
        ]),
      ),
      ...refused.map((line) => `refused  ${line}`),
    ]);
  });
}

/** A model may be active for one project and in shadow mode for all others. */
function placesOf({ active, challenging, shadow }: ModelSummary): string {
  const name = (projectId: string | null) => projectId ?? "all projects";
  return [
    ...active.map(({ projectId, forced }) => {
      return `active for ${name(projectId)}${forced ? " (forced)" : ""}`;
    }),
    ...challenging.map(
      ({ projectId, share }) => `challenger for ${share * 100} % of ${name(projectId)}`,
    ),
    ...shadow.map(({ projectId }) => `shadow for ${name(projectId)}`),
  ].join(", ");
}

const logLimitMax = 100_000;

async function showLog(flags: CommonFlags & { limit: string }): Promise<void> {
  const limit = Number(flags.limit);
  if (!(Number.isInteger(limit) && limit > 0 && limit <= logLimitMax)) {
    throw new UsageError(`--limit must be a whole number from 1 to ${logLimitMax}`);
  }
  const entries = (await withStore(flags, (store) => store.audit.list(limit)))
    .filter(({ action }) => action.startsWith("model."))
    .map(({ at, detail, ...entry }) => ({
      at: isoTime(at),
      ...entry,
      detail: JSON.parse(detail) as Record<string, unknown>,
    }));
  answer(flags.json, entries, () =>
    table(
      ["WHEN", "WHO", "WHAT", "MODEL", "PROJECT", "MORE"],
      entries.map(({ at, actor, action, subject, projectId, detail }) => [
        at,
        actor,
        action.slice("model.".length),
        subject,
        projectId ?? "all",
        detailText(detail),
      ]),
    ),
  );
}

function detailText({ forced, first, to, because }: Record<string, unknown>): string {
  if (first) return "the first";
  if (forced) return "forced";
  if (typeof because === "string") return because;
  return typeof to === "string" ? `back to ${to}` : "";
}

type InstallFlags = ProjectFlags & { byFolder?: boolean };

async function installBundle(folder: string, flags: InstallFlags): Promise<void> {
  const files = await readBundleWithCard(resolve(folder));
  const check = bundleCheck(dataConfig(flags, process.env));
  const actor = flags.byFolder ? { name: `models/${basename(folder)}` } : operatingSystemUser();
  const { model, notes, isNew } = await withLibrary(flags, async (deps) => {
    const ownerProjectId = await projectIdOf(flags, deps);
    return install({ ...deps, check }, actor, { files, revive: !flags.byFolder, ownerProjectId });
  });
  const { name, version, sha256, ownerProjectId } = model;
  const of = ownerProjectId === null ? "" : ` --project ${ownerProjectId}`;
  answer(flags.json, { name, version, sha256, ownerProjectId, isNew, notes }, () => [
    `${fullName(model)} ${isNew ? "is installed as a candidate" : "was already installed"}, ` +
      `${ownerText(ownerProjectId)}.`,
    ...notes.map((note) => `note: ${note}`),
    `Replay it on stored decisions:  booking-risk model replay ${fullName(model)}${of}`,
    `Shadow live traffic with it:    booking-risk model shadow ${fullName(model)}${of}`,
  ]);
}

const ownerText = (projectId: string | null) =>
  projectId === null ? "shared by all projects" : `project ${projectId}'s own`;

type PromoteFlags = ProjectFlags & { force?: boolean };

async function promoteModel(model: ModelName, flags: PromoteFlags): Promise<void> {
  const { projectId, changed, forced, loosened } = await withLibrary(flags, async (deps) => {
    const projectId = await projectIdOf(flags, deps);
    const input = { model, projectId, force: flags.force ?? false };
    return { projectId, ...(await promote(deps, operatingSystemUser(), input)) };
  });
  answer(flags.json, { ...model, projectId, changed, forced, loosened }, () => [
    changed
      ? `${fullName(model)} is now active for ${where(projectId)}. A running service loads it ` +
        "within a second; /readyz shows when. To go back: booking-risk model rollback"
      : `${fullName(model)} was already active for ${where(projectId)}.`,
    ...(forced && loosened.length > 0
      ? [`Recorded as forced: its replay passed with looser limits (${loosenedText(loosened)}).`]
      : forced
        ? ["Recorded as forced."]
        : []),
  ]);
}

type ShadowFlags = ProjectFlags & { report?: boolean; off?: boolean };

async function shadowModel(model: ModelName, flags: ShadowFlags): Promise<void> {
  if (flags.report && flags.off) throw new UsageError("use either --report or --off");
  await withLibrary(flags, async (deps) => {
    const projectId = await projectIdOf(flags, deps);
    if (flags.report) {
      const { shadowScores } = deps.library.store;
      const pairs = await shadowScores.pairs(model.name, model.version, projectId);
      const report = shadowReport(pairs);
      const asked = { model, projectId, at: deps.now() };
      const { live } = await promotionProof(deps.library.store, asked);
      answer(flags.json, { ...model, projectId, ...report, live }, () =>
        shadowLines(fullName(model), report, live),
      );
      return;
    }
    const change = flags.off ? endShadow : startShadow;
    await change(deps, operatingSystemUser(), { model, projectId });
    const inShadow = !flags.off;
    answer(flags.json, { ...model, projectId, inShadow }, () => [
      inShadow
        ? `${fullName(model)} is now in shadow mode for ${where(projectId)}. To see what it would ` +
          `change: booking-risk model shadow ${fullName(model)} --report`
        : `${fullName(model)} is no longer in shadow mode for ${where(projectId)}.`,
    ]);
  });
}

async function rollbackModel(flags: ProjectFlags): Promise<void> {
  const { projectId, active } = await withLibrary(flags, async (deps) => {
    const projectId = await projectIdOf(flags, deps);
    return { projectId, active: await rollback(deps, operatingSystemUser(), { projectId }) };
  });
  const { name, version } = active ?? { name: null, version: null };
  answer(flags.json, { name, version, projectId }, () => [
    active
      ? `${fullName(active)} is active again for ${where(projectId)}. A running service loads it ` +
        "within a second."
      : `Project ${projectId} no longer has a model of its own; it follows all projects.`,
  ]);
}

async function retireModel(model: ModelName, flags: CommonFlags): Promise<void> {
  await withLibrary(flags, (deps) => retire(deps, operatingSystemUser(), { model }));
  answer(flags.json, { ...model, state: "retired" }, () => [
    `${fullName(model)} is retired. Its files remain, since decisions name it.`,
  ]);
}

type OwnerFlags = ProjectFlags & { shared?: boolean };

async function setModel(model: ModelName, flags: OwnerFlags): Promise<void> {
  if ((flags.project === undefined) === (flags.shared === undefined)) {
    throw new UsageError("specify who owns the model: either --project or --shared");
  }
  const { ownerProjectId, changed } = await withLibrary(flags, async (deps) => {
    const projectId = await projectIdOf(flags, deps);
    const changed = await setOwner(deps, operatingSystemUser(), { model, projectId });
    return { ownerProjectId: projectId, changed };
  });
  answer(flags.json, { ...model, ownerProjectId, changed }, () => [
    `${fullName(model)} ${changed ? "is now" : "was already"} ${ownerText(ownerProjectId)}.`,
  ]);
}
