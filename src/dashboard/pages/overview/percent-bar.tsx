import { percents, sayOrDash } from "../../parts/charts/numbers.ts";

/** A part of a whole as a number and a bar; null: there is no whole. */
export function Rate({ value, danger = false }: { value: number | null; danger?: boolean }) {
  return (
    <span className="rate">
      <span>{sayOrDash(value, percents)}</span>
      <span className={danger ? "track tone-danger" : "track tone-accent"} aria-hidden="true">
        <i style={{ width: `${(value ?? 0) * 100}%` }} />
      </span>
    </span>
  );
}
