/** Page views: loads and single-page navigation. */
import type { Watch } from "../watch.ts";

type Navigation = "navigate" | "reload" | "back_forward" | "pushed";

export function loadedBy(): Navigation {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const type = entry?.type;
  return type === "reload" || type === "back_forward" ? type : "navigate";
}

function referrerHost(): string {
  try {
    return new URL(document.referrer).host.slice(0, 253);
  } catch {
    return "";
  }
}

export function openPage(watch: Watch, navigation: Navigation): void {
  watch.turnPage();
  watch.emit({
    kind: "page",
    path: location.pathname.slice(0, 200),
    referrerHost: navigation === "pushed" ? location.host : referrerHost(),
    navigation,
  });
}

export function watchPages(watch: Watch): void {
  let path = location.pathname;
  // Routers rewrite the query or the state all the time; only another path is another page.
  const moved = () => {
    if (location.pathname === path) return;
    path = location.pathname;
    openPage(watch, "pushed");
  };
  for (const name of ["pushState", "replaceState"] as const) {
    const original = history[name];
    history[name] = function (this: History, ...args) {
      original.apply(this, args);
      try {
        moved();
      } catch {
        // The page's own navigation has happened; that is what counts.
      }
    };
  }
  watch.listen(window, "popstate", moved);
  openPage(watch, loadedBy());
}
