/** The data of charts. */

/** A colour by its meaning. `charts.css` defines the colours for both themes. */
export type Tone =
  | "accent"
  | "ok"
  | "warn"
  | "danger"
  | "muted"
  | "series-1"
  | "series-2"
  | "series-3"
  | "series-4";

/** A position along the chart: a bin, a category or a time. */
export interface Column {
  /** The full label, for the legend and the table. */
  label: string;
  /** The label under the axis, shown if there is space. Defaults to `label`; null: never. */
  tick?: string | null;
  /** The page with details, below `/dashboard`. */
  to?: string | null;
}

export interface Series {
  name: string;
  tone: Tone;
  /** One per column; null: unknown. */
  values: readonly (number | null)[];
}

/** A labelled line across the chart, such as a cutoff. */
export interface Mark {
  /** Bars: the index of the column it precedes. Lines: the position on the column axis. */
  at: number;
  label: string;
  tone: Tone;
}

/** A range of highlighted columns, both ends included. */
export interface Highlight {
  from: number;
  to: number;
}

/** What every kind of chart shows besides the data. */
export interface ChartText {
  title: string;
  /** One sentence on what the chart shows. Screen readers announce it as the chart's name. */
  summary: string;
  /** The heading level of the title. */
  heading?: "h2" | "h3";
  /** Next to the title, such as a link. */
  action?: React.ReactNode;
}
