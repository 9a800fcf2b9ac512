import type { Figure } from "../../../http/dashboard-api/models/figures.ts";
import { integers } from "../../components/charts/number-format.ts";

const labels: Readonly<Record<string, string>> = {
  rocAuc: "ROC AUC",
  averagePrecision: "Average precision",
  calibrationError: "Calibration error",
};

/** `recallAt1.0%Fpr` as "Recall at 1.0% fpr". */
export function metricLabel(name: string): string {
  if (Object.hasOwn(labels, name)) return labels[name]!;
  const words = name.replace(/([a-z0-9%])([A-Z])/g, "$1 $2").replace(/([a-z])(\d)/g, "$1 $2");
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

/** With three significant digits. */
export const formatMetric = (value: number) =>
  Math.abs(value) >= 1000 ? integers.format(value) : Number(value.toPrecision(3)).toString();

/** A metric with its confidence interval, if the manifest has one. */
export function MetricText({ metric: { name, value, low, high } }: { metric: Figure }) {
  return (
    <>
      {metricLabel(name)} {formatMetric(value)}
      {low !== null && high !== null && (
        <span className="muted">
          {" "}
          ({formatMetric(low)} to {formatMetric(high)})
        </span>
      )}
    </>
  );
}
