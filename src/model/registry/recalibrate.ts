/** A model recalibrated on a project's outcomes: another version of it, which is promoted like any model. */
import { DomainError } from "../../base/domain-error.ts";
import { getProject } from "../../projects/projects.ts";
import { odds } from "../../risk/base-rate.ts";
import { delayMissingText } from "../../risk/outcomes/reporting-delay.ts";
import type { Actor } from "../../storage/port/audit.ts";
import type { ModelRecord } from "../../storage/port/models.ts";
import type { ProjectRecord } from "../../storage/port/projects.ts";
import type { BundleFiles } from "../bundle-files.ts";
import { type Manifest, parseManifest } from "../manifest.ts";
import { recalibratedManifest } from "../recalibrate.ts";
import { statedBaseRate } from "./base-rate.ts";
import { type CalibrationReport, calibrationReport } from "./calibration-report.ts";
import { type InstallDeps, type Installed, install } from "./install.ts";
import { fullName, type ModelName } from "./model-name.ts";
import { getModelFor, type RegistryDeps } from "./roles.ts";

interface Asked {
  model: ModelName;
  projectId: string;
}

/**
 * How the model's probabilities compare with the project's outcomes.
 * @throws DomainError project_not_found, model_not_found; not_recalibrated where the delay of reports is not known
 */
export async function projectCalibration(
  { library, now }: RegistryDeps,
  { model, projectId }: Asked,
  pause?: () => Promise<void>,
): Promise<CalibrationReport> {
  const { store } = library;
  const { baseRate: projectBaseRate } = await getProject(store, projectId);
  const record = await getModelFor(library, model, projectId);
  const { name, version } = record;
  const asked = { projectId, projectBaseRate };
  const report = await calibrationReport(
    { ...asked, model: { name, version, baseRate: statedBaseRate(record) } },
    { store, now, ...(pause && { pause }) },
  );
  if (!("missing" in report)) return report;
  throw new DomainError("not_recalibrated", {
    model: fullName(record),
    reason: delayMissingText(report),
  });
}

/**
 * Installs the model with the calibration that is proposed, as a candidate that the project owns.
 * @throws DomainError as `projectCalibration` and `install`; not_recalibrated where none is proposed
 */
export async function installRecalibrated(
  deps: InstallDeps,
  actor: Actor,
  asked: Asked,
): Promise<Installed & { report: CalibrationReport }> {
  const { library } = deps;
  const { projectId } = asked;
  const report = await projectCalibration(deps, asked);
  const record = await getModelFor(library, asked.model, projectId);
  if (!report.proposal) {
    const reason = "Its probabilities differ from the outcomes by no more than chance explains.";
    throw new DomainError("not_recalibrated", { model: fullName(record), reason });
  }
  const project = await getProject(library.store, projectId);
  const given = await library.filesOf(record);
  const version = await freeVersion(deps, record);
  const manifest = manifestOf(parseManifest(given.manifest), { project, report, version });
  const card = await library.cardOf(record);
  const files: BundleFiles = {
    model: given.model,
    manifest: JSON.stringify({ ...manifest, createdAt: new Date(deps.now()).toISOString() }),
    card: card === null ? null : new TextEncoder().encode(card),
  };
  const installed = await install(deps, actor, { files, revive: false, ownerProjectId: projectId });
  return { ...installed, report };
}

function manifestOf(
  given: Manifest,
  {
    project,
    report,
    version,
  }: { project: Pick<ProjectRecord, "baseRate">; report: CalibrationReport; version: string },
): Manifest {
  const { slope, shift } = report.proposal!;
  const rates = [project.baseRate, given.baseRate ?? null] as const;
  // The outcomes were compared with the probabilities at the project's rate.
  const atRate = rates[0] && rates[1] ? Math.log(odds(rates[0]) / odds(rates[1])) : 0;
  const moved = recalibratedManifest(given, { slope, shift: shift + slope * atRate });
  const baseRate = project.baseRate ?? digits(report.baseRate!);
  const days = (at: number) => new Date(at).toISOString().slice(0, 10);
  const from = `bookings of the project from ${days(report.from)} to ${days(report.to)}`;
  const bins = report.bins.filter(({ attempts }) => attempts > 0);
  return { ...moved, version, baseRate, calibrationEvidence: { from, bins } };
}

const digits = (rate: number) => Number(rate.toPrecision(3));

/** `1.0.0+r1`, then `1.0.0+r2`, whatever project has the ones before. */
async function freeVersion({ library }: RegistryDeps, model: ModelRecord): Promise<string> {
  const [, base] = /^(.*?)(?:\+r\d+)?$/.exec(model.version)!;
  for (let n = 1; ; n++) {
    const version = `${base}+r${n}`;
    if (!(await library.store.models.find(model.name, version))) return version;
  }
}
