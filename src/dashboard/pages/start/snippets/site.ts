/** Snippets for the pages of a website, as in sdk/README.md. */

/** @param key a publishable key or its placeholder, which needs no escaping. */
export const latestTag = (url: string, key: string) =>
  `<script src="${url}/sdk.js" data-publishable-key="${key}" async></script>\n`;

/** The content of `/sdk/integrity.json`. */
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

export const checkoutField = `\
<input type="hidden" name="collectionId" />
<script src="/checkout.js" defer></script>
`;

export const checkoutScript = `\
// checkout.js
const form = document.querySelector("form");
form.addEventListener("submit", () => {
  form.elements.collectionId.value = window.Service?.getCollectionId() ?? "";
});
`;
