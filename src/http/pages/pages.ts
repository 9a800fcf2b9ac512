/** `/docs`: the API reference, the problems and the features, from inside the executable. No CDN, nothing inline. */
import { apiReference } from "./api-reference.ts";
import { builtContent } from "./built-files.ts";
import type { Content } from "./content.ts";
import { featuresPage } from "./features-page.ts";
import { problemsPage } from "./problems-page.ts";

/** Everything has to come from this origin. */
const policy = (styles: string) =>
  `default-src 'none'; script-src 'self'; style-src ${styles}; img-src 'self' data:; ` +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const page = (body: string, styles = "'self'"): Content => ({
  body,
  headers: {
    "Content-Type": "text/html; charset=utf-8",
    // A page names files that another version of the service does not have.
    "Cache-Control": "no-cache",
    "Content-Security-Policy": policy(styles),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
  },
});

/** Renders a page when it is first requested, because few services ever serve it. */
function once(render: () => string): () => Content {
  let text: string | null = null;
  return () => {
    text ??= render();
    return page(text);
  };
}

/** The pages by path. */
export const docs: Readonly<Record<string, () => Content>> = {
  // Scalar styles its elements inline.
  "/docs": () => page(apiReference.page, "'self' 'unsafe-inline'"),
  "/docs/problems": once(problemsPage),
  "/docs/features": once(featuresPage),
};

/** A file of the pages, below `/docs/assets/`; null where there is none of that name. */
export const docsFile = (name: string, acceptEncoding: string | null) =>
  builtContent(apiReference.files, name, acceptEncoding);
