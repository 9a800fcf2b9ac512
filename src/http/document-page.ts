/** The frame that `/docs/problems` and `/docs/features` share. */

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
pre { overflow-x: auto; margin: .4rem 0 0; padding: .6rem .8rem; background: #8881; font-size: .8rem; }
article:target { outline: 3px solid #fc08; outline-offset: .4rem; }
`;

/** @param body is HTML; text in it has to be escaped. */
export function documentPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Booking Risk API</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<h1>${title}</h1>
${body}
<p><a href="/docs">API reference</a> · <a href="/docs/problems">Problems</a> ·
<a href="/docs/features">Features</a> · <a href="/dashboard">Dashboard</a></p>
</body>
</html>
`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

export const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (character) => entities[character]!);
