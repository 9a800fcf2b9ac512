/**
 * The frame of every chart: title, summary, legend, the drawing as wide as its place, and the same
 * figures as a table. `Bars` and `Lines` draw into it.
 *
 * With the keyboard it is a slider over its columns: arrow keys, Page Up and Down, Home and End
 * move, Enter opens what a column leads to, Escape leaves.
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
  /** The place of a value, px from the top. */
  y: (value: number) => number;
  /** The column that is looked at. */
  column: number | null;
}

interface Props extends ChartText {
  columns: readonly Column[];
  /** For the legend and the table. */
  series: readonly Series[];
  numbers: NumberStyle;
  /** px, with the axis. */
  height?: number;
  /** The values that are written along the axis, from the scale. */
  scale: { ticks: readonly number[]; domain: readonly [number, number] };
  /** The middle of a column, and the column at a place, both in px from the drawing's left edge. */
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
  const looking = useActiveColumn(columns.length, (at) => columnAt(at - area.left), follow);
  const { column, onKeyDown, ...handlers } = looking;
  const y = (value: number) => area.top + area.height * (1 - partOf(value, scale.domain));
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
      <Legend {...{ columns, series, numbers, column }} />
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
          column === null ? "Arrow keys move" : describeColumn(column, { columns, series, numbers })
        }
        onKeyDown={onKeyDown}
        {...handlers}
      >
        {width > 0 && (
          <svg width={width} height={height} aria-hidden="true">
            <ValueAxis ticks={scale.ticks} {...{ y, area, numbers }} />
            {draw({ area, y, column })}
            <ColumnAxis columns={columns} x={(i) => area.left + x(i)} area={area} />
          </svg>
        )}
      </div>
      <FiguresTable {...{ title, columns, series, numbers }} />
    </figure>
  );
}

/** Room for the labels: above for those of marks, left for values, below for columns. */
function areaOf(width: number, height: number, labels: readonly string[]): Area {
  const left = Math.ceil(Math.max(16, ...labels.map(textWidth))) + 9;
  const top = 18;
  return { left, top, width: Math.max(0, width - left - 4), height: height - top - 26 };
}

function partOf(value: number, [low, high]: readonly [number, number]): number {
  return high === low ? 0 : (value - low) / (high - low);
}

/** In a chart's place while there are no figures yet. */
export function ChartSkeleton({ height = 320 }: { height?: number }) {
  return (
    <div className="chart" role="status" aria-label="Loading">
      <span className="skeleton" style={{ width: "34%" }} />
      <span className="skeleton" style={{ height: height - 70, borderRadius: 10 }} />
    </div>
  );
}
