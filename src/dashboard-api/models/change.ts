/** Who decides and who watches: what the command line does, by the same code, as this person. */
import { Problem } from "../../http/problem.ts";
import { fullName } from "../../registry/model-name.ts";
import {
  endShadow,
  promote,
  promotionsOf,
  retire,
  rollback,
  startShadow,
} from "../../registry/roles.ts";
import type { Caller } from "../admit.ts";
import type { Parts } from "../parts.ts";
import { asking, modelOf } from "./asked-model.ts";

/** In the caller's project, or in all. @param force without a replay that passed. */
export async function promoteHere(
  parts: Parts,
  { doing, projectId }: Caller,
  title: string,
  force: boolean,
): Promise<{ changed: boolean }> {
  const model = await modelOf(parts, title);
  const promoting = { ...doing(), projectId, force };
  const changed = await asking(model, () => promote(parts.models.library, model, promoting));
  return { changed };
}

/**
 * @param from what decides there as far as the person knows: nobody goes back a step too far.
 * @returns what decides there now; null where a project goes with all again.
 */
export async function rollbackHere(
  { store, models }: Parts,
  { doing, projectId }: Caller,
  from: string,
): Promise<{ model: string | null }> {
  const [now] = promotionsOf(await store.models.roles(), projectId);
  if (now && fullName(now) !== from) {
    throw new Problem("conflict", `By now ${fullName(now)} decides there. Look, and try again.`);
  }
  const active = await asking(null, () => rollback(models.library, projectId, doing()));
  return { model: active && fullName(active) };
}

export async function shadowHere(
  parts: Parts,
  { doing, projectId }: Caller,
  title: string,
  on: boolean,
): Promise<{ done: true }> {
  const model = await modelOf(parts, title);
  const change = on ? startShadow : endShadow;
  await asking(model, () => change(parts.models.library, model, projectId, doing()));
  return { done: true };
}

/** For all projects: a model is retired altogether or not at all. */
export async function retireModel(
  parts: Parts,
  { doing }: Caller,
  title: string,
): Promise<{ done: true }> {
  const model = await modelOf(parts, title);
  await asking(model, () => retire(parts.models.library, model, doing()));
  return { done: true };
}
