import { useDeferredValue, useMemo } from "react";
import type { ScoreEvidence } from "../../../evaluation/money/score-evidence.ts";
import { adviseSetting } from "../../../evaluation/money/settings-advice.ts";
import { type MoneyTerms, pricesOf } from "../../../evaluation/money/terms.ts";
import type { RiskSetting } from "../../../projects/risk-setting.ts";
import { useProject } from "../../api/session.ts";
import { ChartSkeleton } from "../../components/charts/chart.tsx";
import { EmptyState, ErrorNotice, Notice, Page, SkeletonRows } from "../../components/page.tsx";
import { ApplyAdvice } from "./apply-advice.tsx";
import { AssumptionsForm } from "./assumptions-form.tsx";
import { CutoffsChart } from "./cutoffs-chart.tsx";
import { DataBasis } from "./data-basis.tsx";
import { draftTerms } from "./draft-terms.ts";
import { moneyNumbers } from "./format-money.ts";
import { Headline } from "./headline.tsx";
import { NotEnoughOutcomes } from "./not-enough-outcomes.tsx";
import { BandsTable, SettingsTable } from "./settings-table.tsx";
import { type Money, periods, useMoney, useMoneyUrl } from "./use-money.ts";

type MoneyUrl = ReturnType<typeof useMoneyUrl>;

export default function MoneyPage() {
  const url = useMoneyUrl();
  const money = useMoney(url);
  return (
    <Page
      title="Money"
      lead="Which risk setting earns the most, based on your bookings."
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
      {money.data && <Content money={money.data} url={url} isStale={money.isPlaceholderData} />}
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

function Content({
  money,
  url,
  isStale,
}: {
  money: Money;
  url: MoneyUrl;
  /** Whether these figures are those of the parameters before. */
  isStale: boolean;
}) {
  const { terms: saved, counts, delay, evidence, place } = money;
  const draft = draftTerms(saved, url.text);
  return (
    <div className="money" aria-busy={isStale}>
      <div className="stack results">
        {saved && Object.keys(draft.errors).length > 0 && (
          <Notice variant="warn">Invalid values are replaced with the project's values.</Notice>
        )}
        {evidence && draft.terms && (
          <Results evidence={evidence} terms={draft.terms} isSaved={!draft.isChanged} />
        )}
        {evidence && !draft.terms && <NoTerms />}
        {"missing" in delay && <NotEnoughOutcomes counts={counts} missing={delay} place={place} />}
        <DataBasis money={money} />
      </div>
      <AssumptionsForm money={money} draft={draft} url={url} />
    </div>
  );
}

function NoTerms() {
  return (
    <section className="card">
      <EmptyState icon="coins" title="What is a booking worth?">
        Enter the assumptions, and the page compares the risk settings. Nothing is advised from
        values that you have not entered.
      </EmptyState>
    </section>
  );
}

function Results({
  evidence,
  terms,
  isSaved,
}: {
  evidence: ScoreEvidence;
  terms: MoneyTerms;
  /** Whether the terms are the project's own. */
  isSaved: boolean;
}) {
  const current = useProject().riskSetting as RiskSetting;
  // Serialized, so that the evaluation only runs again when a value changes.
  const entered = JSON.stringify(terms);
  const text = useDeferredValue(entered);
  const prices = useMemo(() => pricesOf(JSON.parse(text)), [text]);
  const advice = useMemo(
    () => adviseSetting(evidence, prices, current),
    [evidence, prices, current],
  );
  const amounts = Object.values(advice.differences).flatMap(({ low, high }) => [low, high]);
  const numbers = moneyNumbers(prices.currency, Math.max(...amounts.map(Math.abs)));
  const props = { advice, evidence, current, numbers };
  return (
    <div className="money-results" aria-busy={text !== entered}>
      <Headline
        {...props}
        apply={<ApplyAdvice advice={advice} isSaved={isSaved} numbers={numbers} />}
      />
      <SettingsTable {...props} />
      <BandsTable {...props} />
      <CutoffsChart evidence={evidence} prices={prices} current={current} numbers={numbers} />
    </div>
  );
}
