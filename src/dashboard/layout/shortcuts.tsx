/** The keyboard: what each key does, and the page that says so. */
import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { can, type Project, useMe } from "../api/session.ts";
import { Dialog } from "../components/dialog.tsx";
import { type PageEntry, pages, projectPages, visiblePages } from "../pages/navigation.ts";
import { toggleTheme } from "../theme/theme.ts";

export const isMac = /Mac|iP(hone|ad)/.test(navigator.platform);

/** How long after `g` the second key may come, ms. */
const secondKeyMs = 1200;

/** A page marks its search field with this, and `/` leads there. */
export const searchFieldAttribute = "data-search";

/** Where a text is looked up among a project's decisions; behind the #, as it may be of a guest. */
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
        const address = addressOf(event.key, me, project);
        if (address) go(address);
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

/** Somebody is typing, or a dialog is open: its keys are its own. */
export function shouldIgnoreShortcuts({ target }: KeyboardEvent): boolean {
  const element = target as HTMLElement;
  return (
    element.matches("input, textarea, select, [contenteditable]") ||
    document.querySelector("dialog[open], [popover]:popover-open") !== null
  );
}

function addressOf(
  key: string,
  me: ReturnType<typeof useMe>,
  project: Project | null,
): string | null {
  const hasKey = (page: PageEntry) => page.key === key;
  const ofAll = visiblePages<PageEntry>(pages, me).find(hasKey);
  if (ofAll) return `/${ofAll.path}`;
  const ofProject = project && visiblePages<PageEntry>(projectPages, project).find(hasKey);
  return ofProject ? `/p/${project.projectId}/${ofProject.path}` : null;
}

export function ShortcutsHelp({ onClose }: { onClose: () => void }) {
  const lines: [string[], string][] = [
    [[isMac ? "⌘" : "Ctrl", "K"], "Search for pages, projects, actions and decisions"],
    [["/"], "Search on this page, or look a decision up"],
    [["j"], "The next row"],
    [["k"], "The row before"],
    [["?"], "This list"],
    [["t"], "Light or dark"],
    ...[...projectPages, ...pages].map(({ key, title }): [string[], string] => [["g", key], title]),
    [["Esc"], "Close"],
  ];
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className="keys-list">
        {lines.map(([keys, what]) => (
          <div key={what} style={{ display: "contents" }}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
