/** The advice in three figures, or what is missing for it. */
import type { ReactNode } from "react";
import type { Advice, MissingEvidence } from "../../../evaluation/money/settings-advice.ts";
import { type RiskSetting, settingNames } from "../../../projects/risk-setting.ts";
import { denyFrom } from "../../../risk/score.ts";
import { integers, type NumberStyle, percentages } from "../../components/charts/number-format.ts";
import { Notice } from "../../components/page.tsx";
import { formatDifference } from "./format-money.ts";

interface Props {
  advice: Advice;
  current: RiskSetting;
  numbers: NumberStyle;
  /** The button that applies the advice. */
  apply: ReactNode;
}

/** An amount is not broken after its sign. */
function Interval({
  change,
  numbers,
}: {
  change: Advice["differences"][RiskSetting];
  numbers: NumberStyle;
}) {
  const [low, high] = [change.low, change.high].map((one) => formatDifference(one, numbers));
  return (
    <>
      95% interval: <span className="amount">{low}</span> to <span className="amount">{high}</span>
    </>
  );
}

export function Headline({ advice, current, numbers, apply }: Props) {
  const { kind, setting, shortfall, breakEven } = advice;
  const change = advice.differences[setting];
  return (
    <>
      <dl className="headline">
        <div data-advice={kind}>
          <dt>Advice</dt>
          <dd>{adviceText(advice, current)}</dd>
          <dd className="small muted">{whyText(kind)}</dd>
          {kind === "change" && <dd className="action">{apply}</dd>}
        </div>
        <div>
          <dt>{kind === "change" ? "Estimated gain" : "Possible gain"}</dt>
          <dd>
            {kind === "change"
              ? formatDifference(change.estimate, numbers)
              : numbers.format(shortfall)}
          </dd>
          <dd className="small muted">
            {kind === "change" ? (
              <Interval change={change} numbers={numbers} />
            ) : (
              "at most, in this period"
            )}
          </dd>
        </div>
        <div>
          <dt>Break-even fraud rate</dt>
          <dd>{breakEven === null ? "–" : percentages.format(breakEven)}</dd>
          <dd className="small muted">of the amount at stake</dd>
        </div>
      </dl>
      {kind === "change" && shortfall > 0 && (
        <Notice>
          {settingNames[setting]} certainly earns more than your setting. Another one may earn up to{" "}
          {numbers.format(shortfall)} more than that.
        </Notice>
      )}
      {advice.missing.length > 0 && <Missing missing={advice.missing} />}
    </>
  );
}

function adviceText({ kind, setting }: Advice, current: RiskSetting): string {
  if (kind === "change") return `Change to ${settingNames[setting]}`;
  return kind === "keep" ? `Keep ${settingNames[current]}` : "None yet";
}

function whyText(kind: Advice["kind"]): string {
  if (kind === "change") return "It earns more, with 95% confidence.";
  if (kind === "keep") return "Every other setting earns less, with 95% confidence.";
  return "There is not enough evidence to prefer one setting.";
}

function Missing({ missing }: { missing: readonly MissingEvidence[] }) {
  return (
    <Notice>
      <span className="stack tight">
        <b>What is missing</b>
        {missing.map((one) => (
          <span key={one.scores[0]}>{missingText(one)}</span>
        ))}
      </span>
    </Notice>
  );
}

function missingText({ scores: [first, last], times, letThrough }: MissingEvidence): string {
  const bookings = `Bookings that score ${first} to ${last}`;
  if (times === "trial") {
    const looser = Object.entries(denyFrom).find(([, from]) => from === last + 1)?.[0];
    const name = looser ? settingNames[looser as RiskSetting] : "a looser setting";
    const group = letThrough
      ? `A control group (Settings) would tell once it has let through some ${integers.format(letThrough)} of them; or ${name} for some time.`
      : `Only ${name} for some time would tell.`;
    return `${bookings} are denied, so they have no outcomes, or too few. ${group}`;
  }
  if (times >= 100) return `${bookings}: no number within reach would tell.`;
  return `${bookings}: about ${integers.format(times)} times as many with a known outcome would tell.`;
}
