/** `booking-risk project set`: each setting with the check of its flags, its change, and what is printed of it. */
import type { Command } from "commander";
import { UsageError } from "../app/config/setting.ts";
import { requireRetentionDays, setRetention } from "../attempt/telemetry/project-retention.ts";
import {
  requireDecisionRetentionDays,
  requireKept,
  setDecisionRetention,
} from "../decisions/privacy/project-retention.ts";
import { setEstimatedBaseRate } from "../evaluation/money/base-rate-estimate.ts";
import { modelRates } from "../model/registry/base-rate.ts";
import { setSecondFactorRequired } from "../projects/accounts/second-factor.ts";
import { readBaseRate, setBaseRate } from "../projects/base-rate.ts";
import {
  type ControlGroupSetting,
  getControlGroup,
  setControlGroup,
} from "../projects/control-group.ts";
import { readKiosk, setKiosks } from "../projects/kiosks.ts";
import { getProject, setRiskSetting } from "../projects/projects.ts";
import { isRiskSetting, riskSettings } from "../projects/risk-setting.ts";
import { readAgent, setWelcomeAgents } from "../projects/welcome-agents.ts";
import type { Actor } from "../storage/port/audit.ts";
import type { Store } from "../storage/port/store.ts";
import { operatingSystemUser } from "./actor.ts";
import { answer, examples } from "./output.ts";
import { projectWithSettings, type ShownProject, settingTexts } from "./shown-project.ts";
import { type CommonFlags, withDeps } from "./with-store.ts";

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

export function setCommand(project: Command): void {
  const command = project
    .command("set")
    .description(
      "Change a project's settings: its risk setting, fraud rate, retention, welcome agents, " +
        "kiosks, control group, and whether members need two-factor sign-in",
    )
    .argument("<project-id>");
  addGeneralFlags(command);
  addControlGroupFlags(command);
  command
    .option(
      "--two-factor <rule>",
      "required blocks members without a second factor; optional does not",
    )
    .option(
      "--yes",
      "confirm that older telemetry, or the guests' data of older decisions, is deleted",
    )
    .addHelpText(
      ...examples(
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
}

function addGeneralFlags(command: Command): void {
  command
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
    );
}

function addControlGroupFlags(command: Command): void {
  command
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
    );
}

/** What the flags of one setting ask for. */
interface Change {
  apply(deps: Deps, actor: Actor, projectId: string): Promise<unknown>;
  /** The line that is printed afterwards. */
  line(shown: ShownProject): string;
}

interface Deps {
  store: Store;
  now: () => number;
}

/**
 * In the order in which they are changed: first those that have to be confirmed. Undefined where no flag of the
 * setting is given. @throws UsageError
 */
const settings: readonly ((flags: SetFlags) => Change | undefined)[] = [
  ({ telemetryRetention, yes }) => {
    if (telemetryRetention === undefined) return undefined;
    const days = telemetryRetention === "default" ? null : requireRetentionDays(telemetryRetention);
    const confirmed = yes === true;
    return {
      apply: (deps, actor, projectId) => setRetention(deps, actor, { projectId, days, confirmed }),
      line: (shown) =>
        `Project ${shown.projectId} now stores telemetry ${settingTexts.telemetryRetention(shown)}.`,
    };
  },

  (flags) => {
    const decisions = decisionRetentionFlags(flags);
    if (decisions === undefined) return undefined;
    const confirmed = flags.yes === true;
    return {
      apply: (deps, actor, projectId) =>
        setDecisionRetention(deps, actor, { projectId, ...decisions, confirmed }),
      line: (shown) =>
        `Project ${shown.projectId} now keeps guests' data of decisions ${settingTexts.decisionRetention(shown)}.`,
    };
  },

  ({ baseRate }) => {
    if (baseRate === undefined) return undefined;
    const percent = baseRate === "none" ? null : baseRate;
    if (percent !== null && percent !== estimated) readBaseRate(percent);
    return {
      apply: (deps, actor, projectId) =>
        percent === estimated
          ? setEstimatedBaseRate(withModelRates(deps), actor, { projectId })
          : setBaseRate(deps, actor, { projectId, percent }),
      line: (shown) =>
        `Project ${shown.projectId} now has the fraud rate ${settingTexts.baseRate(shown)}.`,
    };
  },

  (flags) => {
    const required = secondFactorFlag(flags);
    if (required === undefined) return undefined;
    return {
      apply: (deps, actor, projectId) =>
        setSecondFactorRequired(deps, actor, { projectId, required }),
      line: (shown) =>
        `Two-factor sign-in is now ${settingTexts.twoFactor(shown)} in project ${shown.projectId}.`,
    };
  },

  ({ welcomeAgent }) => {
    if (welcomeAgent === undefined) return undefined;
    const agents = welcomeAgent.join() === "none" ? [] : welcomeAgent;
    agents.forEach(readAgent);
    return {
      apply: (deps, actor, projectId) => setWelcomeAgents(deps, actor, { projectId, agents }),
      line: ({ projectId, welcomeAgents }) =>
        `Project ${projectId} now welcomes ${welcomeAgents.join(", ") || "no agent"}.`,
    };
  },

  ({ kiosk }) => {
    if (kiosk === undefined) return undefined;
    const kiosks = kiosk.join() === "none" ? [] : kiosk;
    kiosks.forEach(readKiosk);
    return {
      apply: (deps, actor, projectId) => setKiosks(deps, actor, { projectId, kiosks }),
      line: ({ projectId, kiosks }) =>
        `The kiosks of project ${projectId} are now: ${kiosks.join(", ") || "none"}.`,
    };
  },

  (flags) => {
    const controlGroup = controlGroupFlags(flags);
    if (controlGroup === undefined) return undefined;
    return {
      async apply(deps, actor, projectId) {
        const before = await getControlGroup(deps, projectId);
        await setControlGroup(deps, actor, { projectId, setting: { ...before, ...controlGroup } });
      },
      line: (shown) => `Control group: ${settingTexts.controlGroup(shown)}.`,
    };
  },

  ({ riskSetting }) => {
    if (riskSetting === undefined) return undefined;
    if (!isRiskSetting(riskSetting)) {
      throw new UsageError(`--risk-setting must be one of ${riskSettings.join(", ")}`);
    }
    return {
      apply: (deps, actor, projectId) => setRiskSetting(deps, actor, { projectId, riskSetting }),
      line: ({ projectId }) => `Project ${projectId} now has risk setting ${riskSetting}.`,
    };
  },
];

/** All flags are checked before anything is changed. */
async function set(projectId: string, flags: SetFlags): Promise<void> {
  const changes = settings.flatMap((changeOf) => changeOf(flags) ?? []);
  if (changes.length === 0) {
    throw new UsageError(
      "use --risk-setting, --base-rate, --telemetry-retention, --decision-retention, " +
        "--decision-retention-keeps, --welcome-agent, --kiosk, --control-group, --control-group-bookings, " +
        "--control-group-amount or --two-factor",
    );
  }
  const actor = operatingSystemUser();
  const shown = await withDeps(flags, async (deps) => {
    await getProject(deps.store, projectId);
    for (const { apply } of changes) await apply(deps, actor, projectId);
    return projectWithSettings(projectId, deps);
  });
  answer(flags.json, shown, () => changes.map(({ line }) => line(shown)));
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

/** @throws UsageError */
function secondFactorFlag({ twoFactor }: SetFlags): boolean | undefined {
  if (twoFactor === undefined) return undefined;
  if (twoFactor === "required" || twoFactor === "optional") return twoFactor === "required";
  throw new UsageError("--two-factor must be required or optional");
}

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

/** In place of a percentage: the rate that is estimated now. */
const estimated = "estimated";

const withModelRates = (deps: { store: Store; now: () => number }) => ({
  ...deps,
  modelRate: modelRates(deps.store),
});
