/** `booking-risk project create | list | set` */
import type { Command } from "commander";
import { UsageError } from "../config.ts";
import { createProject, projectSummary } from "../projects/projects.ts";
import {
  defaultRiskSetting,
  isRiskSetting,
  type RiskSetting,
  riskSettings,
} from "../projects/risk-setting.ts";
import { auditLine } from "../registry/audit-line.ts";
import { doing } from "./actor.ts";
import { answer, CommandFailed, table } from "./output.ts";
import { type CommonFlags, withStore } from "./with-store.ts";

const nameCharactersMax = 100;

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
    .command("set")
    .description("Change a project's risk setting; it holds from the next request on")
    .argument("<project-id>")
    .requiredOption("--risk-setting <setting>", riskSettings.join(" | "))
    .action((id: string, flags: CommonFlags & { riskSetting: string }) => set(id, flags));
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

async function set(id: string, flags: CommonFlags & { riskSetting: string }): Promise<void> {
  const riskSetting = checkedSetting(flags.riskSetting);
  const changed = await withStore(flags, async (store) => {
    const detail = { riskSetting };
    const line = auditLine(doing(), "project.risk-setting", id, id, detail);
    await store.projects.setRiskSetting(id, riskSetting, line);
    return store.projects.find(id);
  });
  if (!changed)
    throw new CommandFailed(`there is no project ${id}; see: booking-risk project list`);
  const summary = projectSummary(changed);
  answer(flags.json, summary, () => [`Project ${id} now has risk setting ${riskSetting}.`]);
}
