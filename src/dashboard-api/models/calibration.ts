/** How a model's probabilities compare with a project's outcomes. */
import { DomainError } from "../../domain-error.ts";
import type { CalibrationReport } from "../../registry/calibration-report.ts";
import type { ModelName } from "../../registry/model-name.ts";
import type { RouteDeps } from "../deps.ts";

export type {
  CalibrationPart,
  CalibrationReport,
  CalibrationSegment,
  WatchedSegment,
} from "../../registry/calibration-report.ts";

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
