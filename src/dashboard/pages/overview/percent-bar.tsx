import { formatOrDash, percentages } from "../../components/charts/number-format.ts";

/** A percentage as a number and a bar; null is shown as a dash. */
export function PercentBar({ value, danger = false }: { value: number | null; danger?: boolean }) {
  return (
    <span className="percent-bar">
      <span>{formatOrDash(value, percentages)}</span>
      <span className={danger ? "track tone-danger" : "track tone-accent"} aria-hidden="true">
        <i style={{ width: `${(value ?? 0) * 100}%` }} />
      </span>
    </span>
  );
}
