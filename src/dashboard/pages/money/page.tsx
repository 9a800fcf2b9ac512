import { useDeferredValue, useMemo } from "react";
import type { RiskSetting } from "../../../projects/risk-setting.ts";
import { useProject } from "../../api/session.ts";
import { ChartSkeleton } from "../../components/charts/chart.tsx";
import type { NumberStyle } from "../../components/charts/number-format.ts";
import { ErrorNotice, Notice, Page, SkeletonRows } from "../../components/page.tsx";
import { settingNames } from "../settings/risk-setting.tsx";
import { AssumptionsForm } from "./assumptions-form.tsx";
import { DataBasis } from "./data-basis.tsx";
import { draftTerms } from "./draft-terms.ts";
import { type Evaluation, evaluateCutoffs } from "./evaluate-cutoffs.ts";
import { formatDifference, moneyNumbers } from "./format-money.ts";
import { NetChart } from "./net-chart.tsx";
import { NotEnoughOutcomes } from "./not-enough-outcomes.tsx";
import { SettingsTable } from "./settings-table.tsx";
import { type Money, periods, useMoney, useMoneyUrl } from "./use-money.ts";

/** With fewer fraud cases, the figures are marked as rough estimates. */
const fraudCountMin = 30;

type MoneyUrl = ReturnType<typeof useMoneyUrl>;

export default function MoneyPage() {
  const url = useMoneyUrl();
  const money = useMoney(url.period, url.text("matureDays"));
  return (
    <Page
      title="Money"
      lead="What each cutoff would have earned and lost on your bookings with a known outcome."
      action={<PeriodChoice url={url} />}
    >
      {money.error && <ErrorNotice error={money.error} retry={() => void money.refetch()} />}
      {money.isPending && (
        <div className="money">
          <div className="card">
            <div className="body">
              <ChartSkeleton height={360} />
            </div>
          </div>
          <div className="card">
            <SkeletonRows rows={6} />
          </div>
        </div>
      )}
      {money.data && <Content money={money.data} url={url} />}
    </Page>
  );
}

function PeriodChoice({ url: { period, change } }: { url: MoneyUrl }) {
  return (
    <fieldset className="tabs" aria-label="Period">
      {periods.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === period}
          onClick={() => change({ period: value === "365" ? null : value })}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}

function Content({ money, url }: { money: Money; url: MoneyUrl }) {
  const current = useProject().riskSetting as RiskSetting;
  const { terms: saved, known, matureDays } = money;
  const draft = draftTerms(saved, url.text);
  // Serialized, so that the evaluation only runs again when a value changes.
  const terms = useDeferredValue(JSON.stringify(draft.terms));
  const evaluation = useMemo(() => evaluateCutoffs(known, JSON.parse(terms)), [known, terms]);
  const { earned, lost } = evaluation.neverDeny;
  const numbers = moneyNumbers(draft.terms.currency, Math.max(earned, lost));
  const props = { evaluation, current, numbers };
  return (
    <div className="money">
      <div className="stack results">
        {Object.keys(draft.errors).length > 0 && (
          <Notice variant="warn">
            Invalid values are replaced with the {saved ? "project's" : "example"} values.
          </Notice>
        )}
        {evaluation.best ? (
          <>
            <Headline {...props} />
            <NetChart {...props} />
            <SettingsTable {...props} />
          </>
        ) : (
          <NotEnoughOutcomes known={known} />
        )}
        <DataBasis {...{ known, matureDays, current }} />
      </div>
      <AssumptionsForm {...{ saved, draft, url }} />
    </div>
  );
}

function Headline({
  evaluation: { best, settings, fraud },
  current,
  numbers,
}: {
  evaluation: Evaluation;
  current: RiskSetting;
  numbers: NumberStyle;
}) {
  if (!best) return null;
  const { low, high, part } = best.interval;
  const { net, denyFrom } = settings[current];
  const isInside = denyFrom >= low && denyFrom <= high;
  return (
    <>
      <dl className="headline">
        <div>
          <dt>Best cutoff</dt>
          <dd>{best.denyFrom === 100 ? "never deny" : best.denyFrom}</dd>
          <dd className="small muted">
            {Math.round(part * 100)}% interval: {low} to {high}
          </dd>
        </div>
        <div>
          <dt>{settingNames[current]} (current)</dt>
          <dd>{numbers.format(net)}</dd>
          <dd className="small muted">net, denies at {denyFrom}+</dd>
        </div>
        <div>
          <dt>Best compared with current</dt>
          <dd>{formatDifference(best.net - net, numbers)}</dd>
          <dd className="small muted">
            {isInside
              ? "current cutoff is inside the interval"
              : "current cutoff is outside the interval"}
          </dd>
        </div>
      </dl>
      {fraud < fraudCountMin && (
        <Notice variant="warn">
          Only {fraud} {fraud === 1 ? "fraud case is" : "fraud cases are"} known. Treat the figures
          as rough estimates.
        </Notice>
      )}
    </>
  );
}
