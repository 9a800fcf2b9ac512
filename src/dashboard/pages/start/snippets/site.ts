/** What goes into the pages of a site, as sdk/README.md has it. */

/** @param key a publishable key, or what stands for it: of letters, digits and `_`. */
export const newestTag = (url: string, key: string) =>
  `<script src="${url}/sdk.js" data-publishable-key="${key}" async></script>\n`;

/** What `/sdk/integrity.json` tells. */
export interface Pinned {
  path: string;
  integrity: string;
}

export const pinnedTag = (url: string, key: string, { path, integrity }: Pinned) => `\
<script
  src="${url}${path}"
  integrity="${integrity}"
  crossorigin="anonymous"
  data-publishable-key="${key}"
  defer
></script>
`;

export const contentSecurityPolicy = (url: string) => `\
script-src  ${url};
connect-src ${url}
`;

export const handOver = `\
<input type="hidden" name="collectionId" />
<script src="/checkout.js" defer></script>
`;

export const handOverScript = `\
// checkout.js
const form = document.querySelector("form");
form.addEventListener("submit", () => {
  form.elements.collectionId.value = window.Service?.getCollectionId() ?? "";
});
`;
