/** `/docs/features`: the feature catalogue, from the same source as the features themselves. */
import {
  formOf,
  type GroupText,
  groupTexts,
  missingOf,
} from "../../risk/features/catalogue-text.ts";
import type { Feature } from "../../risk/features/index.ts";
import { apiReference } from "./api-reference.ts";
import { documentPage, escaped } from "./document-page.ts";

export function featuresPage(): string {
  const groups = groupTexts();
  const count = groups.reduce((sum, { features }) => sum + features.length, 0);
  return documentPage(
    "Features",
    `<p>A model can use these ${count} numbers, each computed as of the booking attempt. A value that
is not known is missing, never zero. No single feature decides: honest guests, too, do most of what
fraudsters do.</p>
<search hidden><label for="search">Search the features</label>
<input id="search" type="search" autocomplete="off" spellcheck="false" maxlength="100" aria-describedby="found">
<p id="found" role="status"></p></search>
<nav aria-label="Groups"><ul>
${groups.map(({ group, title, features }) => `<li><a href="#${group}">${escaped(title)}</a> (${features.length})</li>`).join("\n")}
</ul></nav>
${groups.map(section).join("\n")}`,
    apiReference.assets.featureSearch,
  );
}

function section({ group, title, features }: GroupText): string {
  return `<section id="${group}">
<h2>${escaped(title)}</h2>
<p>Group <code>${group}</code> of a decision's reasons.</p>
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
