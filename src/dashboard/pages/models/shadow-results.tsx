/** What a model in the shadow would have changed, from the pairs of scores that were kept. */
import type { ShadowResults } from "../../../dashboard-api/models/shadow-results.ts";
import type { RiskSetting } from "../../../projects/risk-setting.ts";
import { percent, whole } from "../../../replay/page/markup.ts";
import { useProject } from "../../api/session.ts";
import { Bars } from "../../components/charts/bars.tsx";
import { Lines } from "../../components/charts/lines.tsx";
import { percentages } from "../../components/charts/number-format.ts";
import { settingNames } from "../settings/risk-setting.tsx";
import { tens } from "./score-buckets.ts";
import { useShadow } from "./use-models.ts";

/** Nothing is drawn for a model that never was in the shadow here. */
export function ShadowAgreement({ model }: { model: string }) {
  const { data } = useShadow(model);
  if (!data || data.decisions === 0) return null;
  return (
    <section className="card" aria-label="In the shadow">
      <header>
        <h2>In the shadow</h2>
        <p>
          {whole(data.decisions)} decisions here were scored by both, this model and the one that
          decided.
        </p>
      </header>
      <div className="body stack model-stack">
        <Agreement of={data} />
        <div className="model-charts">
          <Scores of={data} />
          <Differences of={data} />
        </div>
      </div>
    </section>
  );
}

function Agreement({ of: { settings } }: { of: ShadowResults }) {
  const { riskSetting: inUse } = useProject();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
    <section className="scroll" aria-label="Agreement by risk setting" tabIndex={0}>
      <table className="figures">
        <thead>
          <tr>
            <th scope="col">Risk setting</th>
            <th scope="col">The same answer</th>
            <th scope="col">Would be denied</th>
            <th scope="col">Would be allowed</th>
          </tr>
        </thead>
        <tbody>
          {settings.map(({ riskSetting, agreement, allowToDeny, denyToAllow }) => (
            <tr key={riskSetting} className={riskSetting === inUse ? "in-use" : undefined}>
              <th scope="row">
                {settingNames[riskSetting as RiskSetting]}
                {riskSetting === inUse && <span className="badge accent">yours</span>}
              </th>
              <td>{percent(agreement)}</td>
              <td>{whole(allowToDeny)}</td>
              <td>{whole(denyToAllow)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Scores({ of: { scores, decisions } }: { of: ShadowResults }) {
  const part = (counts: readonly number[]) => counts.map((count) => count / decisions);
  return (
    <Lines
      heading="h3"
      title="Scores"
      summary="The part of decisions by score, ten points each."
      columns={tens}
      numbers={percentages}
      series={[
        { name: "the model that decided", tone: "muted", values: part(scores.served) },
        { name: "this model", tone: "accent", values: part(scores.shadow) },
      ]}
    />
  );
}

function Differences({ of: { differences, decisions, ...rest } }: { of: ShadowResults }) {
  const { meanDifference, meanAbsoluteDifference } = rest;
  const signed = (points: number) => (points > 0 ? `+${points}` : `${points}`).replace("-", "−");
  return (
    <Bars
      heading="h3"
      title="Differences"
      summary={`Points of the score, this model's less the other's: ${signed(Number((meanDifference ?? 0).toFixed(1)))} on average, ${(meanAbsoluteDifference ?? 0).toFixed(1)} in either direction.`}
      columns={differences.map(({ from, to }) => ({
        label: from === to ? "the same" : `${signed(from)} to ${signed(to)}`,
        tick: from === to ? "0" : signed(from < 0 ? to : from),
      }))}
      numbers={percentages}
      series={[
        {
          name: "decisions",
          tone: "accent",
          values: differences.map(({ count }) => count / decisions),
        },
      ]}
    />
  );
}
