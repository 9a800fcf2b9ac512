/**
 * The pages, for routing, the navigation and the command palette. Hiding a page is a courtesy:
 * the service checks permissions on every request.
 */
import type { Permission } from "../../projects/accounts/permissions.ts";
import type { Project } from "../api/session.ts";
import type { IconName } from "../components/icon.tsx";

export interface PageEntry {
  /** Below the project's path, or below `/dashboard`. */
  path: string;
  title: string;
  icon: IconName;
  /** The permission it takes to see it; null: none. */
  permission: Permission | null;
  /** The shortcut: `g`, then this key. */
  key: string;
  /** Left out of the navigation, because the account menu leads there. */
  hidden?: boolean;
}

/** The pages of a project, in the order of the navigation. */
export const projectPages = [
  { path: "overview", title: "Overview", icon: "chart", permission: "figures.read", key: "o" },
  { path: "decisions", title: "Decisions", icon: "rows", permission: "decision.read", key: "d" },
  { path: "review", title: "Review", icon: "shield", permission: "review.count", key: "w" },
  { path: "lists", title: "Lists", icon: "list", permission: "list.count", key: "i" },
  { path: "models", title: "Models", icon: "model", permission: "model.read", key: "l" },
  { path: "drift", title: "Drift", icon: "wave", permission: "figures.read", key: "r" },
  { path: "money", title: "Money", icon: "coins", permission: "figures.read", key: "y" },
  { path: "start", title: "Getting started", icon: "flag", permission: "project.read", key: "t" },
  { path: "keys", title: "Keys", icon: "key", permission: "key.read", key: "k" },
  { path: "webhooks", title: "Webhooks", icon: "send", permission: "webhook.read", key: "h" },
  { path: "people", title: "Team", icon: "people", permission: "people.read", key: "e" },
  { path: "guests", title: "Guests", icon: "person", permission: "guest.erase", key: "u" },
  { path: "settings", title: "Settings", icon: "gear", permission: "project.read", key: "s" },
] as const satisfies readonly PageEntry[];

/** The pages that belong to no single project. */
export const pages = [
  { path: "projects", title: "Projects", icon: "projects", permission: null, key: "p" },
  { path: "people", title: "Everyone", icon: "globe", permission: "people.read", key: "m" },
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

/** The pages that these permissions show. */
export function visiblePages<Entry extends PageEntry>(
  entries: readonly Entry[],
  { allowed }: { allowed: readonly Permission[] },
): Entry[] {
  return entries.filter(({ permission }) => permission === null || allowed.includes(permission));
}

/** The path of a project, which redirects to Getting started or to its first page. */
export const projectHome = ({ projectId }: Pick<Project, "projectId">) => `/p/${projectId}`;

/** The first page of the project that the user can see. */
export function firstPage(project: Project): string {
  const [first] = visiblePages<PageEntry>(projectPages, project);
  return `${projectHome(project)}/${first?.path ?? "settings"}`;
}
