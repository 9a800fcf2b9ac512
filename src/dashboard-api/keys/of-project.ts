import { Problem } from "../../http/problem.ts";
import { type KeySummary, keySummary } from "../../projects/keys.ts";
import { BadOrigin, readOrigins } from "../../projects/origins.ts";
import type { KeyRecord } from "../../storage/keys.ts";
import type { Store } from "../../storage/store.ts";
import { invalidField } from "../fields.ts";

/** Which key of which project; a key of another project is none. */
export interface KeyOf {
  projectId: string;
  keyId: string;
}

/** @throws Problem not_found */
export async function keyOf({ projectId, keyId }: KeyOf, store: Store): Promise<KeyRecord> {
  const key = await store.keys.find(keyId);
  if (key?.projectId === projectId) return key;
  throw new Problem("not_found", "There is no such key in this project.");
}

export async function keyNow(of: KeyOf, store: Store): Promise<KeySummary> {
  return keySummary(await keyOf(of, store));
}

/** @throws Problem validation_failed */
export function originsOf(texts: readonly string[]): string[] {
  try {
    return readOrigins(texts.map((text) => text.trim()));
  } catch (error) {
    if (!(error instanceof BadOrigin)) throw error;
    throw invalidField("/allowedOrigins", error.message);
  }
}
