/** The lists among a project's settings: each is read and replaced as a whole, and no change is lost to another. */
import { DomainError, invalidInput } from "../base/domain-error.ts";
import type { AuditRecord } from "../storage/port/audit.ts";
import type { ProjectChoices, ProjectListName } from "../storage/port/projects.ts";
import type { ProjectDeps } from "./projects.ts";

type ListOf<Name extends ProjectListName> = NonNullable<ProjectChoices[Name]>;

/** Attributes: the archived ones too, in the order in which they were declared. @throws DomainError project_not_found */
export async function projectList<Name extends ProjectListName>(
  deps: Pick<ProjectDeps, "store">,
  projectId: string,
  name: Name,
): Promise<ListOf<Name>> {
  return orNone(await storedList(deps, projectId, name));
}

/**
 * Changes what is stored, again where somebody else has changed it in the meantime.
 * @param change gives what is to be stored, and its audit entry; null: nothing.
 * @throws DomainError project_not_found, and what `change` throws
 */
export async function changeList<Name extends ProjectListName>(
  deps: Pick<ProjectDeps, "store">,
  { projectId, name }: { projectId: string; name: Name },
  change: (stored: ListOf<Name>) => { list: ListOf<Name>; audit: AuditRecord } | null,
): Promise<void> {
  for (;;) {
    const before = await storedList(deps, projectId, name);
    const changed = change(orNone(before));
    if (!changed) return;
    const { list, audit } = changed;
    if (await deps.store.projects.setList(projectId, { name, list, before }, audit)) return;
  }
}

/** Null where the project never had one. */
async function storedList<Name extends ProjectListName>(
  { store }: Pick<ProjectDeps, "store">,
  projectId: string,
  name: Name,
): Promise<ProjectChoices[Name]> {
  const choices = await store.projects.choices(projectId);
  if (!choices) throw new DomainError("project_not_found", { projectId });
  return choices[name];
}

const orNone = <Name extends ProjectListName>(stored: ProjectChoices[Name]) =>
  (stored ?? []) as ListOf<Name>;

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
 * @returns the list as it is stored now.
 * @throws DomainError invalid_input, project_not_found
 */
export async function changeTexts(
  deps: ProjectDeps,
  projectId: string,
  { name, field, items, max }: TextList,
  wanted: (before: readonly string[]) => readonly string[],
  auditOf: (texts: readonly string[], before: readonly string[]) => AuditRecord,
): Promise<readonly string[]> {
  let list: readonly string[] = [];
  await changeList(deps, { projectId, name }, (before) => {
    list = [...new Set(wanted(before))].sort();
    if (list.length > max) throw invalidInput(field, `must contain at most ${max} ${items}`);
    return list.join() === before.join() ? null : { list, audit: auditOf(list, before) };
  });
  return list;
}
