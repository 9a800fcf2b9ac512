/** Page views: page loads and single-page navigation. */
import { emit, listen, startPage } from "../events.ts";

type Navigation = "navigate" | "reload" | "back_forward" | "pushed";

/** Of this page's load; undefined in browsers that do not have it. */
export const navigationEntry = () =>
  performance.getEntriesByType?.("navigation")[0] as
    | (PerformanceNavigationTiming & { activationStart?: number }) // When a prerendered page was shown.
    | undefined;

export function navigationType(): Navigation {
  // A prerendered page had the type "prerender" in earlier browsers.
  const type = navigationEntry()?.type as Navigation | "prerender" | undefined;
  return !type || type === "prerender" ? "navigate" : type;
}

/** Of an address that the browser wrote, `scheme://host/path`; empty without a referrer. */
const referrerHost = () => document.referrer.split("/")[2] ?? "";

export function openPage(navigation: Navigation): void {
  startPage();
  emit({
    kind: "page",
    path: location.pathname.slice(0, 200),
    referrerHost: navigation === "pushed" ? location.host : referrerHost(),
    navigation,
  });
}

export function watchPages(): void {
  let path = location.pathname;
  // Routers often rewrite the query or the state; only another path is another page.
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
        // The page's own navigation has already happened.
      }
    };
  }
  listen({ popstate: moved }, true);
  openPage(navigationType());
}
