/** Filters of the list of decisions that a project's people share under a name. */
import type { AuditRecord } from "./audit.ts";

export interface SavedViewRecord {
  projectId: string;
  /** No two of a project are alike. */
  name: string;
  /** The view's parameters. */
  filters: Readonly<Record<string, string>>;
  createdBy: string;
  createdAt: number;
}

export interface SavedViewStore {
  /**
   * @param max of a project.
   * @returns whether it was added: `exists` where the project has one of this name, `full` where it has `max`.
   */
  add(view: SavedViewRecord, max: number, audit: AuditRecord): Promise<"added" | "exists" | "full">;
  /** A project's, by name. */
  list(projectId: string): Promise<SavedViewRecord[]>;
  /** @returns whether there was one. */
  remove(projectId: string, name: string, audit: AuditRecord): Promise<boolean>;
}
