/** The calibration of models for whoever asks often: each is counted at most every ten minutes, one at a time. */
import { pauseOf } from "../../base/periodic.ts";
import { RecentValues } from "../../base/recent-values.ts";
import type { CalibrationReport } from "./calibration-report.ts";
import { fullName, type ModelName } from "./model-name.ts";
import { projectCalibration } from "./recalibrate.ts";
import type { RegistryDeps } from "./roles.ts";

export interface CalibrationWatch {
  /** @throws DomainError as `projectCalibration` */
  report(asked: { model: ModelName; projectId: string }): Promise<CalibrationReport>;
}

const keptMs = 10 * 60_000;
const keptMax = 100;
/** In which other requests are answered, ms. */
const pauseMs = 5;
const pause = pauseOf(pauseMs);

export function calibrationWatch(deps: RegistryDeps): CalibrationWatch {
  const kept = new RecentValues<{ until: number; report: Promise<CalibrationReport> }>(keptMax);
  let last: Promise<unknown> = Promise.resolve();

  return {
    report(asked) {
      const name = `${asked.projectId} ${fullName(asked.model)}`;
      const known = kept.get(name);
      if (known && known.until > deps.now()) return known.report;
      const report = last.then(() => projectCalibration(deps, asked, pause));
      last = report.catch(() => kept.delete(name));
      kept.set(name, { until: deps.now() + keptMs, report });
      return report;
    },
  };
}
