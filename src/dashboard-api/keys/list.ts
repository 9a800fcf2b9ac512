import { type KeySummary, keySummary } from "../../projects/keys.ts";
import type { Parts } from "../parts.ts";

export async function listKeys({ store }: Parts, projectId: string): Promise<KeySummary[]> {
  return (await store.keys.list(projectId)).map(keySummary);
}
