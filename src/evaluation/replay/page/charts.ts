/** Charts as SVG. */
import { escaped } from "./markup.ts";

export interface ColumnGroup {
  label: string;
  /** One per series, in their order; null draws none. */
  values: readonly (number | null)[];
}

const height = 240;
const top = 24;
const bottom = 40;
const width = 840;
const gap = 16;

/**
 * Columns in groups, one group per label.
 *
 * @param series the CSS classes that colour the columns.
 * @param text the label above a column.
 */
export function columnsChart(
  title: string,
  groups: readonly ColumnGroup[],
  { series, text }: { series: readonly string[]; text: (value: number) => string },
): string {
  const most = Math.max(...groups.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const scale = most === 0 ? 0 : (height - top - bottom) / most;
  const groupWidth = width / groups.length;
  const column = (groupWidth - gap) / series.length;
  const drawn = groups.map(({ label, values }, i) => {
    const left = i * groupWidth + gap / 2;
    const bars = values.map((value, s) => {
      if (value === null) return "";
      const x = left + s * column;
      const high = value === 0 ? 0 : Math.max(1.5, value * scale);
      const y = height - bottom - high;
      const middle = x + column / 2;
      return (
        `<rect class="${series[s]}" x="${n(x + 1)}" y="${n(y)}" width="${n(column - 2)}" height="${n(high)}" rx="2"/>` +
        `<text class="figure" x="${n(middle)}" y="${n(y - 5)}">${escaped(text(value))}</text>`
      );
    });
    const middle = left + (groupWidth - gap) / 2;
    return `${bars.join("")}<text class="label" x="${n(middle)}" y="${height - bottom + 20}">${escaped(label)}</text>`;
  });
  return (
    `<svg class="columns" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">` +
    `<line class="axis" x1="0" y1="${height - bottom}" x2="${width}" y2="${height - bottom}"/>` +
    `${drawn.join("")}</svg>`
  );
}

export interface ChartRow {
  label: string;
  /** Each with the CSS class that colours it. */
  parts: readonly { value: number; series: string }[];
  /** The text behind the bar. */
  text: string;
  /** Whether a new group begins here. */
  begins?: boolean;
}

const labelWidth = 230;
const barsWidth = 400;
const textWidth = 170;
const rowHeight = 26;
const groupGap = 14;

/** Horizontal bars, each of one or more parts. */
export function rowsChart(title: string, rows: readonly ChartRow[]): string {
  const totals = rows.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0));
  const most = Math.max(...totals);
  const scale = most === 0 ? 0 : barsWidth / most;
  let y = 0;
  const drawn = rows.map(({ label, parts, text, begins }, i) => {
    if (begins && i > 0) y += groupGap;
    let x = labelWidth;
    const bars = parts.map(({ value, series }) => {
      const wide = value === 0 ? 0 : Math.max(1.5, value * scale);
      const bar = `<rect class="${series}" x="${n(x)}" y="${y + 4}" width="${n(wide)}" height="${rowHeight - 8}" rx="2"/>`;
      x += wide;
      return bar;
    });
    const middle = y + rowHeight / 2 + 5;
    const row =
      `<text class="name" x="${labelWidth - 10}" y="${middle}">${escaped(label)}</text>` +
      `${bars.join("")}<text class="value" x="${n(x + 8)}" y="${middle}">${escaped(text)}</text>`;
    y += rowHeight;
    return row;
  });
  const width = labelWidth + barsWidth + textWidth;
  return `<svg class="rows" viewBox="0 0 ${width} ${y}" role="img" aria-label="${escaped(title)}">${drawn.join("")}</svg>`;
}

const n = (value: number) => Number(value.toFixed(1));
