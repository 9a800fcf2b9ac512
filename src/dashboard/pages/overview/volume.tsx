/** How many decisions, when, and what came of them. */
import { Bars } from "../../components/charts/bars.tsx";
import { formatOrDash, integers, percentages } from "../../components/charts/number-format.ts";
import { timeColumns } from "../../components/charts/time-columns.ts";
import { decisionsAt, type Figures, type OfFigures, partOf, stepTime } from "./overview-data.ts";

export function Volume(of: OfFigures) {
  const { steps, total, step } = of.figures;
  const rate = formatOrDash(partOf(total.denied, total.decisions), percentages);
  return (
    <Bars
      title="Volume"
      summary={`${integers.format(total.decisions)} decisions, by ${step}; ${integers.format(total.denied)} of them denied (${rate}).`}
      columns={stepColumns(of)}
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

export function Levels(of: OfFigures) {
  const { steps, total } = of.figures;
  const said = levels.map(({ level, name }) => {
    const part = partOf(total.levels[level] ?? 0, total.decisions);
    return `${name.toLowerCase()} ${formatOrDash(part, percentages)}`;
  });
  return (
    <Bars
      title="Risk levels"
      summary={`Parts of all decisions: ${said.join(", ")}.`}
      columns={stepColumns(of)}
      numbers={percentages}
      max={1}
      series={levels.map(({ level, name, tone }) => ({
        ...{ name, tone },
        values: steps.map((step) => partOf(step.levels[level] ?? 0, step.decisions)),
      }))}
    />
  );
}

/** A column for each step, which leads to its decisions. */
export function stepColumns(of: OfFigures, filter: Parameters<typeof decisionsAt>[1] = {}) {
  const { steps, step }: Figures = of.figures;
  const columns = timeColumns(
    steps.map(({ at }) => at),
    step,
  );
  return columns.map((column, i) => {
    const { at, decisions } = steps[i]!;
    const to = decisions === 0 ? null : decisionsAt(of, filter, stepTime(of.figures, at));
    return { ...column, at, to };
  });
}
