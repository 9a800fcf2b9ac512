import { auditLine } from "../../storage/audit.ts";
import type { Caller } from "../admit.ts";
import { nameOf } from "../fields.ts";
import type { Parts } from "../parts.ts";

export async function renameMyself(
  { store }: Parts,
  { person, doing }: Caller,
  text: string,
): Promise<{ name: string }> {
  const name = nameOf(text);
  const line = auditLine(doing(), "person.rename", person.email, null);
  await store.accounts.rename(person.id, name, line);
  return { name };
}
