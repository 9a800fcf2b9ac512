/** The theme, stored in the browser. `first.ts` applies it before the first paint. */
export type Theme = "light" | "dark" | "system";

export function chosenTheme(): Theme {
  const stored = localStorage.getItem("theme");
  return stored === "light" || stored === "dark" ? stored : "system";
}

export function chooseTheme(theme: Theme): void {
  if (theme === "system") {
    localStorage.removeItem("theme");
    delete document.documentElement.dataset.theme;
  } else {
    localStorage.setItem("theme", theme);
    document.documentElement.dataset.theme = theme;
  }
}

/** Switches from the theme in use to the other one. */
export function toggleTheme(): void {
  const chosen = chosenTheme();
  const isDark =
    chosen === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : chosen === "dark";
  chooseTheme(isDark ? "light" : "dark");
}
