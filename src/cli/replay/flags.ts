/** The flags of a replay, and their defaults. */
import { statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { UsageError } from "../../app/config/setting.ts";
import { isCurrency } from "../../attempt/request/currency.ts";
import type { Prices } from "../../evaluation/money/prices.ts";
import { defaultLimits, type Limits } from "../../evaluation/replay/limits.ts";
import { defaultMatureDays } from "../../evaluation/replay/outcome-known.ts";
import { timeOf } from "../time-flag.ts";
import type { CommonFlags } from "../with-store.ts";

export interface ReplayFlags extends CommonFlags {
  /** All, where none is named. */
  project?: string;
  from?: string;
  to?: string;
  out?: string;
  values?: string;
  value?: string;
  fraudValue?: string;
  currency?: string;
  margin?: string;
  chargebackCost?: string;
  fraudLoss?: string;
  lifetimeValue?: string;
  matureDays?: string;
  reportedOnly?: true;
  threads: string;
  decisionsMin: string;
  fraudsMin: string;
  ageDaysMax: string;
  spanDaysMin: string;
  recallLossMax: string;
  precisionLossMax: string;
  denyChangeMax: string;
  denyRatioMax: string;
  partDenyMax: string;
  newlyAllowedMax: string;
  calibrationErrorMax: string;
  toldRatioMax: string;
  liveDecisionsMin: string;
  progressLines?: true;
}

/** Everything that the result depends on, and the threads. */
export interface ReplayOptions {
  from: number | null;
  to: number | null;
  valuesFile: string | null;
  /** Tells whether the file of values is the one that a replay began with. */
  valuesFileState: string | null;
  /** Those that were named; the others are the project's. */
  prices: Partial<Prices>;
  /** What silence means; null: nothing, and absent: what the project's own reports tell. */
  matureDays?: number | null;
  limits: Limits;
  threads: number;
}

const threadsMax = 32;

export function addReplayFlags(command: Command): Command {
  const threads = Math.min(4, availableParallelism());
  command
    .option("--project <id>", "one project only (default: all projects)")
    .option(
      "--from <time>",
      "decided at this time or later: 2026-03-01, or with a time and a time zone",
    )
    .option("--to <time>", "decided before this time")
    .option(
      "--out <folder>",
      "folder for report.json and report.html, and for continuing after an interruption",
    );
  addMoneyFlags(command);
  command
    .option(
      "--mature-days <days>",
      `days without a report after which a booking counts as legitimate (default: ${defaultMatureDays}; in ` +
        "money, estimated from the project's own reports)",
    )
    .addOption(new Option("--reported-only", "never take silence as legitimate"))
    .option("--threads <count>", "number of threads that compute features", String(threads))
    .addOption(new Option("--progress-lines", "for programs that show progress").hideHelp());
  addLimitFlags(command);
  return command;
}

function addMoneyFlags(command: Command): void {
  command
    .option("--values <file>", "CSV with two columns: decision ID or request ID, booking value")
    .option(
      "--value <amount>",
      "value of a booking whose amount is not known (this and the next: as saved on the page Money)",
    )
    .option("--fraud-value <amount>", "the same of a fraudulent booking")
    .option("--currency <code>", "currency of all amounts; nothing is converted")
    .option(
      "--margin <part>",
      "fraction of the booking value that is lost when a genuine guest is refused",
    )
    .option("--chargeback-cost <amount>", "fees per chargeback")
    .option("--fraud-loss <part>", "fraction of the booking value that is lost to fraud")
    .option("--lifetime-value <amount>", "later revenue lost with a genuine guest who is refused");
}

function addLimitFlags(command: Command): void {
  const { decisionsMin, fraudsMin, precisionLossMax, calibrationErrorMax } = defaultLimits;
  const { denyRateChangeMax, denyRateRatioMax, toldRatioMax } = defaultLimits;
  const { ageDaysMax, spanDaysMin, recallLossMax, partDenyChangeMax, newlyAllowedMax } =
    defaultLimits;
  const { liveDecisionsMin } = defaultLimits;
  command
    .option(
      "--decisions-min <count>",
      "to pass: at least this number of decisions",
      String(decisionsMin),
    )
    .option(
      "--frauds-min <count>",
      "to pass: at least this number of known frauds",
      String(fraudsMin),
    )
    .option(
      "--age-days-max <days>",
      "to pass: the newest decision is at most this old",
      String(ageDaysMax),
    )
    .option(
      "--span-days-min <days>",
      "to pass: at least this many days from the first decision to the last",
      String(spanDaysMin),
    )
    .option(
      "--recall-loss-max <part>",
      "to pass: the share of known frauds that are denied falls by at most this",
      String(recallLossMax),
    )
    .option(
      "--precision-loss-max <part>",
      "to pass: average precision falls by at most this",
      String(precisionLossMax),
    )
    .option(
      "--deny-change-max <part>",
      "to pass: the denial rate changes by at most this",
      String(denyRateChangeMax),
    )
    .option("--deny-ratio-max <part>", "or by at most this factor", String(denyRateRatioMax))
    .option(
      "--part-deny-max <part>",
      "to pass: of no country, hotel, length of stay or other part of the bookings is more newly denied",
      String(partDenyChangeMax),
    )
    .option(
      "--newly-allowed-max <part>",
      "to pass: of the bookings denied before, without a known outcome, at most this is allowed",
      String(newlyAllowedMax),
    )
    .option(
      "--calibration-error-max <part>",
      "to pass: predicted and reported fraud rates differ by at most this",
      String(calibrationErrorMax),
    )
    .option(
      "--told-ratio-max <times>",
      "to pass: maximum ratio of predicted to reported fraud, in either direction",
      String(toldRatioMax),
    )
    .option(
      "--live-decisions-min <count>",
      "to promote the model: at least this number of recent live decisions scored in shadow mode",
      String(liveDecisionsMin),
    );
}

/** @throws UsageError for what cannot be. */
export function replayOptions(flags: ReplayFlags): ReplayOptions {
  const from = timeOf("--from", flags.from);
  const to = timeOf("--to", flags.to);
  if (from !== null && to !== null && from >= to) {
    throw new UsageError("--from must be before --to");
  }
  const valuesFile = flags.values === undefined ? null : resolve(flags.values);
  return {
    from,
    to,
    valuesFile,
    valuesFileState: valuesFile === null ? null : stateOf(valuesFile),
    prices: namedPrices(flags),
    ...(flags.reportedOnly && { matureDays: null }),
    ...(flags.matureDays !== undefined &&
      !flags.reportedOnly && { matureDays: count("--mature-days", flags.matureDays, 36_500) }),
    limits: {
      decisionsMin: count("--decisions-min", flags.decisionsMin, 1e9),
      fraudsMin: count("--frauds-min", flags.fraudsMin, 1e9),
      ageDaysMax: count("--age-days-max", flags.ageDaysMax, 36_500),
      spanDaysMin: count("--span-days-min", flags.spanDaysMin, 36_500),
      recallLossMax: part("--recall-loss-max", flags.recallLossMax),
      precisionLossMax: part("--precision-loss-max", flags.precisionLossMax),
      denyRateChangeMax: part("--deny-change-max", flags.denyChangeMax),
      denyRateRatioMax: amount("--deny-ratio-max", flags.denyRatioMax),
      partDenyChangeMax: part("--part-deny-max", flags.partDenyMax),
      newlyAllowedMax: part("--newly-allowed-max", flags.newlyAllowedMax),
      toldRatioMax: amount("--told-ratio-max", flags.toldRatioMax),
      calibrationErrorMax: part("--calibration-error-max", flags.calibrationErrorMax),
      liveDecisionsMin: count("--live-decisions-min", flags.liveDecisionsMin, 1e9),
    },
    threads: Math.max(1, count("--threads", flags.threads, threadsMax)),
  };
}

function namedPrices(flags: ReplayFlags): Partial<Prices> {
  const { currency, value, fraudValue, margin, chargebackCost, fraudLoss, lifetimeValue } = flags;
  if (currency !== undefined && !isCurrency(currency)) {
    throw new UsageError("--currency must be a code of ISO 4217, such as EUR");
  }
  return {
    ...(currency !== undefined && { currency }),
    ...(value !== undefined && { value: amount("--value", value) }),
    ...(fraudValue !== undefined && { fraudValue: amount("--fraud-value", fraudValue) }),
    ...(margin !== undefined && { margin: part("--margin", margin) }),
    ...(chargebackCost !== undefined && {
      chargebackCost: amount("--chargeback-cost", chargebackCost),
    }),
    ...(fraudLoss !== undefined && { fraudLoss: part("--fraud-loss", fraudLoss) }),
    ...(lifetimeValue !== undefined && {
      lifetimeValue: amount("--lifetime-value", lifetimeValue),
    }),
  };
}

function amount(name: string, text: string): number {
  const value = Number(text);
  if (text !== "" && value >= 0 && value <= 1e9) return value;
  throw new UsageError(`${name} must be a number from 0 on`);
}

function part(name: string, text: string): number {
  const value = Number(text);
  if (text !== "" && value >= 0 && value <= 1) return value;
  throw new UsageError(`${name} must be a number from 0 to 1`);
}

function count(name: string, text: string, max: number): number {
  const value = Number(text);
  if (/^\d{1,9}$/.test(text) && value <= max) return value;
  throw new UsageError(`${name} must be a whole number from 0 to ${max}`);
}

/** Reading the file reports why it cannot be read. */
function stateOf(file: string): string {
  const state = statSync(file, { throwIfNoEntry: false });
  return state ? `${state.size} ${state.mtimeMs}` : "";
}
