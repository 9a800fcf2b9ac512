/** Which decisions the figures are based on, and how their outcomes become known. */
import { type Amounts, addAmounts, noAmounts } from "../../../risk/outcomes/amounts.ts";
import { Card } from "../../components/card.tsx";
import { integers, percentages } from "../../components/charts/number-format.ts";
import { formatDay } from "../../components/format.ts";
import { moneyNumbers } from "./format-money.ts";
import type { Money } from "./use-money.ts";

export function DataBasis({ money }: { money: Money }) {
  const { counts, delay, evidence, currency } = money;
  const known = evidence?.evidence.reduce((sum, { exposure }) => sum + exposure, 0);
  const amounts = knownAmounts(money);
  const rows = [
    ["Bookings", counts.decisions],
    ["Denied, without an outcome", counts.denied],
    ["Reported as fraud or chargeback", counts.fraud],
    ["Reported as legitimate", counts.legitimate],
    ...(known === undefined ? [] : [["Old enough to have been reported", known] as const]),
    ...(amounts ? [[`With an amount in ${currency}`, amounts.all.known] as const] : []),
  ] as const;
  return (
    <Card
      title="Data behind these figures"
      beside={
        <p>
          Each booking is weighted by the probability that fraud would have been reported by now.
        </p>
      }
    >
      <div className="body data-basis">
        <dl>
          {rows.map(([name, count]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{integers.format(count)}</dd>
            </div>
          ))}
        </dl>
        <div className="stack">
          {amounts && amounts.all.known > 0 && currency && (
            <p>
              <b>What bookings are worth.</b> {worthText(amounts, currency)}
            </p>
          )}
          {"missing" in delay ? null : (
            <p>
              <b>How outcomes become known.</b> Half of your fraud is reported within{" "}
              {integers.format(delay.medianDays)} days, and{" "}
              {percentages.axis(Math.min(0.95, 1 - delay.tail))} within{" "}
              {integers.format(delay.settledDays)} days. This is estimated from{" "}
              {integers.format(delay.frauds)} reported frauds, and assumes that it takes as long as
              it did, at every score. Fraud that is never reported cannot be counted.
            </p>
          )}
          {!("missing" in delay) && Date.now() - delay.observedUntil > 60_000 * 60 * 24 && (
            <p>
              <b>Reports have stopped.</b> The last one is of {formatDay(delay.observedUntil)}.
              Bookings after that are left out.
            </p>
          )}
          <p>
            <b>Denied bookings have no chargebacks.</b> A denied guest does not book, so no outcome
            becomes known. Reports on a few denied bookings are not applied to the rest. Estimates
            for looser settings are extrapolated from lower scores.
          </p>
        </div>
      </div>
    </Card>
  );
}

/** The amounts of all bookings, and of those reported as fraud; null where none were asked for. */
export function knownAmounts({
  currency,
  evidence,
}: Pick<Money, "currency" | "evidence">): { all: Amounts; frauds: Amounts } | null {
  if (currency === null || !evidence) return null;
  const [all, frauds] = [noAmounts(), noAmounts()];
  for (const amounts of evidence.amounts) addAmounts(all, amounts);
  for (const { amounts } of evidence.evidence) addAmounts(frauds, amounts.frauds);
  return { all, frauds };
}

function worthText({ all, frauds }: { all: Amounts; frauds: Amounts }, currency: string): string {
  const mean = ({ sum, known }: Amounts) => moneyNumbers(currency, sum / known).format(sum / known);
  const fraud = frauds.known > 0 ? `, and those reported as fraud ${mean(frauds)}` : "";
  return `Those with an amount cost ${mean(all)} on average${fraud}. Each counts with its own; those without one, or in another currency, with the value that you enter.`;
}
