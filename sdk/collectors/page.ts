/** Page views: loads and single-page navigation. */
import { emit, listen, turnPage } from "../watch.ts";

type Navigation = "navigate" | "reload" | "back_forward" | "pushed";

export function loadedBy(): Navigation {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const type = entry?.type;
  // A page loaded ahead of its visit says "prerender".
  return !type || type === "prerender" ? "navigate" : type;
}

function referrerHost(): string {
  try {
    return new URL(document.referrer).host.slice(0, 253);
  } catch {
    return "";
  }
}

export function openPage(navigation: Navigation): void {
  turnPage();
  emit({
    kind: "page",
    path: location.pathname.slice(0, 200),
    referrerHost: navigation === "pushed" ? location.host : referrerHost(),
    navigation,
  });
}

export function watchPages(): void {
  let path = location.pathname;
  // Routers rewrite the query or the state all the time; only another path is another page.
  const moved = () => {
    if (location.pathname === path) return;
    path = location.pathname;
    openPage("pushed");
  };
  for (const name of ["pushState", "replaceState"] as const) {
    const original = history[name];
    history[name] = (...args) => {
      original.apply(history, args);
      try {
        moved();
      } catch {
        // The page's own navigation has happened; that is what counts.
      }
    };
  }
  listen({ popstate: moved }, true);
  openPage(loadedBy());
}
