/** How a model's probabilities compare with a project's outcomes. */
import { DomainError } from "../../../base/domain-error.ts";
import type { CalibrationReport } from "../../../model/registry/calibration-report.ts";
import type { ModelName } from "../../../model/registry/model-name.ts";
import type { RouteDeps } from "../deps.ts";

export type {
  CalibrationPart,
  CalibrationReport,
  CalibrationSegment,
  WatchedSegment,
} from "../../../model/registry/calibration-report.ts";

export interface ShownCalibration {
  /** Null where it cannot be told yet. */
  report: CalibrationReport | null;
  /** Why not: a sentence. */
  problem: string | null;
}

export async function getCalibration(
  { models }: Pick<RouteDeps, "models">,
  asked: { model: ModelName; projectId: string },
): Promise<ShownCalibration> {
  try {
    return { report: await models.calibrations.report(asked), problem: null };
  } catch (error) {
    if (!(error instanceof DomainError && error.is("not_recalibrated"))) throw error;
    return { report: null, problem: error.details.reason };
  }
}
