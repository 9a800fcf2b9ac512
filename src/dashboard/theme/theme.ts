/** Light, dark, or as the system is. Kept in the browser; `first.ts` applies it before drawing. */
export type Theme = "light" | "dark" | "system";

export function chosenTheme(): Theme {
  const kept = localStorage.getItem("theme");
  return kept === "light" || kept === "dark" ? kept : "system";
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

/** The other of light and dark than what is seen now. */
export function toggleTheme(): void {
  const chosen = chosenTheme();
  const isDark =
    chosen === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : chosen === "dark";
  chooseTheme(isDark ? "light" : "dark");
}
