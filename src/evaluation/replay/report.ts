/** The report of a replay. */
import { isoTime } from "../../base/iso-time.ts";
import { defaultRiskSetting, type RiskSetting, riskSettings } from "../../projects/risk-setting.ts";
import type { Period } from "../../risk/period.ts";
import type { Prices } from "../money/prices.ts";
import type { Silence } from "../money/silence.ts";
import { figuresOf, type ReplayFigures } from "./figures.ts";
import { type Limits, type LoosenedLimit, loosenedLimits } from "./limits.ts";
import type { Maturity } from "./outcome-known.ts";
import type { Tally } from "./tally.ts";
import { type Verdict, verdictOf } from "./verdict.ts";

export interface ReplayedProject {
  id: string;
  name: string;
  riskSetting: RiskSetting;
  /** How it was told in money what silence means; absent in reports of earlier versions. */
  silence?: Silence["basis"];
}

export interface ReplayReport extends Verdict, ReplayFigures {
  schema: 1;
  candidate: { name: string; version: string; sha256: string };
  /** Null for all projects, which are in `projects`. */
  projectId: string | null;
  projects: ReplayedProject[];
  /** The setting that most of them have. */
  riskSetting: RiskSetting;
  period: { from: string | null; to: string };
  /** When it began: known and mature outcomes are as of this time. */
  asOf: string;
  matureDays: number | null;
  /** Null where no prices were entered: then nothing is told in money. */
  money: (Prices & MoneySource) | null;
  limits: Limits;
  /** The rules that the verdict follows; reports before version 2 have none. */
  rules: typeof replayRules;
  /** The limits that were looser than the defaults. */
  loosened: LoosenedLimit[];
}

/** Where prices and the values of bookings come from. */
export interface MoneySource {
  /** `project`: as saved on its page Money; `flags`: of the command, at least in part. */
  from: "project" | "flags";
  valuesFile: string | null;
  valuesRead: number;
}

/** Counted up where a verdict begins to require more: an older report then proves less. */
export const replayRules = 4;

export interface Question {
  candidate: ReplayReport["candidate"];
  projectId: string | null;
  projects: ReplayedProject[];
  period: Period;
  maturity: Maturity;
  money: ReplayReport["money"];
  limits: Limits;
}

export function reportOf(question: Question, tally: Tally): ReplayReport {
  const { candidate, projectId, projects, period, maturity, money, limits } = question;
  const settings = settingsOf(projects);
  const figures = figuresOf(tally, money, settings[0]!);
  return {
    schema: 1,
    candidate,
    projectId,
    projects,
    riskSetting: settings[0]!,
    period: {
      from: isoTime(period.from),
      to: isoTime(period.to),
    },
    asOf: isoTime(maturity.asOf),
    matureDays: maturity.matureDays,
    ...verdictOf(figures, { settings, limits, asOf: maturity.asOf }),
    ...figures,
    money,
    limits,
    rules: replayRules,
    loosened: loosenedLimits(limits, maturity.matureDays),
  };
}

/** The settings in use, the most common first. */
function settingsOf(projects: readonly ReplayedProject[]): RiskSetting[] {
  const count = (setting: RiskSetting) =>
    projects.filter(({ riskSetting }) => riskSetting === setting).length;
  const used = riskSettings.filter((setting) => count(setting) > 0);
  return used.length === 0 ? [defaultRiskSetting] : used.sort((a, b) => count(b) - count(a));
}
