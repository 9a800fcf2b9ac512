/** Columns beside each other, a group for each label, as SVG. */
import { escaped } from "./markup.ts";

export interface ColumnGroup {
  label: string;
  /** One a series, in their order; null draws none. */
  values: readonly (number | null)[];
}

const height = 240;
const top = 24;
const bottom = 40;
const width = 840;
const gap = 16;

/**
 * @param series the names of the classes that colour them.
 * @param text what stands above a column.
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

const n = (value: number) => Number(value.toFixed(1));
