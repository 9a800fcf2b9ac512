/** What charts are drawn from. */

/** How something is coloured; `charts.css` has the colours, light and dark. */
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

/** One place along the chart: a bin, a category, a moment. */
export interface Column {
  /** In full: for the legend and the table. */
  label: string;
  /** Under the axis, where there is room; without it the label, null: never. */
  tick?: string | null;
  /** The address that tells more of it, below `/dashboard`; null: none. */
  to?: string | null;
}

export interface Series {
  name: string;
  tone: Tone;
  /** One a column; null: not known. */
  values: readonly (number | null)[];
}

/** A line across the chart, such as a cut-off, with its name. */
export interface Mark {
  /** Bars: the column before which it stands, as 75. Lines: the place on the axis of the columns. */
  at: number;
  label: string;
  tone: Tone;
}

/** Columns that stand out together, both ends included. */
export interface Highlight {
  from: number;
  to: number;
}

/** What a chart says about itself, whatever its kind. */
export interface ChartText {
  title: string;
  /** One sentence with what there is to see: it is shown, and read out as the chart's name. */
  summary: string;
  /** The level of the title in its page. */
  heading?: "h2" | "h3";
  /** Beside the title, such as a link. */
  action?: React.ReactNode;
}
