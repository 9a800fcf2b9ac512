/** Bars in rows, each of one or more parts, as SVG. */
import { escaped } from "./markup.ts";

export interface ChartRow {
  label: string;
  /** Each with the class that colours it. */
  parts: readonly { value: number; series: string }[];
  /** What stands behind the bar. */
  text: string;
  /** Whether a new group begins here. */
  begins?: boolean;
}

const labelWidth = 230;
const barsWidth = 400;
const textWidth = 170;
const rowHeight = 26;
const groupGap = 14;

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
