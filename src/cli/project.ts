/** `booking-risk project create | list | show | set | attribute | money` */
import type { Command } from "commander";
import {
  requiresSecondFactor,
  secondFactorRule,
  setSecondFactorRequired,
} from "../accounts/second-factor.ts";
import { UsageError } from "../config/setting.ts";
import { setEstimatedBaseRate } from "../decisions/base-rate-estimate.ts";
import {
  getDecisionRetention,
  requireDecisionRetentionDays,
  requireKept,
  setDecisionRetention,
} from "../privacy/project-retention.ts";
import { percentText, readBaseRate, setBaseRate } from "../projects/base-rate.ts";
import {
  type ControlGroupSetting,
  getControlGroup,
  type ShownControlGroup,
  setControlGroup,
} from "../projects/control-group.ts";
import { nameCharactersMax } from "../projects/name.ts";
import {
  createProject,
  getProject,
  type ProjectSummary,
  projectSummary,
  setRiskSetting,
} from "../projects/projects.ts";
import { defaultRiskSetting, isRiskSetting, riskSettings } from "../projects/risk-setting.ts";
import { getWelcomeAgents, readAgent, setWelcomeAgents } from "../projects/welcome-agents.ts";
import { modelRates } from "../registry/base-rate.ts";
import type { Store } from "../storage/store.ts";
import { getKiosks, readKiosk, setKiosks } from "../telemetry/kiosks.ts";
import {
  getRetention,
  type RetentionDays,
  requireRetentionDays,
  setRetention,
} from "../telemetry/project-retention.ts";
import { operatingSystemUser } from "./actor.ts";
import { attributeCommands } from "./attribute.ts";
import { moneyCommands } from "./money.ts";
import { answer, counted, examples, table } from "./output.ts";
import { type CommonFlags, withDeps, withStore } from "./with-store.ts";

type SetFlags = CommonFlags & {
  riskSetting?: string;
  baseRate?: string;
  telemetryRetention?: string;
  decisionRetention?: string;
  decisionRetentionKeeps?: string;
  welcomeAgent?: string[];
  kiosk?: string[];
  controlGroup?: string;
  controlGroupBookings?: string;
  controlGroupAmount?: string;
  twoFactor?: string;
  yes?: boolean;
};

export function projectCommands(program: Command): void {
  const project = program.command("project").description("Create, list and configure projects");
  project
    .command("create")
    .description("Create a project. Then create its keys with `key create`")
    .argument("<name>", `1 to ${nameCharactersMax} characters`)
    .option("--risk-setting <setting>", riskSettings.join(" | "), defaultRiskSetting)
    .addHelpText("after", examples('project create "Hotel Avenida" --risk-setting balanced'))
    .action((name: string, flags: CommonFlags & { riskSetting: string }) => create(name, flags));
  project
    .command("list")
    .description("List the projects")
    .addHelpText("after", examples("project list --json"))
    .action((flags: CommonFlags) => list(flags));
  project
    .command("show")
    .description("Show a project and its settings")
    .argument("<project-id>")
    .addHelpText("after", examples("project show prj_Zk3x9Qw1Ab"))
    .action((projectId: string, flags: CommonFlags) => show(projectId, flags));
  project
    .command("set")
    .description(
      "Change a project's settings: its risk setting, fraud rate, retention, welcome agents, " +
        "kiosks, control group, and whether members need two-factor sign-in",
    )
    .argument("<project-id>")
    .option(
      "--risk-setting <setting>",
      `${riskSettings.join(" | ")}; takes effect with the next request`,
    )
    .option(
      "--base-rate <percent>",
      "the project's own fraud rate, such as 0.4, to which scores are adjusted; estimated: " +
        "from its outcomes; none: the model's",
    )
    .option(
      "--telemetry-retention <days>",
      "days to store telemetry; 0: for ever; default: the service's setting",
    )
    .option(
      "--decision-retention <days>",
      "days for which decisions keep the guest's data, 31 or more; 0: for ever; default: the " +
        "service's setting",
    )
    .option(
      "--decision-retention-keeps <what>",
      "what to keep of a decision after that: training (features, score, action, outcome) or nothing",
    )
    .option(
      "--welcome-agent <host...>",
      "the agents whose signed visits are welcome, such as assistant.example; none: no agent",
    )
    .option(
      "--kiosk <device-id...>",
      "the devices on which one guest after another books, such as dev_123456789012: they are not " +
        "compared by device and address; none: no device",
    )
    .option(
      "--control-group <percent>",
      "of the bookings that the model denies, the share that is let through at random to measure what was denied, " +
        "such as 1; at most 5; 0: none",
    )
    .option(
      "--control-group-bookings <number>",
      "at most so many bookings of the control group in a calendar month",
    )
    .option(
      "--control-group-amount <amount>",
      "at most this sum of their amounts in a calendar month, such as 5000EUR; none: no limit",
    )
    .option(
      "--two-factor <rule>",
      "required blocks members without a second factor; optional does not",
    )
    .option(
      "--yes",
      "confirm that older telemetry, or the guests' data of older decisions, is deleted",
    )
    .addHelpText(
      "after",
      examples(
        "project set prj_Zk3x9Qw1Ab --risk-setting maximizeProtection",
        "project set prj_Zk3x9Qw1Ab --base-rate 0.4",
        "project set prj_Zk3x9Qw1Ab --telemetry-retention 30 --yes",
        "project set prj_Zk3x9Qw1Ab --decision-retention 395 --yes",
        "project set prj_Zk3x9Qw1Ab --welcome-agent assistant.example other.example",
        "project set prj_Zk3x9Qw1Ab --kiosk dev_123456789012",
        "project set prj_Zk3x9Qw1Ab --control-group 1 --control-group-bookings 50 --control-group-amount 5000EUR",
        "project set prj_Zk3x9Qw1Ab --two-factor required",
      ),
    )
    .action((projectId: string, flags: SetFlags) => set(projectId, flags));
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
  const shown = await withDeps(flags, (deps) => projectWithChoices(projectId, deps));
  answer(flags.json, shown, () => [
    `${shown.projectId}  ${shown.name}`,
    `Created: ${shown.createdAt}`,
    ...(shown.archivedAt ? [`Archived: ${shown.archivedAt}`] : []),
    `Risk setting: ${shown.riskSetting}`,
    `Fraud rate: ${baseRateText(shown.baseRate)}`,
    `Telemetry is stored: ${retentionText(shown.telemetryRetentionDays)}`,
    `Decisions keep guests' data: ${decisionsText(shown)}`,
    `Welcome agents: ${shown.welcomeAgents.join(", ") || "none"}`,
    `Kiosks: ${shown.kiosks.join(", ") || "none"}`,
    `Control group: ${controlGroupText(shown.controlGroup)}`,
    `Two-factor sign-in: ${secondFactorText(shown)}`,
  ]);
}

async function set(projectId: string, flags: SetFlags): Promise<void> {
  const { riskSetting, baseRate, telemetryRetention, welcomeAgent, kiosk } = flags;
  const decisions = decisionRetentionFlags(flags);
  const required = secondFactorFlag(flags);
  const controlGroup = controlGroupFlags(flags);
  const others = [telemetryRetention, welcomeAgent, kiosk, decisions, controlGroup, required];
  if ([riskSetting, baseRate, ...others].every((one) => one === undefined)) {
    throw new UsageError(
      "use --risk-setting, --base-rate, --telemetry-retention, --decision-retention, " +
        "--decision-retention-keeps, --welcome-agent, --kiosk, --control-group, --control-group-bookings, " +
        "--control-group-amount or --two-factor",
    );
  }
  const agents = welcomeAgent?.join() === "none" ? [] : welcomeAgent;
  agents?.forEach(readAgent);
  const kiosks = kiosk?.join() === "none" ? [] : kiosk;
  kiosks?.forEach(readKiosk);
  // All are checked before any is changed.
  if (riskSetting !== undefined && !isRiskSetting(riskSetting)) {
    throw new UsageError(`--risk-setting must be one of ${riskSettings.join(", ")}`);
  }
  const percent = baseRate === "none" ? null : baseRate;
  if (typeof percent === "string" && percent !== estimated) readBaseRate(percent);
  const days = telemetryRetention === "default" ? null : telemetryRetention;
  const retention = days === undefined || days === null ? days : requireRetentionDays(days);
  const actor = operatingSystemUser();
  const shown = await withDeps(flags, async (deps) => {
    await getProject(deps.store, projectId);
    if (retention !== undefined) {
      const confirmed = flags.yes === true;
      await setRetention(deps, actor, { projectId, days: retention, confirmed });
    }
    if (decisions) {
      const confirmed = flags.yes === true;
      await setDecisionRetention(deps, actor, { projectId, ...decisions, confirmed });
    }
    if (percent === estimated) {
      await setEstimatedBaseRate(withModelRates(deps), actor, { projectId });
    } else if (percent !== undefined) await setBaseRate(deps, actor, { projectId, percent });
    if (required !== undefined) {
      await setSecondFactorRequired(deps, actor, { projectId, required });
    }
    if (agents) await setWelcomeAgents(deps, actor, { projectId, agents });
    if (kiosks) await setKiosks(deps, actor, { projectId, kiosks });
    if (controlGroup) {
      const before = await getControlGroup(deps, projectId);
      await setControlGroup(deps, actor, { projectId, setting: { ...before, ...controlGroup } });
    }
    if (riskSetting) await setRiskSetting(deps, actor, { projectId, riskSetting });
    return projectWithChoices(projectId, deps);
  });
  answer(flags.json, shown, () => [
    ...(riskSetting ? [`Project ${projectId} now has risk setting ${riskSetting}.`] : []),
    ...(percent === undefined
      ? []
      : [`Project ${projectId} now has the fraud rate ${baseRateText(shown.baseRate)}.`]),
    ...(retention === undefined
      ? []
      : [`Project ${projectId} now stores telemetry ${retentionText(retention)}.`]),
    ...(decisions
      ? [`Project ${projectId} now keeps guests' data of decisions ${decisionsText(shown)}.`]
      : []),
    ...(agents === undefined
      ? []
      : [`Project ${projectId} now welcomes ${shown.welcomeAgents.join(", ") || "no agent"}.`]),
    ...(kiosks === undefined
      ? []
      : [`The kiosks of project ${projectId} are now: ${shown.kiosks.join(", ") || "none"}.`]),
    ...(controlGroup ? [`Control group: ${controlGroupText(shown.controlGroup)}.`] : []),
    ...(required === undefined
      ? []
      : [`Two-factor sign-in is now ${secondFactorText(shown)} in project ${projectId}.`]),
  ]);
}

/** Undefined where none of them is given. @throws UsageError */
function controlGroupFlags(flags: SetFlags): Partial<ControlGroupSetting> | undefined {
  const { controlGroup: percent, controlGroupBookings, controlGroupAmount: amount } = flags;
  if ((percent ?? controlGroupBookings ?? amount) === undefined) return undefined;
  if (percent !== undefined && !/^\d(\.\d{1,4})?$/.test(percent)) {
    throw new UsageError("--control-group must be a percentage from 0 to 5, such as 0.5");
  }
  if (controlGroupBookings !== undefined && !/^\d{1,6}$/.test(controlGroupBookings)) {
    throw new UsageError("--control-group-bookings must be a whole number");
  }
  const [, value, currency] = /^(\d{1,10}(?:\.\d{1,2})?) ?([A-Z]{3})$/.exec(amount ?? "") ?? [];
  if (amount !== undefined && amount !== "none" && value === undefined) {
    throw new UsageError("--control-group-amount must be an amount such as 5000EUR, or none");
  }
  const amountMax = amount === "none" ? null : { value: Number(value), currency: currency! };
  return {
    ...(percent !== undefined && { share: Number((Number(percent) / 100).toPrecision(12)) }),
    ...(controlGroupBookings !== undefined && { bookingsMax: Number(controlGroupBookings) }),
    ...(amount !== undefined && { amountMax }),
  };
}

function controlGroupText({ share, bookingsMax, amountMax, month, used }: ShownControlGroup) {
  if (share === 0) return "off";
  const amounts = amountMax
    ? `, ${used.amount} of at most ${amountMax.value} ${amountMax.currency}`
    : "";
  return (
    `${percentText(share)} of denied bookings; in ${month} ${used.bookings} of at most ` +
    `${counted(bookingsMax, "booking")}${amounts}`
  );
}

/** @throws UsageError */
function secondFactorFlag({ twoFactor }: SetFlags): boolean | undefined {
  if (twoFactor === undefined) return undefined;
  if (twoFactor === "required" || twoFactor === "optional") return twoFactor === "required";
  throw new UsageError("--two-factor must be required or optional");
}

const secondFactorText = ({ requiresSecondFactor }: ShownProject) =>
  requiresSecondFactor ? "required" : "optional";

/** Undefined where neither is given; `days` null for the service's setting. */
function decisionRetentionFlags({ decisionRetention, decisionRetentionKeeps }: SetFlags) {
  if ((decisionRetention ?? decisionRetentionKeeps) === undefined) return undefined;
  const keeps =
    decisionRetentionKeeps === undefined ? undefined : requireKept(decisionRetentionKeeps);
  if (decisionRetention === undefined) return { keeps };
  const days =
    decisionRetention === "default" ? null : requireDecisionRetentionDays(decisionRetention);
  return { keeps, days };
}

function decisionsText({ decisionRetentionDays, decisionRetentionKeeps }: ShownProject): string {
  const kept =
    decisionRetentionKeeps === "nothing"
      ? "; after that nothing is kept of them"
      : "; what training needs is kept for ever";
  return retentionText(decisionRetentionDays) + kept;
}

/** In place of a percentage: the rate that is estimated now. */
const estimated = "estimated";

const withModelRates = (deps: { store: Store; now: () => number }) => ({
  ...deps,
  modelRate: modelRates(deps.store),
});

type ShownProject = ProjectSummary & {
  telemetryRetentionDays: RetentionDays;
  decisionRetentionDays: number | null;
  decisionRetentionKeeps: string;
  welcomeAgents: readonly string[];
  kiosks: readonly string[];
  controlGroup: ShownControlGroup;
  requiresSecondFactor: boolean;
};

async function projectWithChoices(
  projectId: string,
  { store, now }: { store: Store; now: () => number },
): Promise<ShownProject> {
  const project = projectSummary(await getProject(store, projectId));
  const telemetryRetentionDays = await getRetention({ store }, projectId);
  const decisions = await getDecisionRetention({ store }, projectId);
  const welcomeAgents = await getWelcomeAgents({ store }, projectId);
  const kiosks = await getKiosks({ store }, projectId);
  const rule = await secondFactorRule(store, false);
  return {
    ...project,
    telemetryRetentionDays,
    decisionRetentionDays: decisions.days,
    decisionRetentionKeeps: decisions.keeps,
    welcomeAgents,
    kiosks,
    controlGroup: await getControlGroup({ store, now }, projectId),
    requiresSecondFactor: requiresSecondFactor(rule, projectId),
  };
}

function baseRateText(baseRate: number | null): string {
  return baseRate === null ? "not set (scores are the model's)" : percentText(baseRate);
}

function retentionText(days: RetentionDays): string {
  if (days === null) return "as long as the service's setting says";
  return days === 0 ? "for ever" : `for ${counted(days, "day")}`;
}
