/** Keyboard shortcuts: single keys, and `g` followed by the key of a page. */
import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { can, type Project, useMe } from "../api/session.ts";
import { type PageEntry, pages, projectPages, visiblePages } from "../pages/navigation.ts";
import { toggleTheme } from "../theme/theme.ts";

export const isMac = /Mac|iP(hone|ad)/.test(navigator.platform);

/** How long `g` waits for the second key. */
const secondKeyMs = 1200;

/** Marks the search field of a page, which `/` focuses. */
export const searchFieldAttribute = "data-search";

/** The page that searches a project's decisions. The term may name a guest, so it is in the fragment. */
export function decisionSearchPath(projectId: string, text: string): string {
  return `/p/${projectId}/decisions#${new URLSearchParams({ ask: text })}`;
}

export function useShortcuts(
  project: Project | null,
  open: { palette: () => void; help: () => void },
): void {
  const me = useMe();
  const [, go] = useLocation();
  const waitingSince = useRef(Number.NEGATIVE_INFINITY);
  const latest = useRef({ me, project, go, open });
  latest.current = { me, project, go, open };

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { me, project, go, open } = latest.current;
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        open.palette();
        return;
      }
      if (event.metaKey || event.ctrlKey || event.altKey || shouldIgnoreShortcuts(event)) return;
      if (event.timeStamp - waitingSince.current < secondKeyMs) {
        waitingSince.current = Number.NEGATIVE_INFINITY;
        const path = pathOf(event.key, me, project);
        if (path) go(path);
        return;
      }
      if (event.key === "g") waitingSince.current = event.timeStamp;
      else if (event.key === "?") open.help();
      else if (event.key === "t") toggleTheme();
      else if (event.key === "/") {
        const field = document.querySelector<HTMLElement>(`[${searchFieldAttribute}]`);
        if (field) field.focus();
        else if (project && can(project, "decision.read"))
          go(decisionSearchPath(project.projectId, ""));
        else open.palette();
        event.preventDefault();
      }
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
}

/** Shortcuts are off while typing, and while a dialog or a menu is open. */
export function shouldIgnoreShortcuts({ target }: KeyboardEvent): boolean {
  const element = target as HTMLElement;
  return (
    element.matches("input:not([type=checkbox]), textarea, select, [contenteditable]") ||
    document.querySelector('[role="dialog"], [role="menu"]') !== null
  );
}

function pathOf(key: string, me: ReturnType<typeof useMe>, project: Project | null): string | null {
  const hasKey = (page: PageEntry) => page.key === key;
  const page = visiblePages<PageEntry>(pages, me).find(hasKey);
  if (page) return `/${page.path}`;
  const projectPage = project && visiblePages<PageEntry>(projectPages, project).find(hasKey);
  return projectPage ? `/p/${project.projectId}/${projectPage.path}` : null;
}
