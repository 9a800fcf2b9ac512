import { Problem } from "../../http/problem.ts";
import { createKey, type KeyKind } from "../../projects/keys.ts";
import { auditLine } from "../../storage/audit.ts";
import type { Caller } from "../admit.ts";
import { invalidField, nameOf, type Origins } from "../fields.ts";
import type { Parts } from "../parts.ts";
import { originsOf } from "./of-project.ts";

interface Asked {
  kind: KeyKind;
  name: string;
  allowedOrigins?: Origins;
}

export async function createKeyHere(
  { store, now }: Parts,
  { doing }: Caller,
  projectId: string,
  { kind, name: text, allowedOrigins: origins }: Asked,
) {
  const name = nameOf(text);
  if (origins && kind === "secret") {
    throw invalidField("/allowedOrigins", "is for publishable keys: no page may hold a secret key");
  }
  const project = await store.projects.find(projectId);
  if (project?.archivedAt) {
    throw new Problem("conflict", "The project is archived. Restore it first.");
  }
  const allowedOrigins = origins ? originsOf(origins) : null;
  const asked = { projectId, kind, name, at: now(), allowedOrigins };
  const made = await createKey(asked, store, (key) =>
    auditLine(doing(), "key.create", key.id, projectId, { kind, name, end: key.end }),
  );
  if (made) return made;
  throw new Problem("not_found", "There is no such project.");
}
