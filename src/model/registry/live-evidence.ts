/** What the live decisions of the last days, which a model scored in shadow mode, say of its promotion. */
import { dayMs } from "../../base/durations.ts";
import { pairedChange, shareOf } from "../../evaluation/replay/interval.ts";
import type { Limits } from "../../evaluation/replay/limits.ts";
import type { RiskSetting } from "../../projects/risk-setting.ts";
import { allowedDenyRateChange } from "../../risk/deny-rate.ts";
import { suggestedActionOf } from "../../risk/score.ts";
import type { ProjectRecord } from "../../storage/port/projects.ts";
import type { ScorePair } from "../../storage/port/shadow-scores.ts";
import type { Store } from "../../storage/port/store.ts";
import type { ModelName } from "./model-name.ts";

/** How many live decisions count, and how many a promotion requires. */
export interface LiveDecisions {
  decisions: number;
  decisionsMin: number;
  /** Older ones do not count. */
  days: number;
}

export interface ShadowDenials {
  /** What speaks against the shadow model: it denies far more, or allows most of what was denied. */
  finding: "deniesMore" | "allowsDenied";
  riskSetting: string;
  /** Live decisions that both models scored, and how many each denied or would have denied. */
  decisions: number;
  served: number;
  shadow: number;
  /** Those that only the shadow model denies, and those that only the active one denied. */
  newly: number;
  noLonger: number;
}

export interface LiveEvidence {
  live: LiveDecisions;
  /** The projects where the model would deny far more than was denied, or allow most of it. */
  denials: (ShadowDenials & { projectId: string })[];
}

/** @param asked `projects`: those that would get the model; `at`: Unix ms. */
export async function liveEvidence(
  { shadowScores }: Pick<Store, "shadowScores">,
  asked: {
    model: ModelName;
    projects: readonly Pick<ProjectRecord, "id" | "riskSetting">[];
    limits: Pick<Limits, "liveDecisionsMin" | "ageDaysMax" | "newlyAllowedMax">;
    at: number;
  },
): Promise<LiveEvidence> {
  const { model, projects, limits, at } = asked;
  const since = at - limits.ageDaysMax * dayMs;
  const found = await Promise.all(
    projects.map(async ({ id, riskSetting }) => {
      const pairs = await shadowScores.pairs(model.name, model.version, id, since);
      const denials = denialsOf(pairs, riskSetting as RiskSetting);
      return { projectId: id, riskSetting, ...denials };
    }),
  );
  return {
    live: {
      decisions: found.reduce((sum, { decisions }) => sum + decisions, 0),
      decisionsMin: limits.liveDecisionsMin,
      days: limits.ageDaysMax,
    },
    denials: found.flatMap((one) => {
      const finding = findingOf(one, limits.newlyAllowedMax);
      return finding === null ? [] : [{ ...one, finding }];
    }),
  };
}

type Denials = Omit<ShadowDenials, "riskSetting" | "finding">;

function denialsOf(pairs: readonly ScorePair[], setting: RiskSetting): Denials {
  const found: Denials = { decisions: 0, served: 0, shadow: 0, newly: 0, noLonger: 0 };
  for (const { served, shadow, count } of pairs) {
    found.decisions += count;
    const [was, is] = [served, shadow].map((one) => suggestedActionOf(one, setting) === "deny");
    if (was) found.served += count;
    if (is) found.shadow += count;
    if (is && !was) found.newly += count;
    if (was && !is) found.noLonger += count;
  }
  return found;
}

/** With fewer live decisions, or fewer denied ones, a few that differ can be chance. */
const comparedMin = 20;

function findingOf(denials: Denials, newlyAllowedMax: number): ShadowDenials["finding"] | null {
  if (deniesFarMore(denials)) return "deniesMore";
  return allowsDenied(denials, newlyAllowedMax) ? "allowsDenied" : null;
}

/** Whether even the lower end of the 95 % interval of the change is above what a replay allows. */
function deniesFarMore({ decisions, served, newly, noLonger }: Denials): boolean {
  if (decisions < comparedMin) return false;
  const { low } = pairedChange({ more: newly, less: noLonger }, decisions);
  return low > allowedDenyRateChange(served / decisions);
}

/**
 * Whether even the lower end of the 95 % interval is above what a replay allows. The deny rate does not show it where
 * as many others are denied instead.
 */
function allowsDenied({ served, noLonger }: Denials, newlyAllowedMax: number): boolean {
  return served >= comparedMin && shareOf(noLonger, served).low! > newlyAllowedMax;
}
