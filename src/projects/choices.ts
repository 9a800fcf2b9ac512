/** What a project has chosen. A change of it is never lost to one that somebody else makes at the same time. */
import { DomainError, invalidInput } from "../base/domain-error.ts";
import type { AuditRecord } from "../storage/port/audit.ts";
import type { ProjectChoices, ProjectListName } from "../storage/port/projects.ts";
import type { Store } from "../storage/port/store.ts";
import type { ProjectDeps } from "./projects.ts";
import { isChange } from "./setting-change.ts";

interface ChoicesDeps {
  store: Pick<Store, "projects">;
}

type ListOf<Name extends ProjectListName> = NonNullable<ProjectChoices[Name]>;

/** @throws DomainError project_not_found */
export async function getChoices(
  { store }: ChoicesDeps,
  projectId: string,
): Promise<ProjectChoices> {
  const choices = await store.projects.choices(projectId);
  if (choices) return choices;
  throw new DomainError("project_not_found", { projectId });
}

/** Attributes: the archived ones too, in the order in which they were declared. @throws DomainError project_not_found */
export async function projectList<Name extends ProjectListName>(
  deps: ChoicesDeps,
  projectId: string,
  name: Name,
): Promise<ListOf<Name>> {
  return listOf(await getChoices(deps, projectId), name);
}

const listOf = <Name extends ProjectListName>(choices: ProjectChoices, name: Name) =>
  (choices[name] ?? []) as ListOf<Name>;

/**
 * Changes what is stored, again where somebody else has changed the same choices in the meantime.
 * @param change gives the choices that are to be stored, and their audit entry; null: nothing.
 * @throws DomainError project_not_found, and what `change` throws
 */
export async function changeChoices(
  deps: ChoicesDeps,
  projectId: string,
  change: (stored: ProjectChoices) => MaybePromise<ChoicesChange | null>,
): Promise<void> {
  for (;;) {
    const stored = await getChoices(deps, projectId);
    const changed = await change(stored);
    if (!changed) return;
    const { choices, audit } = changed;
    const names = Object.keys(choices) as (keyof ProjectChoices)[];
    const before = Object.fromEntries(names.map((name) => [name, stored[name]]));
    if (await deps.store.projects.replaceChoices(projectId, { choices, before }, audit)) return;
  }
}

type MaybePromise<Value> = Value | Promise<Value>;

interface ChoicesChange {
  choices: Partial<ProjectChoices>;
  audit: AuditRecord;
}

/** Changes one list. @throws DomainError as `changeChoices` does */
export function changeList<Name extends ProjectListName>(
  deps: ChoicesDeps,
  { projectId, name }: { projectId: string; name: Name },
  change: (stored: ListOf<Name>) => { list: ListOf<Name>; audit: AuditRecord } | null,
): Promise<void> {
  return changeChoices(deps, projectId, (stored) => {
    const changed = change(listOf(stored, name));
    return changed && { choices: { [name]: changed.list }, audit: changed.audit };
  });
}

/** A list of texts, each once and in order. */
interface TextList {
  name: "kiosks" | "welcomeAgents";
  /** What it is called where it is at fault, and what it has. */
  field: string;
  items: string;
  max: number;
}

/**
 * Changes a list of texts. The same list again changes nothing.
 * @param wanted gives the list, in any order, with repetitions.
 * @param replaces the list that was shown; undefined: whatever is stored.
 * @returns the list as it is stored now.
 * @throws DomainError invalid_input, project_not_found, setting_changed
 */
export async function changeTexts(
  deps: ProjectDeps,
  { projectId, replaces }: { projectId: string; replaces?: readonly string[] | undefined },
  { name, field, items, max }: TextList,
  wanted: (before: readonly string[]) => readonly string[],
  auditOf: (texts: readonly string[], before: readonly string[]) => AuditRecord,
): Promise<readonly string[]> {
  let list: readonly string[] = [];
  await changeList(deps, { projectId, name }, (before) => {
    list = [...new Set(wanted(before))].sort();
    if (list.length > max) throw invalidInput(field, `must contain at most ${max} ${items}`);
    if (!isChange(list, before, { replaces, stored: before })) return null;
    return { list, audit: auditOf(list, before) };
  });
  return list;
}
