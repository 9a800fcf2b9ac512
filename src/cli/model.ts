/** `booking-risk model check`; and the hidden `model checker`, the process that it checks in. */
import { join, resolve } from "node:path";
import type { Command } from "commander";
import { dataConfig } from "../app/config/data.ts";
import { openOwnChecker } from "../app/open.ts";
import { BundleRefused } from "../model/bundle-refused.ts";
import type { CheckReport } from "../model/check-report.ts";
import { answerChecks } from "../model/checker-process.ts";
import { setNativeFolder } from "../model/native-folder.ts";
import { limitThisProcess } from "../model/process-limits.ts";
import { confineThisProcess } from "../model/sandbox.ts";
import { prepareAttempts } from "../model/sandbox-attempts.ts";
import { catalogue } from "../risk/features/index.ts";
import { answer, CommandFailed, examples } from "./output.ts";
import type { CommonFlags } from "./with-store.ts";

/** What loading and asking a model of 64 MiB takes, several times over. */
const memoryMib = 1024;

/** @returns the group of commands, for those that are in files of their own. */
export function modelCommands(program: Command): Command {
  const model = program.command("model").description("Check, install and operate models");
  model
    .command("check")
    .description("Check a bundle in a separate process: what is wrong, and how to fix it")
    .argument("<folder>", "a folder with model.onnx and manifest.json")
    .addHelpText(...examples("model check ./my-model"))
    .action((folder: string, flags: CommonFlags) => check(folder, flags));
  model
    .command("checker", { hidden: true })
    .description("The process that checks bundles; reads them from standard input")
    .option("--attempts", "show what its sandbox refuses, instead")
    .action((flags: CommonFlags & { attempts?: true }) =>
      flags.attempts ? attempts(flags) : checker(flags),
    );
  return model;
}

async function check(folder: string, flags: CommonFlags): Promise<void> {
  const bundles = openOwnChecker(dataConfig(flags, process.env));
  try {
    const report = await bundles.check(resolve(folder));
    answer(flags.json, report, () => lines(report));
  } catch (error) {
    if (!(error instanceof BundleRefused)) throw error;
    if (flags.json) answer(true, { ok: false, refused: error.message }, () => []);
    throw new CommandFailed(error.message);
  } finally {
    await bundles.close();
  }
}

async function checker(flags: CommonFlags): Promise<void> {
  const { dataFolder } = dataConfig(flags, process.env);
  limitThisProcess(memoryMib * 1024 ** 2);
  setNativeFolder(join(dataFolder, "runtime"));
  await answerChecks(Bun.stdin.stream(), process.stdout, catalogue);
}

/** Confines itself as the checker does, and tries what a hostile model would. */
async function attempts(flags: CommonFlags): Promise<void> {
  const attempt = process.platform === "linux" ? prepareAttempts() : null;
  const sandbox = confineThisProcess();
  answer(flags.json, { sandbox, attempts: attempt?.() ?? null }, () => [sandboxText(sandbox)]);
}

/** What confines the process that reads a model. */
export function sandboxText({ systemCalls, files }: CheckReport["sandbox"]): string {
  const by = [...(systemCalls ? ["seccomp"] : []), ...(files ? ["Landlock"] : [])];
  if (by.length === 0) {
    return "none: this system offers neither seccomp nor Landlock; only memory and time are limited";
  }
  const open = systemCalls ? "no file, no network, no program" : "no file, no TCP, no program";
  return `${by.join(" and ")}: ${open}`;
}

function lines(report: CheckReport): string[] {
  const { input, output, file, golden, probes, calibration, timing, budget } = report;
  const { evidence } = calibration;
  const opsets = Object.entries(file.opsets).map((opset) => opset.join(" "));
  return [
    `${report.name}@${report.version} can be used.`,
    `sha256       ${report.sha256}`,
    `size         ${report.bytes} bytes of at most ${budget.bytes}`,
    `made by      ${file.producer || "(not stated)"}; ${opsets.join(", ")}`,
    `input        ${input.name}, ${input.type}, ${input.features.length} features`,
    `output       ${output.tensor}, ${output.form}, column ${output.column}, a ${output.kind}`,
    `rewritten    ${report.rewritten ?? "no"}`,
    `golden rows  ${golden.rows} agree within ${scientific(golden.worst)}`,
    `probed       ${probes.rows} rows across the ranges: ${percent(probes.least)} to ` +
      `${percent(probes.greatest)}; other rows change an answer by ${scientific(probes.companyWorst)}`,
    `calibration  ${calibration.kind}; ${evidence ? evidenceText(evidence) : "no evidence"}`,
    `sandbox      ${sandboxText(report.sandbox)}`,
    `time         ${timing.batch1.toFixed(1)} µs a row alone, ${timing.batch32.toFixed(1)} among 32, ` +
      `of at most ${budget.rowMicros}`,
    ...report.warnings.map((warning) => `warning      ${warning}`),
  ];
}

function evidenceText({ all, bins }: NonNullable<CheckReport["calibration"]["evidence"]>): string {
  const worst = Math.max(...bins.map(({ pointsOff }) => Math.abs(pointsOff)));
  return (
    `by the bundle's own evidence (${all.frauds} frauds of ${all.attempts}) ` +
    `${all.pointsOff.toFixed(1)} points off in all, ${worst.toFixed(1)} in the worst of ` +
    `${bins.length} bins`
  );
}

function percent(part: number): string {
  return `${(part * 100).toPrecision(3)} %`;
}

function scientific(difference: number): string {
  return difference === 0 ? "0" : difference.toExponential(1);
}
