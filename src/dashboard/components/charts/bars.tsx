/** A bar chart over bins, categories or time. Multiple series are stacked. */
import { scaleBand, scaleLinear } from "d3-scale";
import { type Area, MarkLine } from "./axes.tsx";
import { Chart, type Drawing } from "./chart.tsx";
import { integers, type NumberStyle } from "./number-format.ts";
import type { ChartText, Column, Highlight, Mark, Series } from "./series.ts";

interface Props extends ChartText {
  columns: readonly Column[];
  /** From the bottom up. Values are 0 or more; null draws nothing. */
  series: readonly Series[];
  /** Lines between columns: `at: 75` is between columns 74 and 75. */
  marks?: readonly Mark[];
  highlight?: Highlight | null;
  numbers?: NumberStyle;
  height?: number;
  /** The highest value of the axis. Defaults to the highest bar. */
  max?: number;
}

export function Bars({ columns, series, marks = [], highlight, max, ...rest }: Props) {
  const { numbers = integers } = rest;
  const tops = columns.map((_, i) => series.reduce((sum, { values }) => sum + (values[i] ?? 0), 0));
  const scale = valueScale(max ?? Math.max(0, ...tops), numbers === integers);
  const bandsOf = (width: number) =>
    scaleBand<number>()
      .domain(columns.map((_, i) => i))
      .range([0, width])
      .paddingInner(width / Math.max(1, columns.length) < 4 ? 0 : 0.22);
  return (
    <Chart
      {...rest}
      columns={columns}
      series={series}
      numbers={numbers}
      scale={scale}
      place={(width) => {
        const band = bandsOf(width);
        return {
          x: (i) => (band(i) ?? 0) + band.bandwidth() / 2,
          columnAt: (x) => Math.floor(x / (band.step() || 1)),
        };
      }}
      draw={(drawing) => {
        const band = bandsOf(drawing.area.width);
        const left = (i: number) =>
          drawing.area.left + (band(i) ?? drawing.area.width) - gapOf(band) / 2;
        return (
          <>
            <Background area={drawing.area} left={left} step={band.step()} highlight={highlight} />
            {drawing.column !== null && (
              <rect
                className="active-column"
                x={left(drawing.column)}
                y={drawing.area.top}
                width={band.step()}
                height={drawing.area.height}
              />
            )}
            <Stacks drawing={drawing} series={series} band={band} />
            {marks.map((mark) => (
              <MarkLine key={mark.label} mark={mark} x={left(mark.at)} area={drawing.area} />
            ))}
          </>
        );
      }}
    />
  );
}

const gapOf = (band: { step(): number; bandwidth(): number }) => band.step() - band.bandwidth();

/** Starts at 0. Counts have no fractions along the axis. */
function valueScale(top: number, isWhole: boolean) {
  const scale = scaleLinear()
    .domain([0, top > 0 ? top : 1])
    .nice(4);
  const ticks = scale.ticks(4).filter((tick) => !isWhole || Number.isInteger(tick));
  return { ticks, domain: scale.domain() as [number, number] };
}

function Background({
  area,
  left,
  step,
  highlight,
}: {
  area: Area;
  left: (column: number) => number;
  step: number;
  highlight: Highlight | null | undefined;
}) {
  if (!highlight) return null;
  const x = left(highlight.from);
  const width = left(highlight.to) + step - x;
  return <rect className="highlight" x={x} y={area.top} width={width} height={area.height} />;
}

/** One path per series, so that thousands of bars need only a few elements. */
function Stacks({
  drawing: { area, y },
  series,
  band,
}: {
  drawing: Drawing;
  series: readonly Series[];
  band: { (i: number): number | undefined; bandwidth(): number };
}) {
  const width = Math.max(1, band.bandwidth());
  const reached: number[] = [];
  return series.map(({ name, tone, values }) => {
    const bars = values.map((value, i) => {
      const from = reached[i] ?? 0;
      if (!value) return "";
      reached[i] = from + value;
      const [top, bottom] = [y(from + value), y(from)];
      return `M${area.left + (band(i) ?? 0)} ${top}h${width}V${bottom}h${-width}z`;
    });
    return <path key={name} className={`bar tone-${tone}`} d={bars.join("")} />;
  });
}
