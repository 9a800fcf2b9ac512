/** What a model's manifest says about its quality: the few figures that can be compared with others. */
import { isRecord } from "../../../base/is-record.ts";

export interface Figure {
  /** As the manifest calls it, such as `rocAuc`. */
  name: string;
  value: number;
  /** Its interval; null where the manifest has none. */
  low: number | null;
  high: number | null;
}

export interface FigureGroup {
  /** Such as `withoutTelemetry`; "" for figures of no group. */
  name: string;
  figures: Figure[];
}

const groupsMax = 8;
const figuresMax = 24;

/**
 * The figures of `metrics`, in which a model may say whatever it likes: numbers, or numbers with
 * `value`, `low` and `high`, at the top or one step below. What is anything else is left out.
 */
export function figureGroups(metrics: unknown): FigureGroup[] {
  if (!isRecord(metrics)) return [];
  const groups: FigureGroup[] = [{ name: "", figures: figuresIn(metrics) }];
  for (const [name, value] of Object.entries(metrics)) {
    if (isRecord(value) && !figureOf(name, value)) groups.push({ name, figures: figuresIn(value) });
  }
  return groups.filter(({ figures }) => figures.length > 0).slice(0, groupsMax);
}

/** The two that most people know, from where a manifest has them. */
export function headline(groups: readonly FigureGroup[]): Figure[] {
  const group = groups.find(({ name }) => name === "all") ?? groups.find(({ name }) => name === "");
  const wanted = ["rocAuc", "averagePrecision"];
  return wanted.flatMap((name) => group?.figures.filter((figure) => figure.name === name) ?? []);
}

function figuresIn(values: Record<string, unknown>): Figure[] {
  return Object.entries(values)
    .flatMap(([name, value]) => figureOf(name, value) ?? [])
    .slice(0, figuresMax);
}

function figureOf(name: string, value: unknown): Figure | null {
  if (isNumber(value)) return { name, value, low: null, high: null };
  if (!isRecord(value) || !isNumber(value.value)) return null;
  const { low, high } = value;
  const interval = isNumber(low) && isNumber(high) ? { low, high } : { low: null, high: null };
  return { name, value: value.value, ...interval };
}

const isNumber = (value: unknown): value is number =>
  typeof value === "number" && Number.isFinite(value);
