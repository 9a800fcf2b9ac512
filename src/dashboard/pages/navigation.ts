/**
 * The list of pages: for the addresses, the navigation and the command palette. What a page needs
 * may hide it here; the service checks it again at every door.
 */
import type { Permission } from "../../accounts/permissions.ts";
import type { Project } from "../api/session.ts";
import type { IconName } from "../components/icon.tsx";

export interface PageEntry {
  /** Below the project's address, or below `/dashboard`. */
  path: string;
  title: string;
  icon: IconName;
  /** Who sees it; null: everybody. */
  permission: Permission | null;
  /** The key that leads here after `g`. */
  key: string;
  /** Not in the navigation: it has a place of its own. */
  hidden?: boolean;
}

/** Those of one project, in the order of the navigation. */
export const projectPages = [
  { path: "overview", title: "Overview", icon: "chart", permission: "figures.read", key: "o" },
  { path: "decisions", title: "Decisions", icon: "list", permission: "decision.read", key: "d" },
  { path: "models", title: "Models", icon: "model", permission: "model.read", key: "l" },
  { path: "money", title: "Money", icon: "coins", permission: "figures.read", key: "y" },
  { path: "start", title: "Getting started", icon: "flag", permission: "project.read", key: "t" },
  { path: "keys", title: "Keys", icon: "key", permission: "key.read", key: "k" },
  { path: "people", title: "People", icon: "people", permission: "people.read", key: "e" },
  { path: "settings", title: "Settings", icon: "gear", permission: "project.read", key: "s" },
] as const satisfies readonly PageEntry[];

/** Those of all projects, and one's own. */
export const pages = [
  { path: "projects", title: "Projects", icon: "projects", permission: null, key: "p" },
  { path: "people", title: "Everybody", icon: "globe", permission: "people.read", key: "m" },
  { path: "activity", title: "Activity", icon: "clock", permission: "audit.read", key: "v" },
  {
    path: "account",
    title: "Your account",
    icon: "person",
    permission: null,
    key: "a",
    hidden: true,
  },
] as const satisfies readonly PageEntry[];

/** Those that somebody with these rights sees. */
export function visiblePages<Entry extends PageEntry>(
  entries: readonly Entry[],
  { allowed }: { allowed: readonly Permission[] },
): Entry[] {
  return entries.filter(({ permission }) => permission === null || allowed.includes(permission));
}

/** A project's address; it leads to its start while nothing has arrived, and then to its first page. */
export const projectHome = ({ projectId }: Pick<Project, "projectId">) => `/p/${projectId}`;

/** The first page that somebody with these rights sees. */
export function firstPage(project: Project): string {
  const [first] = visiblePages<PageEntry>(projectPages, project);
  return `${projectHome(project)}/${first?.path ?? "settings"}`;
}
