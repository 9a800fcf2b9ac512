/** Filters of the list of decisions that a project's people share under a name. */
import { DomainError, invalidInput } from "../base/domain-error.ts";
import { isoTime } from "../base/iso-time.ts";
import { readName } from "../projects/name.ts";
import { type Actor, auditEntry } from "../storage/port/audit.ts";
import type { SavedViewRecord } from "../storage/port/saved-views.ts";
import type { Store } from "../storage/port/store.ts";
import { savedViewLimits } from "./saved-view-limits.ts";
import { readView, viewParameters } from "./view.ts";

export interface SavedViewDeps {
  store: Pick<Store, "savedViews">;
  now: () => number;
}

export interface SavedView {
  name: string;
  /** The view's parameters: those of the page's URL. */
  filters: Readonly<Record<string, string>>;
  createdBy: string;
  /** ISO 8601. */
  createdAt: string;
}

/** A project's, by name. */
export async function listSavedViews(
  { store }: Pick<SavedViewDeps, "store">,
  projectId: string,
): Promise<SavedView[]> {
  return (await store.savedViews.list(projectId)).map(savedView);
}

/**
 * Saves filters under a name that the project does not have yet. A search term is refused: it may
 * be a guest's e-mail address, and others would read it. So is what one decision has.
 * @throws DomainError invalid_input, view_exists, too_many_views
 */
export async function saveView(
  { store, now }: SavedViewDeps,
  actor: Actor,
  input: { projectId: string; name: string; filters: Readonly<Record<string, string>> },
): Promise<SavedView> {
  const { projectId } = input;
  const name = readName(input.name);
  if (name.length > savedViewLimits.name) {
    throw invalidInput("name", `must have at most ${savedViewLimits.name} characters`);
  }
  const at = now();
  const view: SavedViewRecord = {
    projectId,
    name,
    filters: readFilters(input.filters),
    createdBy: actor.name,
    createdAt: at,
  };
  const about = { subject: projectId, projectId, detail: { name } };
  const audit = auditEntry(actor, at, "view.save", about);
  const { perProject: max } = savedViewLimits;
  const result = await store.savedViews.add(view, max, audit);
  if (result === "exists") throw new DomainError("view_exists", { name });
  if (result === "full") throw new DomainError("too_many_views", { max });
  return savedView(view);
}

/** @throws DomainError view_not_found */
export async function removeView(
  { store, now }: SavedViewDeps,
  actor: Actor,
  { projectId, name }: { projectId: string; name: string },
): Promise<void> {
  const about = { subject: projectId, projectId, detail: { name } };
  const audit = auditEntry(actor, now(), "view.remove", about);
  if (await store.savedViews.remove(projectId, name, audit)) return;
  throw new DomainError("view_not_found", { name });
}

function readFilters(filters: Readonly<Record<string, string>>): Record<string, string> {
  const read = readView(filters);
  if ("issues" in read) {
    const fields = read.issues.map(({ name, message }) => ({ field: `filters/${name}`, message }));
    throw new DomainError("invalid_input", { fields });
  }
  if (read.view.find) throw invalidInput("filters/find", "must be absent: it may name a guest");
  if (read.view.same) throw invalidInput("filters/same", "must be absent: it names one guest");
  const parameters = viewParameters(read.view);
  if (Object.keys(parameters).length > 0) return parameters;
  throw invalidInput("filters", "must have a filter");
}

function savedView({ name, filters, createdBy, createdAt }: SavedViewRecord): SavedView {
  return { name, filters, createdBy, createdAt: isoTime(createdAt) };
}
