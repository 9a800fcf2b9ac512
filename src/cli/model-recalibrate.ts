/** `booking-risk model recalibrate` */
import type { Command } from "commander";
import { dataConfig } from "../app/config/data.ts";
import { bundleCheck } from "../app/open.ts";
import {
  type CalibrationPart,
  type CalibrationReport,
  watchedSegments,
} from "../model/registry/calibration-report.ts";
import { fullName, type ModelName, parseModelName } from "../model/registry/model-name.ts";
import { installRecalibrated, projectCalibration } from "../model/registry/recalibrate.ts";
import { getProject } from "../projects/projects.ts";
import { operatingSystemUser } from "./actor.ts";
import { answer, examples, table } from "./output.ts";
import { withLibrary } from "./with-library.ts";
import type { CommonFlags } from "./with-store.ts";

interface RecalibrateFlags extends CommonFlags {
  project: string;
  install?: boolean;
}

export function recalibrateCommand(model: Command): void {
  model
    .command("recalibrate")
    .description("Compare a model's probabilities with the reported outcomes, and correct them")
    .argument("<name@version>")
    .requiredOption("--project <id>", "the project")
    .option("--install", "install the corrected model as a candidate of the project")
    .addHelpText(
      ...examples(
        "model recalibrate mine@2.0.0 --project prj_Zk3x9Qw1Ab",
        "model recalibrate mine@2.0.0 --project prj_Zk3x9Qw1Ab --install",
      ),
    )
    .action((text: string, flags: RecalibrateFlags) => recalibrate(parseModelName(text), flags));
}

async function recalibrate(model: ModelName, flags: RecalibrateFlags): Promise<void> {
  await withLibrary(flags, async (deps) => {
    const projectId = (await getProject(deps.library.store, flags.project)).id;
    const asked = { model, projectId };
    if (!flags.install) {
      const report = await projectCalibration(deps, asked);
      answer(flags.json, { ...asked.model, projectId, ...report }, () => lines(model, report));
      return;
    }
    const check = bundleCheck(dataConfig(flags, process.env));
    const installed = await installRecalibrated({ ...deps, check }, operatingSystemUser(), asked);
    const { report, notes } = installed;
    const { name, version } = installed.model;
    const of = `${name}@${version} --project ${projectId}`;
    answer(flags.json, { name, version, projectId, notes, proposal: report.proposal }, () => [
      ...lines(model, report),
      "",
      `${name}@${version} is installed as a candidate, project ${projectId}'s own.`,
      ...notes.map((note) => `note: ${note}`),
      `Replay it on stored decisions:  booking-risk model replay ${of}`,
      `Make it the active model:       booking-risk model promote ${of}`,
    ]);
  });
}

const day = (at: number) => new Date(at).toISOString().slice(0, 10);

function lines(model: ModelName, { from, to, all, segments, proposal }: CalibrationReport) {
  const row = (kind: string, value: string, part: CalibrationPart) => [
    kind,
    value,
    String(part.decisions),
    part.expected.toFixed(1),
    String(part.frauds),
    ratioText(part),
    part.isOff ? "off" : "",
  ];
  return [
    `${fullName(model)}, bookings from ${day(from)} to ${day(to)} whose outcome can be known.`,
    "",
    ...table(
      ["SEGMENT", "", "BOOKINGS", "FRAUD EXPECTED", "REPORTED", "RATIO", ""],
      [
        row("All", "", all),
        ...segments.map((one) => row(watchedSegments[one.kind], one.value, one)),
      ],
    ),
    "",
    proposal
      ? `Proposed: slope ${proposal.slope.toFixed(2)}, which with the shift moves a score of 50 by ` +
        `${proposal.points.toFixed(1)} points (the shift alone: ${proposal.low.toFixed(1)} to ` +
        `${proposal.high.toFixed(1)}). To install it: --install`
      : "No recalibration is proposed: chance explains the difference.",
  ];
}

function ratioText({ ratio }: CalibrationPart): string {
  if (!ratio) return "too few";
  return `${ratio.value.toFixed(2)} (${ratio.low.toFixed(2)} to ${ratio.high.toFixed(2)})`;
}
