/** What a model in shadow mode would have changed, from the stored pairs of scores. */
import type { ShadowResults as Results } from "../../../http/dashboard-api/models/shadow-results.ts";
import { type RiskSetting, settingNames } from "../../../projects/risk-setting.ts";
import { useProject } from "../../api/session.ts";
import { Card } from "../../components/card.tsx";
import { Bars } from "../../components/charts/bars.tsx";
import { Lines } from "../../components/charts/lines.tsx";
import { percentages } from "../../components/charts/number-format.ts";
import { withMinusSign } from "../../components/format.ts";
import { Figures } from "../../components/table.tsx";
import { percent, whole } from "./report/report-numbers.ts";
import { scoreBuckets } from "./score-buckets.ts";
import { useReplays, useShadow } from "./use-models.ts";

/** Renders nothing for a model that never ran in shadow mode in this project. */
export function ShadowResults({ model }: { model: string }) {
  const { data } = useShadow(model);
  const live = useReplays(model).data?.proof.here.live;
  if (!data || data.decisions === 0) return null;
  return (
    <Card
      title="Shadow mode results"
      beside={
        <p>
          {whole(data.decisions)} decisions were scored by both this model and the active model.
          {live &&
            ` A promotion requires ${whole(live.decisionsMin)} of the last ${live.days} days; so far there are ${whole(live.decisions)}.`}
        </p>
      }
    >
      <div className="body stack model-stack">
        <Agreement results={data} />
        <div className="model-charts">
          <Scores results={data} />
          <Differences results={data} />
        </div>
      </div>
    </Card>
  );
}

interface Props {
  results: Results;
}

function Agreement({ results: { settings } }: Props) {
  const { riskSetting: current } = useProject();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area has to be focusable.
    <section className="scroll" aria-label="Agreement by risk setting" tabIndex={0}>
      <Figures columns={["Risk setting", "Same action", "Newly denied", "Newly allowed"]}>
        {settings.map(({ riskSetting, agreement, allowToDeny, denyToAllow }) => (
          <tr key={riskSetting} className={riskSetting === current ? "current" : undefined}>
            <th scope="row">
              {settingNames[riskSetting as RiskSetting]}
              {riskSetting === current && <span className="badge accent">current</span>}
            </th>
            <td>{percent(agreement)}</td>
            <td>{whole(allowToDeny)}</td>
            <td>{whole(denyToAllow)}</td>
          </tr>
        ))}
      </Figures>
    </section>
  );
}

function Scores({ results: { scores, decisions } }: Props) {
  const share = (counts: readonly number[]) => counts.map((count) => count / decisions);
  return (
    <Lines
      heading="h3"
      title="Scores"
      summary="Share of decisions by score, in steps of ten."
      columns={scoreBuckets}
      numbers={percentages}
      series={[
        { name: "active model", tone: "muted", values: share(scores.served) },
        { name: "this model", tone: "accent", values: share(scores.shadow) },
      ]}
    />
  );
}

function Differences({ results }: Props) {
  const { differences, decisions, meanDifference, meanAbsoluteDifference } = results;
  const signed = (points: number) => withMinusSign(points > 0 ? `+${points}` : `${points}`);
  return (
    <Bars
      heading="h3"
      title="Score differences"
      summary={`This model's score minus that of the active model: ${signed(Number((meanDifference ?? 0).toFixed(1)))} points on average, ${(meanAbsoluteDifference ?? 0).toFixed(1)} in absolute terms.`}
      columns={differences.map(({ from, to }) => ({
        label: from === to ? "no difference" : `${signed(from)} to ${signed(to)}`,
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
