/** `booking-risk decision reasons` */
import { dataConfig } from "../../app/config/data.ts";
import { openModels } from "../../app/open.ts";
import type { Background } from "../../model/reasons/background.ts";
import { explainWith, isExpected } from "../../model/reasons/explainer/explain.ts";
import { noticeable } from "../../model/reasons/noticeable.ts";
import type { GroupReason, Reasons } from "../../model/reasons/reasons.ts";
import { tenthsOf, tenthsWithin } from "../../model/reasons/tenths.ts";
import { decidingBundles } from "../../model/registry/deciding-bundles.ts";
import type { DecisionRecord } from "../../storage/port/decisions.ts";
import type { Store } from "../../storage/port/store.ts";
import { answer, CommandFailed, table } from "../output.ts";
import { type CommonFlags, withStore } from "../with-store.ts";
import { askedDecision } from "./asked-decision.ts";

export async function showReasons(id: string, flags: CommonFlags): Promise<void> {
  const reasons = await withStore(flags, async (store) => {
    const { record } = await askedDecision(id, store);
    return reasonsFor(record, store, flags);
  });
  answer(flags.json, reasons, () => reasonLines(reasons));
}

/** @throws CommandFailed where the model that decided is not there, or gives no answer. */
export async function reasonsFor(
  record: DecisionRecord,
  store: Store,
  flags: CommonFlags,
): Promise<Reasons> {
  const bundles = decidingBundles(openModels(dataConfig(flags, process.env), store));
  try {
    return await explainWith(bundles, store)(record);
  } catch (error) {
    throw isExpected(error) ? new CommandFailed(error.message) : error;
  } finally {
    await bundles.close();
  }
}

const comparedWith: Readonly<Record<Background["kind"], string>> = {
  background: "typical legitimate attempts, which the model's bundle names",
  golden: "the golden attempts in the model's bundle, which names no typical ones",
  missing: "an attempt of which nothing is known, as the model's bundle names none",
};

/** The table adds up from the first row to the last, as shown; the sentences follow. */
export function reasonLines(reasons: Reasons): string[] {
  const { base, groups, steps, points, remainder, riskScore, background, model } = reasons;
  const added = [...groups, ...steps];
  const [shownBase, ...shown] = tenthsOf([base, ...added.map((one) => one.points)], points);
  const rows = [
    ["Baseline", shownBase!.toFixed(1)],
    ...added.map(({ title }, i) => [title, signed(shown[i]!)]),
    ["Total", points.toFixed(1)],
    ["Score", String(riskScore)],
  ];
  return [
    reasons.summary.sentence,
    ...reasons.unread.map((text) => `Not read by the model: ${text}.`),
    "",
    ...table(["FACTOR", "POINTS"], rows),
    ...(remainder.kind === "limit" ? [limitText(riskScore, points)] : []),
    "",
    ...groups.flatMap((group, i) => groupLines(group, shown[i]!)),
    `By ${model.name}@${model.version}, compared with ${background.rows} of ` +
      `${comparedWith[background.kind]}. Ten points double the odds.`,
  ];
}

/** @param shown the group's points in the table: those of its features add up to them. */
function groupLines(group: GroupReason, shown: number): string[] {
  const { title, points, sentence, features, others } = group;
  if (Math.abs(points) < noticeable) return [];
  const parts = tenthsWithin(group, shown);
  const strongest = features.map((one, i) => `  ${signed(parts[i]!)}  ${one.text}. ${one.why}`);
  const rest = others ? [`  ${signed(parts.at(-1)!)}  ${othersText(others.count)}`] : [];
  return [`${title}. ${sentence}`, ...strongest, ...rest, ""];
}

const othersText = (count: number) => (count === 1 ? "1 other" : `${count} others`);

/** What exceeds the scale is told once. */
const limitText = (riskScore: number, points: number) =>
  `The points add up to ${points.toFixed(1)}; scores end at ${riskScore}.`;

const signed = (points: number) => `${points < 0 ? "−" : "+"}${Math.abs(points).toFixed(1)}`;
