import type { Figure } from "../../../dashboard-api/models/figures.ts";

const known: Readonly<Record<string, string>> = {
  rocAuc: "ROC AUC",
  averagePrecision: "Average precision",
  calibrationError: "Calibration error",
};

/** `recallAt1.0%Fpr` as "Recall at 1.0% fpr". */
export function figureName(name: string): string {
  if (Object.hasOwn(known, name)) return known[name]!;
  const words = name.replace(/([a-z0-9%])([A-Z])/g, "$1 $2").replace(/([a-z])(\d)/g, "$1 $2");
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

/** Three digits that count. */
export const sayFigure = (value: number) =>
  Math.abs(value) >= 1000
    ? Math.round(value).toLocaleString("en")
    : Number(value.toPrecision(3)).toString();

/** A figure with its interval, where the manifest tells one. */
export function FigureText({ figure: { name, value, low, high } }: { figure: Figure }) {
  return (
    <>
      {figureName(name)} {sayFigure(value)}
      {low !== null && high !== null && (
        <span className="muted">
          {" "}
          ({sayFigure(low)} to {sayFigure(high)})
        </span>
      )}
    </>
  );
}
