import type { KeySummary } from "../../projects/keys.ts";
import { auditLine } from "../../storage/audit.ts";
import type { Caller } from "../admit.ts";
import type { Parts } from "../parts.ts";
import { type KeyOf, keyNow, keyOf } from "./of-project.ts";

/** No request that starts after the answer is accepted with it. */
export async function revokeKey(
  { store, now }: Parts,
  { doing }: Caller,
  of: KeyOf,
): Promise<KeySummary> {
  const { id, projectId, end, name } = await keyOf(of, store);
  await store.keys.revoke(
    id,
    now(),
    auditLine(doing(), "key.revoke", id, projectId, { name, end }),
  );
  return keyNow(of, store);
}
