/** `booking-risk project create | list | show | set | attribute | money` */
import type { Command } from "commander";
import { nameCharactersMax } from "../projects/name.ts";
import { createProject, projectSummary } from "../projects/projects.ts";
import { defaultRiskSetting, riskSettings } from "../projects/risk-setting.ts";
import { operatingSystemUser } from "./actor.ts";
import { attributeCommands } from "./attribute.ts";
import { moneyCommands } from "./money.ts";
import { answer, examples, table } from "./output.ts";
import { setCommand } from "./project-settings.ts";
import { projectWithSettings, settingTexts } from "./shown-project.ts";
import { type CommonFlags, withDeps, withStore } from "./with-store.ts";

export function projectCommands(program: Command): void {
  const project = program.command("project").description("Create, list and configure projects");
  project
    .command("create")
    .description("Create a project. Then create its keys with `key create`")
    .argument("<name>", `1 to ${nameCharactersMax} characters`)
    .option("--risk-setting <setting>", riskSettings.join(" | "), defaultRiskSetting)
    .addHelpText(...examples('project create "Hotel Avenida" --risk-setting balanced'))
    .action((name: string, flags: CommonFlags & { riskSetting: string }) => create(name, flags));
  project
    .command("list")
    .description("List the projects")
    .addHelpText(...examples("project list --json"))
    .action((flags: CommonFlags) => list(flags));
  project
    .command("show")
    .description("Show a project and its settings")
    .argument("<project-id>")
    .addHelpText(...examples("project show prj_Zk3x9Qw1Ab"))
    .action((projectId: string, flags: CommonFlags) => show(projectId, flags));
  setCommand(project);
  attributeCommands(project);
  moneyCommands(project);
}

async function create(name: string, flags: CommonFlags & { riskSetting: string }): Promise<void> {
  const input = { name, riskSetting: flags.riskSetting };
  const {
    archivedAt: _,
    baseRate: __,
    ...created
  } = await withDeps(flags, (deps) => createProject(deps, operatingSystemUser(), input), {
    creates: true,
  });
  answer(flags.json, created, () => [
    `Created project ${created.projectId} "${created.name}" with risk setting ${created.riskSetting}.`,
    "Decisions keep guests' data for ever until you set a retention, which the GDPR requires: " +
      `booking-risk project set ${created.projectId} --decision-retention DAYS`,
    `Next: booking-risk key create --project ${created.projectId} --kind secret`,
  ]);
}

async function list(flags: CommonFlags): Promise<void> {
  const projects = await withStore(flags, (store) => store.projects.list());
  const summaries = projects.map(projectSummary);
  answer(flags.json, summaries, () =>
    summaries.length === 0
      ? ["There are no projects yet. Create one: booking-risk project create NAME"]
      : table(
          ["PROJECT", "RISK SETTING", "CREATED", "NAME"],
          summaries.map((one) => [one.projectId, one.riskSetting, one.createdAt, one.name]),
        ),
  );
}

async function show(projectId: string, flags: CommonFlags): Promise<void> {
  const shown = await withDeps(flags, (deps) => projectWithSettings(projectId, deps));
  answer(flags.json, shown, () => [
    `${shown.projectId}  ${shown.name}`,
    `Created: ${shown.createdAt}`,
    ...(shown.archivedAt ? [`Archived: ${shown.archivedAt}`] : []),
    `Risk setting: ${shown.riskSetting}`,
    `Fraud rate: ${settingTexts.baseRate(shown)}`,
    `Telemetry is stored: ${settingTexts.telemetryRetention(shown)}`,
    `Decisions keep guests' data: ${settingTexts.decisionRetention(shown)}`,
    `Welcome agents: ${shown.welcomeAgents.join(", ") || "none"}`,
    `Kiosks: ${shown.kiosks.join(", ") || "none"}`,
    `Control group: ${settingTexts.controlGroup(shown)}`,
    `Two-factor sign-in: ${settingTexts.twoFactor(shown)}`,
  ]);
}
