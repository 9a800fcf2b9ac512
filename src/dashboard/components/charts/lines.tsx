/** A line chart over time or numbers, with gaps for unknown values and confidence bands. */
import { scaleLinear } from "d3-scale";
import { area as areaPath, line as linePath } from "d3-shape";
import { MarkLine } from "./axes.tsx";
import { Chart, type Drawing } from "./chart.tsx";
import { decimals, type NumberStyle } from "./number-format.ts";
import type { ChartText, Column, Mark, Series, Tone } from "./series.ts";

export interface LineColumn extends Column {
  /** Its position on the axis, in rising order: Unix ms, or a number such as a score. */
  at: number;
}

export interface LineSeries extends Series {
  dashed?: boolean;
  /** A confidence interval around the line, one per column. Not in the legend. */
  band?: { low: readonly (number | null)[]; high: readonly (number | null)[] };
}

interface Props extends ChartText {
  columns: readonly LineColumn[];
  series: readonly LineSeries[];
  /** Vertical lines at positions on the column axis. */
  marks?: readonly Mark[];
  /** Horizontal lines at values. */
  levels?: readonly { value: number; label: string; tone: Tone }[];
  numbers?: NumberStyle;
  height?: number;
  /** The lowest and highest value of the axis. Defaults to 0 and the extent of the data. */
  domain?: readonly [number, number];
}

export function Lines({ columns, series, marks = [], levels = [], domain, ...rest }: Props) {
  const { numbers = decimals } = rest;
  const scale = valueScale(domain ?? extentOf(series, levels));
  const [first, last] = [columns[0]?.at ?? 0, columns.at(-1)?.at ?? 1];
  const placesOf = (width: number) =>
    scaleLinear()
      .domain(first === last ? [first - 1, last + 1] : [first, last])
      .range([0, width]);
  return (
    <Chart
      {...rest}
      columns={columns}
      series={series}
      numbers={numbers}
      scale={scale}
      place={(width) => {
        const place = placesOf(width);
        return {
          x: (i) => place(columns[i]?.at ?? first),
          columnAt: (x) => nearest(columns, place.invert(x)),
        };
      }}
      draw={(drawing) => {
        const place = placesOf(drawing.area.width);
        const x = (at: number) => drawing.area.left + place(at);
        const active = drawing.column === null ? undefined : columns[drawing.column];
        return (
          <>
            {levels.map((level, i) => (
              <LevelLine
                key={level.label}
                level={level}
                drawing={drawing}
                hasLabel={!levels.slice(i + 1).some((other) => isNear(level, other, drawing))}
              />
            ))}
            {active && (
              <line
                className="active-line"
                x1={x(active.at)}
                x2={x(active.at)}
                y1={drawing.area.top}
                y2={drawing.area.top + drawing.area.height}
              />
            )}
            {series.map((one) => (
              <OneLine key={one.name} one={one} columns={columns} x={x} drawing={drawing} />
            ))}
            {marks.map((mark) => (
              <MarkLine key={mark.label} mark={mark} x={x(mark.at)} area={drawing.area} />
            ))}
          </>
        );
      }}
    />
  );
}

/** Includes 0, because a truncated axis makes a line look steeper than it is. */
function extentOf(
  series: readonly LineSeries[],
  levels: readonly { value: number }[],
): [number, number] {
  const all = series.flatMap(({ values, band }) => [
    ...values,
    ...(band?.low ?? []),
    ...(band?.high ?? []),
  ]);
  let [low, high] = [0, 0];
  for (const value of [...all, ...levels.map((level) => level.value)]) {
    if (value === null) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low === high ? [0, 1] : [low, high];
}

function valueScale(extent: readonly [number, number]) {
  const scale = scaleLinear().domain(extent).nice(4);
  return { ticks: scale.ticks(4), domain: scale.domain() as [number, number] };
}

function nearest(columns: readonly LineColumn[], at: number): number {
  const after = columns.findIndex((column) => column.at >= at);
  if (after === -1) return columns.length - 1;
  if (after === 0) return 0;
  return at - columns[after - 1]!.at < columns[after]!.at - at ? after - 1 : after;
}

function OneLine({
  one: { tone, values, dashed, band },
  columns,
  x,
  drawing: { y, column },
}: {
  one: LineSeries;
  columns: readonly LineColumn[];
  x: (at: number) => number;
  drawing: Drawing;
}) {
  const placeOf = (_: unknown, i: number) => x(columns[i]!.at);
  const path = linePath<number | null>(placeOf, (value) => y(value ?? 0)).defined(isKnown);
  const around =
    band &&
    areaPath<number | null>(
      placeOf,
      (_, i) => y(band.low[i] ?? 0),
      (_, i) => y(band.high[i] ?? 0),
    ).defined((_, i) => isKnown(band.low[i]) && isKnown(band.high[i]));
  const isAlone = (i: number) => !isKnown(values[i - 1]) && !isKnown(values[i + 1]);
  return (
    <g className={`line tone-${tone}${dashed ? " dashed" : ""}`}>
      {around && <path className="band" d={around(values) ?? ""} />}
      <path className="stroke" d={path(values) ?? ""} />
      {columns.map(({ at }, i) => {
        const value = values[i];
        // A value between two gaps has no line. The active one is emphasized.
        if (!isKnown(value) || (i !== column && !isAlone(i))) return null;
        return <circle key={at} cx={x(at)} cy={y(value)} r={i === column ? 4 : 2.5} />;
      })}
    </g>
  );
}

function isKnown(value: number | null | undefined): value is number {
  return value !== null && value !== undefined;
}

/** Whether two labels would overlap. */
function isNear(one: { value: number }, other: { value: number }, { y }: Drawing): boolean {
  return Math.abs(y(one.value) - y(other.value)) < 14;
}

function LevelLine({
  level: { value, label, tone },
  drawing: { area, y },
  hasLabel,
}: {
  level: { value: number; label: string; tone: Tone };
  drawing: Drawing;
  hasLabel: boolean;
}) {
  return (
    <g className={`mark tone-${tone}`}>
      <line x1={area.left} x2={area.left + area.width} y1={y(value)} y2={y(value)} />
      {hasLabel && (
        <text x={area.left + area.width} y={y(value) - 5} textAnchor="end">
          {label}
        </text>
      )}
    </g>
  );
}
