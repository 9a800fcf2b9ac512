import type { AuditRecord } from "./audit.ts";
import type { ChallengeRecord } from "./challenges.ts";

/** A bundle in the model registry. */
export interface ModelRecord {
  name: string;
  version: string;
  /** Of `model.onnx`. Bundles that differ only in their calibration share it. */
  sha256: string;
  /** Of `model.onnx` and `manifest.json`: unique to the bundle. */
  bundleSha256: string;
  /** Its manifest without the golden rows, JSON. */
  manifest: string;
  installedAt: number;
  retiredAt: number | null;
  /** The only project that may see and use it; null: shared by all. */
  ownerProjectId: string | null;
}

/** A model was made the active one of a project, or of all projects (null). */
export interface PromotionRecord {
  seq: number;
  projectId: string | null;
  name: string;
  version: string;
  actor: string;
  promotedAt: number;
}

/** The shadow model of a project, or of all projects (null). */
export interface ShadowRecord {
  projectId: string | null;
  name: string;
  version: string;
  startedAt: number;
}

/** Which models are in use, and which were before. */
export interface ModelRoles {
  /**
   * Newest first, without promotions that were rolled back, models that are retired, and models
   * that another project owns by now. For each project, and for all projects, the first is the
   * active model and the second the previous one.
   */
  promotions: PromotionRecord[];
  shadows: ShadowRecord[];
  /** Those that have not ended. */
  challenges: ChallengeRecord[];
}

/** Every change writes its audit entry in the same commit. */
export interface ModelStore {
  /** @returns false, and nothing was changed, if that name and version is already installed. */
  add(model: ModelRecord, audit: AuditRecord): Promise<boolean>;
  list(): Promise<ModelRecord[]>;
  find(name: string, version: string): Promise<ModelRecord | null>;
  roles(): Promise<ModelRoles>;
  /**
   * Makes a model the active one. If it was the shadow model there, that ends.
   * @returns whether it was promoted: a retired model is not, and a project's own model never elsewhere.
   */
  promote(promotion: Omit<PromotionRecord, "seq">, audit: AuditRecord): Promise<boolean>;
  /** As `promote`, where no model is active there yet. */
  promoteFirst(promotion: Omit<PromotionRecord, "seq">, audit: AuditRecord): Promise<boolean>;
  /** @returns false, and nothing was changed, if this promotion is no longer the active one. */
  rollback(promotion: PromotionRecord, audit: AuditRecord): Promise<boolean>;
  /**
   * Replaces the shadow model there, if there is one.
   * @returns false, and nothing was changed, where the model is retired or another project's.
   */
  startShadow(shadow: ShadowRecord, audit: AuditRecord): Promise<boolean>;
  /** @returns whether it was the shadow model there. */
  endShadow(shadow: Omit<ShadowRecord, "startedAt">, audit: AuditRecord): Promise<boolean>;
  /**
   * Begins a challenge.
   * @returns false, and nothing was changed, where the project has one already, or the model is retired or another
   *   project's.
   */
  startChallenge(challenge: ChallengeRecord, audit: AuditRecord): Promise<boolean>;
  /** @returns false, and nothing was changed, if it has ended already. */
  endChallenge(
    challenge: Pick<ChallengeRecord, "id" | "endedAt" | "endedBecause">,
    audit: AuditRecord,
  ): Promise<boolean>;
  findChallenge(id: string): Promise<ChallengeRecord | null>;
  /** A project's challenges by a model, newest first. */
  challengesBy(projectId: string, name: string, version: string): Promise<ChallengeRecord[]>;
  /** Retires a model, or makes it a candidate again (null). @returns false if it is in use. */
  retire(
    model: Pick<ModelRecord, "name" | "version" | "retiredAt">,
    audit: AuditRecord,
  ): Promise<boolean>;
  /**
   * Gives a shared model to a project, or shares a project's (null). Its promotions elsewhere no
   * longer count then.
   * @param before the owner so far.
   * @returns false, and nothing was changed, if it is in use elsewhere or has another owner by now.
   */
  setOwner(
    model: Pick<ModelRecord, "name" | "version" | "ownerProjectId">,
    before: string | null,
    audit: AuditRecord,
  ): Promise<boolean>;
  /**
   * @returns a function that reports, at the cost of one small read, whether any of this may have
   *   changed since its last call, whichever process changed it.
   */
  changes(): () => boolean;
}
