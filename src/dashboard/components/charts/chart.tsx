/**
 * The base of every chart: title, summary, legend, a plot of the available width, and the same
 * figures as a table. `Bars` and `Lines` draw the plot.
 *
 * For the keyboard it is a slider over its columns: arrow keys, Page Up, Page Down, Home and End
 * move, Enter opens the page of a column, Escape leaves the chart.
 */
import { type ReactNode, useId } from "react";
import { useLocation } from "wouter";
import { type Area, ColumnAxis, textWidth, ValueAxis } from "./axes.tsx";
import { FiguresTable } from "./figures-table.tsx";
import { describeColumn, Legend } from "./legend.tsx";
import type { NumberStyle } from "./number-format.ts";
import type { ChartText, Column, Series } from "./series.ts";
import { useActiveColumn } from "./use-active-column.ts";
import { useWidth } from "./use-width.ts";

export interface Drawing {
  area: Area;
  /** The position of a value, in px from the top. */
  y: (value: number) => number;
  /** The active column. */
  column: number | null;
}

interface Props extends ChartText {
  columns: readonly Column[];
  /** For the legend and the table. */
  series: readonly Series[];
  numbers: NumberStyle;
  /** In px, including the axis. */
  height?: number;
  /** The labelled values of the axis, and its extent. */
  scale: { ticks: readonly number[]; domain: readonly [number, number] };
  /** The centre of a column, and the column at a position, both in px from the plot's left edge. */
  place: (width: number) => { x: (column: number) => number; columnAt: (x: number) => number };
  draw: (drawing: Drawing) => ReactNode;
}

export function Chart(props: Props) {
  const { title, summary, heading: Heading = "h2", action, columns, series, numbers } = props;
  const { height = 220, scale, place, draw } = props;
  const titleId = useId();
  const [plot, width] = useWidth<HTMLDivElement>();
  const [, navigate] = useLocation();
  const area = areaOf(width, height, scale.ticks.map(numbers.axis));
  const { x, columnAt } = place(area.width);
  const follow = (column: number) => {
    const to = columns[column]?.to;
    if (to) navigate(to);
  };
  const active = useActiveColumn(columns.length, (at) => columnAt(at - area.left), follow);
  const { column, onKeyDown, ...handlers } = active;
  const y = (value: number) => area.top + area.height * (1 - fractionOf(value, scale.domain));
  const leads = column !== null && Boolean(columns[column]?.to);
  return (
    <figure className="chart" aria-labelledby={titleId}>
      <figcaption>
        <div className="row between">
          <Heading id={titleId}>{title}</Heading>
          {action}
        </div>
        <p>{summary}</p>
      </figcaption>
      <Legend columns={columns} series={series} numbers={numbers} column={column} />
      <div
        ref={plot}
        className={leads ? "plot leads" : "plot"}
        style={{ height }}
        role="slider"
        tabIndex={0}
        aria-label={`${title}. ${summary}`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, columns.length - 1)}
        aria-valuenow={column ?? 0}
        aria-valuetext={
          column === null
            ? "Use the arrow keys to read values"
            : describeColumn(column, { columns, series, numbers })
        }
        onKeyDown={onKeyDown}
        {...handlers}
      >
        {width > 0 && (
          <svg width={width} height={height} aria-hidden="true">
            <ValueAxis ticks={scale.ticks} y={y} area={area} numbers={numbers} />
            {draw({ area, y, column })}
            <ColumnAxis columns={columns} x={(i) => area.left + x(i)} area={area} />
          </svg>
        )}
      </div>
      <FiguresTable title={title} columns={columns} series={series} numbers={numbers} />
    </figure>
  );
}

/** Leaves space for labels: of marks above, of values on the left, of columns below. */
function areaOf(width: number, height: number, labels: readonly string[]): Area {
  const left = Math.ceil(Math.max(16, ...labels.map(textWidth))) + 9;
  const top = 18;
  return { left, top, width: Math.max(0, width - left - 4), height: height - top - 26 };
}

function fractionOf(value: number, [low, high]: readonly [number, number]): number {
  return high === low ? 0 : (value - low) / (high - low);
}

/** Stands in for a chart while it loads. */
export function ChartSkeleton({ height = 320 }: { height?: number }) {
  return (
    <div className="chart" role="status" aria-label="Loading">
      <span className="skeleton" style={{ width: "34%" }} />
      <span className="skeleton" style={{ height: height - 70, borderRadius: 10 }} />
    </div>
  );
}
