/** Shows those features of `/docs/features` that have every word of the search; `/` focuses it. */
const field = document.querySelector<HTMLInputElement>("#search")!;
const found = document.querySelector("#found")!;
const groups = document.querySelector<HTMLElement>("main > nav")!;
const sections = [...document.querySelectorAll<HTMLElement>("main > section")].map((section) => ({
  section,
  features: [...section.querySelectorAll("article")].map((article) => ({
    article,
    // A name is also found by its parts: "email age" finds email_age.
    text: `${article.textContent} ${article.id.replaceAll("_", " ")}`.toLowerCase(),
  })),
}));
const total = sections.reduce((sum, { features }) => sum + features.length, 0);

function search(): void {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const { section, features } of sections) {
    for (const { article, text } of features)
      article.hidden = !words.every((w) => text.includes(w));
    const shown = features.filter(({ article }) => !article.hidden).length;
    section.hidden = shown === 0;
    count += shown;
  }
  groups.hidden = words.length > 0;
  found.textContent = words.length > 0 ? `${count} of ${total} features` : "";
}

field.addEventListener("input", search);
// A link to a feature shows it, whatever is searched for.
addEventListener("hashchange", () => {
  field.value = "";
  search();
  document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target === field || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  field.focus();
});
field.closest<HTMLElement>("search")!.hidden = false;
// The browser restores the field after the page was left.
search();
