import { formatOrDash, percentages } from "../../components/charts/number-format.ts";

/** A part of a whole as a number and a bar; null: there is no whole. */
export function Rate({ value, danger = false }: { value: number | null; danger?: boolean }) {
  return (
    <span className="rate">
      <span>{formatOrDash(value, percentages)}</span>
      <span className={danger ? "track tone-danger" : "track tone-accent"} aria-hidden="true">
        <i style={{ width: `${(value ?? 0) * 100}%` }} />
      </span>
    </span>
  );
}
