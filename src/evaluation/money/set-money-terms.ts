import { DomainError } from "../../base/domain-error.ts";
import { changeChoices, getChoices } from "../../projects/choices.ts";
import { isChange } from "../../projects/setting-change.ts";
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
  return storedTerms((await getChoices({ store }, projectId)).moneyTerms);
}

/**
 * Terms that equal those before change nothing, and are not in the audit log.
 * @param input `fields`: the terms as text or numbers. `replaces`: the terms that were shown, or null; undefined:
 *   whatever is stored.
 * @throws DomainError invalid_input with every invalid field, project_not_found, setting_changed
 */
export async function setMoneyTerms(
  deps: MoneyDeps,
  actor: Actor,
  input: { projectId: string; fields: Readonly<Record<string, unknown>>; replaces?: unknown },
): Promise<MoneyTerms> {
  const { projectId } = input;
  const read = readTerms(input.fields);
  if ("issues" in read) {
    const fields = read.issues.map(({ pointer, message }) => ({
      field: pointer.slice(1),
      message,
    }));
    throw new DomainError("invalid_input", { fields });
  }
  const { terms } = read;
  await changeChoices(deps, projectId, (choices) => {
    const before = storedTerms(choices.moneyTerms);
    if (!isChange(terms, before, { replaces: input.replaces, stored: before })) return null;
    const about = { subject: projectId, projectId, detail: { terms, before } };
    const audit = auditEntry(actor, deps.now(), "project.money", about);
    return { choices: { moneyTerms: JSON.stringify(terms) }, audit };
  });
  return terms;
}
