/** A project with all of its settings, as `project show` and `project set` print it. */
import { getRetention, type RetentionDays } from "../attempt/telemetry/project-retention.ts";
import { getDecisionRetention } from "../decisions/privacy/project-retention.ts";
import { requiresSecondFactor, secondFactorRule } from "../projects/accounts/second-factor.ts";
import { percentText } from "../projects/base-rate.ts";
import { projectList } from "../projects/choices.ts";
import { getControlGroup, type ShownControlGroup } from "../projects/control-group.ts";
import { getProject, type ProjectSummary, projectSummary } from "../projects/projects.ts";
import type { Store } from "../storage/port/store.ts";
import { counted } from "./output.ts";

export type ShownProject = ProjectSummary & {
  telemetryRetentionDays: RetentionDays;
  decisionRetentionDays: number | null;
  decisionRetentionKeeps: string;
  welcomeAgents: readonly string[];
  kiosks: readonly string[];
  controlGroup: ShownControlGroup;
  requiresSecondFactor: boolean;
};

export async function projectWithSettings(
  projectId: string,
  { store, now }: { store: Store; now: () => number },
): Promise<ShownProject> {
  const project = projectSummary(await getProject(store, projectId));
  const telemetryRetentionDays = await getRetention({ store }, projectId);
  const decisions = await getDecisionRetention({ store }, projectId);
  const welcomeAgents = await projectList({ store }, projectId, "welcomeAgents");
  const kiosks = await projectList({ store }, projectId, "kiosks");
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

export const settingTexts = {
  baseRate: ({ baseRate }: ShownProject) =>
    baseRate === null ? "not set (scores are the model's)" : percentText(baseRate),

  telemetryRetention: ({ telemetryRetentionDays }: ShownProject) =>
    retentionText(telemetryRetentionDays),

  decisionRetention({ decisionRetentionDays, decisionRetentionKeeps }: ShownProject) {
    const kept =
      decisionRetentionKeeps === "nothing"
        ? "; after that nothing is kept of them"
        : "; what training needs is kept for ever";
    return retentionText(decisionRetentionDays) + kept;
  },

  controlGroup({ controlGroup }: ShownProject) {
    const { share, bookingsMax, amountMax, month, used } = controlGroup;
    if (share === 0) return "off";
    const amounts = amountMax
      ? `, ${used.amount} of at most ${amountMax.value} ${amountMax.currency}`
      : "";
    return (
      `${percentText(share)} of denied bookings; in ${month} ${used.bookings} of at most ` +
      `${counted(bookingsMax, "booking")}${amounts}`
    );
  },

  twoFactor: ({ requiresSecondFactor }: ShownProject) =>
    requiresSecondFactor ? "required" : "optional",
} as const;

function retentionText(days: RetentionDays): string {
  if (days === null) return "as long as the service's setting says";
  return days === 0 ? "for ever" : `for ${counted(days, "day")}`;
}
