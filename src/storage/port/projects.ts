import type { ProjectAttribute } from "./attributes.ts";
import type { AuditRecord } from "./audit.ts";
import type {
  ControlGroup,
  ControlGroupCount,
  ControlGroupMonth,
  ControlGroupUse,
} from "./control-group.ts";
import type { ReviewRules } from "./reviews.ts";

export interface ProjectRecord {
  id: string;
  name: string;
  riskSetting: string;
  createdAt: number;
  /** From this time on its keys are refused; null while the project is in use. */
  archivedAt: number | null;
  /** Its share of fraud among attempts, to which scores are shifted; null: they are the model's. */
  baseRate: number | null;
}

/** What a project's base rate rests on. */
export interface BaseRateBasis {
  /** `entered` by a person, or accepted as `estimated` from outcomes. */
  kind: "entered" | "estimated";
  /** When it was set, Unix ms. */
  at: number;
  /** Of an estimate: its 95 % interval, and the decisions and frauds that it was made from. */
  low?: number;
  high?: number;
  decisions?: number;
  frauds?: number;
}

/**
 * What is kept of a decision when its retention has ended: what a model is trained with (features,
 * score, level, action and outcome), or nothing.
 */
export const keptOfDecisions = ["training", "nothing"] as const;
export type KeptOfDecisions = (typeof keptOfDecisions)[number];

/** Settings of a project that scoring a request does not need. */
export interface ProjectChoices {
  /** What its bookings earn and what mistakes cost, JSON; null where not set. */
  moneyTerms: string | null;
  /** Days for which its telemetry is retained, 0 for ever; null: the service's default. */
  telemetryRetentionDays: number | null;
  /** Days for which its decisions are whole, 0 for ever; null: the service's default. */
  decisionRetentionDays: number | null;
  /** Null: what training needs. */
  decisionRetentionKeeps: KeptOfDecisions | null;
  /** What its base rate rests on; null where none is set. */
  baseRateBasis: BaseRateBasis | null;
  /** Hosts of the agents whose signed visits it welcomes; null: none. */
  welcomeAgents: readonly string[] | null;
  /** IDs of the devices that are kiosks; null: none. */
  kiosks: readonly string[] | null;
  /** Whether its members need a second factor. */
  requiresSecondFactor: boolean;
  /** Which of its decisions go to review by themselves; null: none. */
  reviewRules: ReviewRules | null;
  /** Null: it never had one. */
  controlGroup: ControlGroup | null;
  /** Columns of its own, the archived ones too; null: it never had one. */
  attributes: readonly ProjectAttribute[] | null;
}

/** Those of the choices that are lists. */
export type ProjectListName = "welcomeAgents" | "kiosks" | "attributes";

/** Choices, and what they replace: whoever has changed that in the meantime loses nothing. */
export interface ReplacedChoices {
  choices: Partial<ProjectChoices>;
  /** Of the same names. */
  before: Partial<ProjectChoices>;
}

/**
 * The setters return whether the project exists. An audit entry is written by the same commit as
 * the change, and only if something was changed.
 */
export interface ProjectStore {
  create(project: ProjectRecord, audit?: AuditRecord): Promise<void>;
  list(): Promise<ProjectRecord[]>;
  find(id: string): Promise<ProjectRecord | null>;
  setRiskSetting(id: string, riskSetting: string, audit?: AuditRecord): Promise<boolean>;
  /** Both null to unset it. It holds for the next request. */
  setBaseRate(
    id: string,
    baseRate: number | null,
    basis: BaseRateBasis | null,
    audit?: AuditRecord,
  ): Promise<boolean>;
  rename(id: string, name: string, audit?: AuditRecord): Promise<boolean>;
  /** Archives the project, or puts it back in use (null). Its keys follow at their next use. */
  setArchived(id: string, archivedAt: number | null, audit?: AuditRecord): Promise<boolean>;
  /** Identifiers of the projects whose members need a second factor. */
  requiringSecondFactor(): Promise<string[]>;
  setRequiresSecondFactor(id: string, required: boolean, audit?: AuditRecord): Promise<boolean>;
  /** Null where the project does not exist. */
  choices(id: string): Promise<ProjectChoices | null>;
  /**
   * Its keys follow at their next use.
   * @returns false, with nothing changed, where the project has made another choice by now, or does not exist.
   */
  replaceChoices(id: string, replaced: ReplacedChoices, audit?: AuditRecord): Promise<boolean>;
  /**
   * Counts one more booking of the control group, unless a limit of the month would be exceeded, by whichever
   * process. The first that would exceed the limit of the amounts ends the month: no other counts, however cheap,
   * until that limit is larger.
   * @returns whether it counted.
   */
  countControlGroup(use: ControlGroupUse): Promise<boolean>;
  controlGroupCount(id: string, of: ControlGroupMonth): Promise<ControlGroupCount>;
  setTelemetryRetention(id: string, days: number | null, audit?: AuditRecord): Promise<boolean>;
}
