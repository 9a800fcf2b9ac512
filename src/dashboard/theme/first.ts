/** Runs before the first paint, so that the page never flashes in the wrong theme. */
const chosen = localStorage.getItem("theme");
if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
