import { Problem } from "../../http/problem.ts";
import { fullName } from "../../registry/model-name.ts";
import { auditLine } from "../../storage/audit.ts";
import type { Caller } from "../admit.ts";
import type { Parts } from "../parts.ts";
import { modelOf } from "./asked-model.ts";

/** Begins a replay on the decisions of the last so many days. */
export async function startReplay(
  parts: Parts,
  { doing, projectId }: Caller,
  title: string,
  days: number,
): Promise<{ done: true }> {
  const { store, models, now } = parts;
  const model = await modelOf(parts, title);
  const at = now();
  const from = at - days * 86_400_000;
  if (!models.replays.start({ model, projectId, from }, at)) {
    throw new Problem("conflict", "Another replay is under way. Wait until it is done.");
  }
  await store.audit.add(auditLine(doing(), "model.replay", fullName(model), projectId, { days }));
  return { done: true };
}
