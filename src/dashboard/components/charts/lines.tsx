/** Lines over time or over a number; a gap where nothing is known, and a band for how sure one is. */
import { scaleLinear } from "d3-scale";
import { area as areaPath, line as linePath } from "d3-shape";
import { MarkLine } from "./axes.tsx";
import { Chart, type Drawing } from "./chart.tsx";
import { decimals, type NumberStyle } from "./number-format.ts";
import type { ChartText, Column, Mark, Series, Tone } from "./series.ts";

export interface LineColumn extends Column {
  /** Its place on the axis: Unix ms, or a number as a score. Rising. */
  at: number;
}

export interface LineSeries extends Series {
  dashed?: boolean;
  /** Around the line, one a column: as a confidence interval. Drawn, not in the legend. */
  band?: { low: readonly (number | null)[]; high: readonly (number | null)[] };
}

interface Props extends ChartText {
  columns: readonly LineColumn[];
  series: readonly LineSeries[];
  /** Lines from top to bottom at a place of the columns' axis. */
  marks?: readonly Mark[];
  /** Lines from side to side, at a value. */
  levels?: readonly { value: number; label: string; tone: Tone }[];
  numbers?: NumberStyle;
  height?: number;
  /** The lowest and highest value of the axis; without it, from 0 to what there is. */
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
      {...{ ...rest, columns, series, numbers, scale }}
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
        const looked = drawing.column === null ? undefined : columns[drawing.column];
        return (
          <>
            {levels.map((level, i) => (
              <LevelLine
                key={level.label}
                level={level}
                drawing={drawing}
                isNamed={!levels.slice(i + 1).some((other) => isNear(level, other, drawing))}
              />
            ))}
            {looked && (
              <line
                className="active-line"
                x1={x(looked.at)}
                x2={x(looked.at)}
                y1={drawing.area.top}
                y2={drawing.area.top + drawing.area.height}
              />
            )}
            {series.map((one) => (
              <OneLine key={one.name} {...{ one, columns, x, drawing }} />
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

/** 0 belongs to it: a line above a cut axis looks steeper than it is. */
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
        // A value between two gaps has no line; and the one that is looked at stands out.
        if (!isKnown(value) || (i !== column && !isAlone(i))) return null;
        return <circle key={at} cx={x(at)} cy={y(value)} r={i === column ? 4 : 2.5} />;
      })}
    </g>
  );
}

function isKnown(value: number | null | undefined): value is number {
  return value !== null && value !== undefined;
}

/** Whether two names would be written over each other. */
function isNear(one: { value: number }, other: { value: number }, { y }: Drawing): boolean {
  return Math.abs(y(one.value) - y(other.value)) < 14;
}

function LevelLine({
  level: { value, label, tone },
  drawing: { area, y },
  isNamed,
}: {
  level: { value: number; label: string; tone: Tone };
  drawing: Drawing;
  isNamed: boolean;
}) {
  return (
    <g className={`mark tone-${tone}`}>
      <line x1={area.left} x2={area.left + area.width} y1={y(value)} y2={y(value)} />
      {isNamed && (
        <text x={area.left + area.width} y={y(value) - 5} textAnchor="end">
          {label}
        </text>
      )}
    </g>
  );
}
