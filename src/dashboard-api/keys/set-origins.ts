import type { KeySummary } from "../../projects/keys.ts";
import { auditLine } from "../../storage/audit.ts";
import type { Caller } from "../admit.ts";
import { invalidField, type Origins } from "../fields.ts";
import type { Parts } from "../parts.ts";
import { type KeyOf, keyNow, keyOf, originsOf } from "./of-project.ts";

/** Holds from the next request on. */
export async function setOrigins(
  { store }: Parts,
  { doing }: Caller,
  of: KeyOf,
  texts: Origins,
): Promise<KeySummary> {
  const { id, projectId, kind } = await keyOf(of, store);
  if (kind === "secret") {
    throw invalidField("/allowedOrigins", "is for publishable keys: no page may hold a secret key");
  }
  const allowedOrigins = texts && originsOf(texts);
  const line = auditLine(doing(), "key.origins", id, projectId, { allowedOrigins });
  await store.keys.setAllowedOrigins(id, allowedOrigins, line);
  return keyNow(of, store);
}
