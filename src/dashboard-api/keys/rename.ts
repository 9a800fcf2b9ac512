import type { KeySummary } from "../../projects/keys.ts";
import { auditLine } from "../../storage/audit.ts";
import type { Caller } from "../admit.ts";
import { nameOf } from "../fields.ts";
import type { Parts } from "../parts.ts";
import { type KeyOf, keyNow, keyOf } from "./of-project.ts";

export async function renameKey(
  { store }: Parts,
  { doing }: Caller,
  of: KeyOf,
  text: string,
): Promise<KeySummary> {
  const name = nameOf(text);
  const { id, projectId } = await keyOf(of, store);
  await store.keys.rename(id, name, auditLine(doing(), "key.rename", id, projectId, { name }));
  return keyNow(of, store);
}
