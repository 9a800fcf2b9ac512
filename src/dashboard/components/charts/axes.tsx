/** The axes of charts. */
import type { NumberStyle } from "./number-format.ts";
import type { Column, Mark } from "./series.ts";

/** The plot area within the SVG, in px. */
export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The approximate width of a character of the axis labels. */
const characterPx = 7.2;
/** The minimum space between two labels. */
const gapPx = 14;

export const textWidth = (text: string) => text.length * characterPx;

/** Horizontal lines with their values. */
export function ValueAxis({
  ticks,
  y,
  area,
  numbers,
}: {
  ticks: readonly number[];
  y: (value: number) => number;
  area: Area;
  numbers: NumberStyle;
}) {
  return (
    <g className="value-axis">
      {ticks.map((tick) => (
        <g key={tick} transform={`translate(0 ${y(tick)})`}>
          <line x1={area.left} x2={area.left + area.width} className={tick === 0 ? "zero" : ""} />
          <text x={area.left - 7} dy="0.32em">
            {numbers.axis(tick)}
          </text>
        </g>
      ))}
    </g>
  );
}

/** As many column labels as fit. */
export function ColumnAxis({
  columns,
  x,
  area,
}: {
  columns: readonly Column[];
  /** The centre of a column, in px. */
  x: (column: number) => number;
  area: Area;
}) {
  return (
    <g className="column-axis" transform={`translate(0 ${area.top + area.height + 17})`}>
      {fittingTicks(columns, x, area).map(({ at, tick, anchor }) => (
        <text key={at} x={at} textAnchor={anchor}>
          {tick}
        </text>
      ))}
    </g>
  );
}

interface Tick {
  at: number;
  tick: string;
  anchor: "start" | "middle" | "end";
}

/** Every nth tick, for the smallest n at which no labels overlap. */
export function fittingTicks(
  columns: readonly Column[],
  x: (column: number) => number,
  { left, width }: Pick<Area, "left" | "width">,
): Tick[] {
  const all = columns.flatMap(({ label, tick = label }, i): Tick[] => {
    if (tick === null) return [];
    const [at, half] = [x(i), textWidth(tick) / 2];
    if (at - half < left - 24) return [{ at: left, tick, anchor: "start" }];
    if (at + half <= left + width) return [{ at, tick, anchor: "middle" }];
    return [{ at: left + width, tick, anchor: "end" }];
  });
  for (let every = 1; every < all.length; every++) {
    const some = all.filter((_, i) => i % every === 0);
    if (some.every((one, i) => i === 0 || startOf(one) - endOf(some[i - 1]!) >= gapPx)) return some;
  }
  return all.slice(0, 1);
}

const startOf = ({ at, tick, anchor }: Tick) =>
  at - textWidth(tick) * { start: 0, middle: 0.5, end: 1 }[anchor];
const endOf = (tick: Tick) => startOf(tick) + textWidth(tick.tick);

/** A vertical line with its label on the side that has space. */
export function MarkLine({ mark, x, area }: { mark: Mark; x: number; area: Area }) {
  const isRight = x + textWidth(mark.label) + 8 > area.left + area.width;
  return (
    <g className={`mark tone-${mark.tone}`}>
      <line x1={x} x2={x} y1={area.top - 12} y2={area.top + area.height} />
      <text x={x + (isRight ? -5 : 5)} y={area.top - 3} textAnchor={isRight ? "end" : "start"}>
        {mark.label}
      </text>
    </g>
  );
}
