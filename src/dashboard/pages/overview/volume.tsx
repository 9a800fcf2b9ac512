/** The number of decisions over time, by action and by risk level. */
import { Bars } from "../../components/charts/bars.tsx";
import { formatOrDash, integers, percentages } from "../../components/charts/number-format.ts";
import { timeColumns } from "../../components/charts/time-columns.ts";
import { timeZone } from "../../components/format.ts";
import { decisionsUrl, inDays, type OverviewProps, ratio, stepPeriod } from "./overview-data.ts";

export function Volume(props: OverviewProps) {
  const { steps, total, step } = props.overview;
  const rate = formatOrDash(ratio(total.denied, total.decisions), percentages);
  return (
    <Bars
      title="Volume"
      summary={`${integers.format(total.decisions)} decisions by ${step} (${step === "day" ? "UTC" : timeZone}), ${integers.format(total.denied)} denied (${rate}).`}
      columns={stepColumns(props)}
      series={[
        {
          name: "Allow",
          tone: "accent",
          values: steps.map(({ decisions, denied }) => decisions - denied),
        },
        { name: "Deny", tone: "danger", values: steps.map(({ denied }) => denied) },
      ]}
    />
  );
}

const levels = [
  { level: "low", name: "Low", tone: "ok" },
  { level: "medium", name: "Medium", tone: "warn" },
  { level: "high", name: "High", tone: "danger" },
] as const;

export function Levels({ projectId, overview }: OverviewProps) {
  const props = { projectId, overview: inDays(overview) };
  const { steps, total } = props.overview;
  const shares = levels.map(({ level, name }) => {
    const share = ratio(total.levels[level] ?? 0, total.decisions);
    return `${name.toLowerCase()} ${formatOrDash(share, percentages)}`;
  });
  return (
    <Bars
      title="Risk levels"
      summary={`Share of decisions: ${shares.join(", ")}.`}
      columns={stepColumns(props)}
      numbers={percentages}
      max={1}
      series={levels.map(({ level, name, tone }) => ({
        name,
        tone,
        values: steps.map((step) => ratio(step.levels[level] ?? 0, step.decisions)),
      }))}
    />
  );
}

/** A column for each step, with a link to its decisions. */
export function stepColumns(props: OverviewProps, filter: Parameters<typeof decisionsUrl>[1] = {}) {
  const { steps, step } = props.overview;
  const columns = timeColumns(
    steps.map(({ at }) => at),
    step,
  );
  return columns.map((column, i) => {
    const { at, decisions } = steps[i]!;
    const period = stepPeriod(props.overview, at);
    const to = decisions === 0 ? null : decisionsUrl(props, filter, period);
    return { ...column, at, to };
  });
}
