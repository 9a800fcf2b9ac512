/** `booking-risk project create | list | show | set` */
import type { Command } from "commander";
import { UsageError } from "../config.ts";
import { createProject, projectSummary } from "../projects/projects.ts";
import {
  defaultRiskSetting,
  isRiskSetting,
  type RiskSetting,
  riskSettings,
} from "../projects/risk-setting.ts";
import { auditLine } from "../storage/audit.ts";
import type { Store } from "../storage/store.ts";
import { doing } from "./actor.ts";
import { answer, table } from "./output.ts";
import { keptText, retentionAsked, setRetention } from "./project-retention.ts";
import { type CommonFlags, projectOf, withStore } from "./with-store.ts";

const nameCharactersMax = 100;

type SetFlags = CommonFlags & { riskSetting?: string; telemetryRetention?: string; yes?: boolean };

export function projectCommands(program: Command): void {
  const project = program.command("project").description("Make and set projects");
  project
    .command("create")
    .description("Make a project; its keys come with `key create`")
    .argument("<name>", `what people call it, 1 to ${nameCharactersMax} characters`)
    .option("--risk-setting <setting>", riskSettings.join(" | "), defaultRiskSetting)
    .action((name: string, flags: CommonFlags & { riskSetting: string }) => create(name, flags));
  project
    .command("list")
    .description("List the projects")
    .action((flags: CommonFlags) => list(flags));
  project
    .command("show")
    .description("Show what is set in a project")
    .argument("<project-id>")
    .action((id: string, flags: CommonFlags) => show(id, flags));
  project
    .command("set")
    .description("Change a project's risk setting, or how long its telemetry is kept")
    .argument("<project-id>")
    .option(
      "--risk-setting <setting>",
      `${riskSettings.join(" | ")}; holds from the next request on`,
    )
    .option(
      "--telemetry-retention <days>",
      "how long telemetry is kept, 0 for ever; default: as long as the service says",
    )
    .option("--yes", "delete what is older than the retention then allows")
    .action((id: string, flags: SetFlags) => set(id, flags));
}

function checkedSetting(setting: string): RiskSetting {
  if (isRiskSetting(setting)) return setting;
  throw new UsageError(`--risk-setting must be one of ${riskSettings.join(", ")}`);
}

async function create(name: string, flags: CommonFlags & { riskSetting: string }): Promise<void> {
  const riskSetting = checkedSetting(flags.riskSetting);
  const trimmed = name.trim();
  if (trimmed === "" || trimmed.length > nameCharactersMax) {
    throw new UsageError(`the name must have 1 to ${nameCharactersMax} characters`);
  }
  const { archivedAt: _, ...made } = await withStore(flags, (store) =>
    createProject({ name: trimmed, riskSetting, at: Date.now() }, store, (id) =>
      auditLine(doing(), "project.create", id, id, { riskSetting }),
    ),
  );
  answer(flags.json, made, () => [
    `Project ${made.projectId} "${made.name}" is made, with risk setting ${made.riskSetting}.`,
    `Next: booking-risk key create --project ${made.projectId} --kind secret`,
  ]);
}

async function list(flags: CommonFlags): Promise<void> {
  const projects = await withStore(flags, (store) => store.projects.list());
  const summaries = projects.map(projectSummary);
  answer(flags.json, summaries, () =>
    summaries.length === 0
      ? ["There is no project yet. Make one: booking-risk project create NAME"]
      : table(
          ["PROJECT", "RISK SETTING", "CREATED", "NAME"],
          summaries.map((one) => [one.projectId, one.riskSetting, one.createdAt, one.name]),
        ),
  );
}

async function show(id: string, flags: CommonFlags): Promise<void> {
  const shown = await withStore(flags, (store) => shownProject(id, store));
  answer(flags.json, shown, () => linesOf(shown));
}

async function set(id: string, flags: SetFlags): Promise<void> {
  if ((flags.riskSetting ?? flags.telemetryRetention) === undefined) {
    throw new UsageError("say --risk-setting or --telemetry-retention");
  }
  const riskSetting = flags.riskSetting === undefined ? null : checkedSetting(flags.riskSetting);
  const retention = retentionAsked(flags.telemetryRetention);
  const shown = await withStore(flags, async (store) => {
    await projectOf(id, store);
    if (retention) await setRetention(id, { ...retention, agreed: flags.yes === true }, store);
    if (riskSetting) {
      const line = auditLine(doing(), "project.risk-setting", id, id, { riskSetting });
      await store.projects.setRiskSetting(id, riskSetting, line);
    }
    return shownProject(id, store);
  });
  answer(flags.json, shown, () => [
    ...(riskSetting ? [`Project ${id} now has risk setting ${riskSetting}.`] : []),
    ...(retention ? [`Project ${id} now keeps telemetry ${keptText(retention.days)}.`] : []),
  ]);
}

type Shown = ReturnType<typeof projectSummary> & { telemetryRetentionDays: number | null };

async function shownProject(id: string, store: Store): Promise<Shown> {
  const project = projectSummary(await projectOf(id, store));
  const choices = await store.projects.choices(id);
  return { ...project, telemetryRetentionDays: choices?.telemetryRetentionDays ?? null };
}

function linesOf(shown: Shown): string[] {
  return [
    `${shown.projectId}  ${shown.name}`,
    `Made: ${shown.createdAt}`,
    ...(shown.archivedAt ? [`Archived: ${shown.archivedAt}`] : []),
    `Risk setting: ${shown.riskSetting}`,
    `Telemetry is kept: ${keptText(shown.telemetryRetentionDays)}`,
  ];
}
