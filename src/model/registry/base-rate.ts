import type { ModelRecord } from "../../storage/port/models.ts";
import type { Store } from "../../storage/port/store.ts";
import { fullName } from "./model-name.ts";
import { promotionsOf } from "./roles.ts";

/** The share of fraud that a model's probability is calibrated to; null where it states none. */
export function statedBaseRate({ manifest }: Pick<ModelRecord, "manifest">): number | null {
  return (JSON.parse(manifest) as { baseRate?: number }).baseRate ?? null;
}

/** @returns a function that reads the base rates of a store's models, each once. */
export function modelRates({ models }: Pick<Store, "models">) {
  const known = new Map<string, Promise<number | null>>();
  return (name: string, version: string): Promise<number | null> => {
    const model = fullName({ name, version });
    const rate = known.get(model) ?? rateOf(models.find(name, version));
    known.set(model, rate);
    return rate;
  };
}

async function rateOf(model: Promise<ModelRecord | null>): Promise<number | null> {
  const found = await model;
  return found && statedBaseRate(found);
}

/** The model that scores for a project, by its promotions; null before the first. */
export async function promotedModel(
  { models }: Pick<Store, "models">,
  projectId: string,
): Promise<{ name: string; version: string; baseRate: number | null } | null> {
  const roles = await models.roles();
  const [active] = [...promotionsOf(roles, projectId), ...promotionsOf(roles, null)];
  if (!active) return null;
  const { name, version } = active;
  return { name, version, baseRate: await rateOf(models.find(name, version)) };
}
