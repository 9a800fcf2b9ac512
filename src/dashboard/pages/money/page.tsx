import { useDeferredValue, useMemo } from "react";
import type { RiskSetting } from "../../../projects/risk-setting.ts";
import { useProject } from "../../api/session.ts";
import { ChartSkeleton } from "../../components/charts/chart.tsx";
import type { NumberStyle as Format } from "../../components/charts/number-format.ts";
import { ErrorNotice, Notice, Page, SkeletonRows } from "../../components/page.tsx";
import { settingNames } from "../settings/risk-setting.tsx";
import { NumbersForm } from "./assumptions-form.tsx";
import { WhatIsKnown } from "./data-basis.tsx";
import { triedTerms } from "./draft-terms.ts";
import { type Weighed, weigh } from "./evaluate-cutoffs.ts";
import { difference, moneyNumbers } from "./format-money.ts";
import { NetChart } from "./net-chart.tsx";
import { TeachOutcomes } from "./not-enough-outcomes.tsx";
import { SettingsTable } from "./settings-table.tsx";
import { type Money, periods, useMoney, useTried } from "./use-money.ts";

/** With fewer frauds the figures are told to be rough. */
const fraudsMin = 30;

export default function MoneyPage() {
  const tried = useTried();
  const money = useMoney(tried.period, tried.text("matureDays"));
  return (
    <Page
      title="Money"
      lead="What denying from each score on would have earned and lost, on your own bookings whose outcome is known."
      action={<Periods {...{ tried }} />}
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
      {money.data && <Figures money={money.data} tried={tried} />}
    </Page>
  );
}

function Periods({ tried: { period, change } }: { tried: ReturnType<typeof useTried> }) {
  return (
    <fieldset className="tabs" aria-label="Decided in the last">
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

function Figures({ money, tried }: { money: Money; tried: ReturnType<typeof useTried> }) {
  const current = useProject().riskSetting as RiskSetting;
  const { terms: own, known, matureDays } = money;
  const numbers = triedTerms(own, tried.text);
  const terms = useDeferredValue(JSON.stringify(numbers.terms));
  const weighed = useMemo(() => weigh(known, JSON.parse(terms)), [known, terms]);
  const { earned, lost } = weighed.open;
  const format = moneyNumbers(numbers.terms.currency, Math.max(earned, lost));
  const shown = { weighed, current, numbers: format };
  return (
    <div className="money">
      <div className="stack results">
        {Object.keys(numbers.faults).length > 0 && (
          <Notice variant="warn">
            A number cannot be read: the {own ? "project's own" : "example"} stands in for it.
          </Notice>
        )}
        {weighed.best ? (
          <>
            <Headline {...shown} />
            <NetChart {...shown} />
            <SettingsTable {...shown} />
          </>
        ) : (
          <TeachOutcomes known={known} />
        )}
        <WhatIsKnown {...{ known, matureDays, current }} />
      </div>
      <NumbersForm {...{ own, numbers, tried }} />
    </div>
  );
}

function Headline({
  weighed: { best, settings, fraud },
  current,
  numbers,
}: {
  weighed: Weighed;
  current: RiskSetting;
  numbers: Format;
}) {
  if (!best) return null;
  const { low, high, part } = best.interval;
  const { net, denyFrom } = settings[current];
  const gain = best.net - net;
  const isWithin = denyFrom >= low && denyFrom <= high;
  return (
    <>
      <dl className="headline">
        <div>
          <dt>Best cut-off</dt>
          <dd>{best.denyFrom === 100 ? "deny nobody" : best.denyFrom}</dd>
          <dd className="small muted">
            {low} to {high} in {Math.round(part * 100)}% of resamples
          </dd>
        </div>
        <div>
          <dt>{settingNames[current]}, yours</dt>
          <dd>{numbers.format(net)}</dd>
          <dd className="small muted">net, denies from {denyFrom}</dd>
        </div>
        <div>
          <dt>The best against yours</dt>
          <dd>{difference(gain, numbers)}</dd>
          <dd className="small muted">
            {isWithin ? "yours is within the interval" : "yours is outside the interval"}
          </dd>
        </div>
      </dl>
      {fraud < fraudsMin && (
        <Notice variant="warn">
          Only {fraud} {fraud === 1 ? "fraud is" : "frauds are"} known: take the figures as rough.
        </Notice>
      )}
    </>
  );
}
