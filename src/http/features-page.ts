/** `/docs/features`: the catalogue as a page, from the same source as the features themselves. */
import { formOf, type GroupText, groupTexts, missingOf } from "../features/catalogue-text.ts";
import type { Feature } from "../features/index.ts";

/** The page, whole. */
export function featuresPage(): string {
  const groups = groupTexts();
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Features · Booking Risk API</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<h1>Features</h1>
<p>What a model may look at of a booking attempt: ${groups.reduce((sum, { features }) => sum + features.length, 0)}
numbers, each computed as of the attempt. A value that is not known is missing, never zero. No
feature decides alone; most of what fraud does, honest guests do now and then.</p>
<nav aria-label="Groups"><ul>
${groups.map(({ group, title, features }) => `<li><a href="#${group}">${group}</a> ${escaped(title)} (${features.length})</li>`).join("\n")}
</ul></nav>
${groups.map(section).join("\n")}
<p><a href="/docs">The API</a> · <a href="/docs/problems">Problems</a></p>
</body>
</html>
`;
}

const style = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
nav ul { padding-left: 1.2rem; }
section { border-top: 1px solid #8884; margin-top: 2rem; }
article { margin: 1.5rem 0; overflow-wrap: anywhere; }
h3 { margin: 0; font: 600 1rem/1.5 ui-monospace, monospace; }
article p { margin: 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 .8rem; margin: .2rem 0 0; font-size: .9rem; }
dt { opacity: .75; }
dd { margin: 0; }
article:target { outline: 3px solid #fc08; outline-offset: .4rem; }
`;

function section({ group, title, features }: GroupText): string {
  return `<section id="${group}">
<h2>${group}</h2>
<p>${escaped(title)}.</p>
${features.map(article).join("\n")}
</section>`;
}

function article(feature: Feature): string {
  const sources = feature.source.map((source) => `<code>${source}</code>`).join(", ");
  return `<article id="${feature.name}">
<h3>${feature.name}</h3>
<p>${escaped(feature.meaning)}</p>
<dl>
<dt>Form</dt><dd>${escaped(formOf(feature))}</dd>
<dt>Why</dt><dd>${escaped(feature.why)}</dd>
<dt>Source</dt><dd>${sources}</dd>
<dt>Missing</dt><dd>${escaped(missingOf(feature))}</dd>
</dl>
</article>`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character]!);
