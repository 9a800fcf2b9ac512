/** The table of a run: a line per case. */
import type { Goal, Summary } from "./case.ts";

export interface Row {
  name: string;
  line: string;
  goals: readonly Omit<Goal, "reached">[];
  summary: Summary;
  /** null: nothing is asked, or nothing was found. */
  reached: boolean | null;
}

const headers = [
  "case",
  "line",
  "campaigns",
  "attempts",
  "median score",
  "denied",
  "95 %",
  "points",
  "goal",
  "result",
];
export const shareText = (share: number) => `${(share * 100).toFixed(1)} %`;
const signed = (points: number) => (points > 0 ? `+${points}` : `${points}`);

function cellsOf({ name, line, goals, summary, reached }: Row): string[] {
  const { campaigns, attempts, median, denied, points } = summary;
  return [
    name,
    line,
    `${campaigns}`,
    `${attempts}`,
    median === null ? "" : `${median}`,
    denied ? shareText(denied.share) : "",
    denied ? `${shareText(Math.max(0, denied.low))} to ${shareText(Math.min(1, denied.high))}` : "",
    points ? `${signed(points.median)} (${signed(points.least)} to ${signed(points.most)})` : "",
    goals.map(({ text }) => text).join(", "),
    reached === null ? "" : reached ? "ok" : "missed",
  ];
}

/** The cells of the headers, and of each row. */
export const linesOf = (rows: readonly Row[]): string[][] => [headers, ...rows.map(cellsOf)];

/** Texts below each other, numbers as wide as the widest. */
export function columnsOf(lines: readonly (readonly string[])[]): string {
  const widths = lines[0]!.map((_, i) => Math.max(...lines.map((cells) => cells[i]!.length)));
  const rows = lines.map((cells) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join("  ")
      .trimEnd(),
  );
  return `${rows.join("\n")}\n`;
}
