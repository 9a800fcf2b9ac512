import type { ModelRecord } from "../storage/models.ts";

/** The share of fraud that a model's probability is calibrated to; null where it states none. */
export function statedBaseRate({ manifest }: Pick<ModelRecord, "manifest">): number | null {
  return (JSON.parse(manifest) as { baseRate?: number }).baseRate ?? null;
}
