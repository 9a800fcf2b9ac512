import { DomainError } from "../../base/domain-error.ts";
import { getProject } from "../../projects/projects.ts";
import { type Actor, auditEntry } from "../../storage/port/audit.ts";
import type { Store } from "../../storage/port/store.ts";
import { type MoneyTerms, readTerms, storedTerms } from "./terms.ts";

export interface MoneyDeps {
  store: Pick<Store, "projects">;
  now: () => number;
}

/** The project's own terms; null where none are set. @throws DomainError project_not_found */
export async function getMoneyTerms(
  { store }: Pick<MoneyDeps, "store">,
  projectId: string,
): Promise<MoneyTerms | null> {
  await getProject(store, projectId);
  return storedTerms((await store.projects.choices(projectId))?.moneyTerms ?? null);
}

/**
 * Terms that equal those before change nothing, and are not in the audit log.
 * @param input `fields`: the terms as text or numbers.
 * @throws DomainError invalid_input with every invalid field, project_not_found
 */
export async function setMoneyTerms(
  { store, now }: MoneyDeps,
  actor: Actor,
  input: { projectId: string; fields: Readonly<Record<string, unknown>> },
): Promise<MoneyTerms> {
  const { projectId } = input;
  const before = await getMoneyTerms({ store }, projectId);
  const read = readTerms(input.fields);
  if ("issues" in read) {
    const fields = read.issues.map(({ pointer, message }) => ({
      field: pointer.slice(1),
      message,
    }));
    throw new DomainError("invalid_input", { fields });
  }
  const { terms } = read;
  if (JSON.stringify(before) === JSON.stringify(terms)) return terms;
  const entry = { subject: projectId, projectId, detail: { terms, before } };
  await store.projects.setMoneyTerms(
    projectId,
    JSON.stringify(terms),
    auditEntry(actor, now(), "project.money", entry),
  );
  return terms;
}
