/** `/docs/problems`: every problem with its cause, its remedy and an example. */
import {
  type AnyCode,
  dashboardProblems,
  operationsProblems,
  problems,
  problemType,
  scriptProblems,
} from "../problems/problem.ts";
import { exampleIssues, problemGuide } from "../problems/problem-guide.ts";
import { documentPage, escaped } from "./document-page.ts";

type Codes = Readonly<Record<string, { status: number; title: string }>>;

export function problemsPage(): string {
  return documentPage(
    "Problems",
    `<p>Every failure is <code>application/problem+json</code> (RFC 9457) with one of these codes in
<code>code</code>, and with the <code>requestId</code> of the request if it could be read. Codes and
statuses do not change; the texts may.</p>
<nav aria-label="Parts"><ul>
<li><a href="#api">API</a></li>
<li><a href="#browser-script">Browser script</a></li>
<li><a href="#dashboard">Dashboard</a></li>
<li><a href="#operations">Operations</a></li>
</ul></nav>
${section("API", "Problems of <code>POST /v1/risk</code> and the endpoints of decisions.", problems)}
${section("Browser script", "Further problems of <code>POST /sdk/batch</code>.", scriptProblems)}
${section("Dashboard", "Further problems of the dashboard's own requests.", dashboardProblems)}
${section("Operations", "Answers of <code>/metrics</code> and the dashboard to requests that may not read them.", operationsProblems)}`,
  );
}

const section = (
  title: string,
  about: string,
  codes: Codes,
) => `<section id="${title.toLowerCase().replace(" ", "-")}">
<h2>${title}</h2>
<p>${about}</p>
${Object.keys(codes)
  .map((code) => article(code as AnyCode, codes[code]!))
  .join("\n")}
</section>`;

function article(code: AnyCode, { status, title }: Codes[string]): string {
  const { cause, remedy, detail } = problemGuide[code];
  const example = {
    type: problemType(code),
    title,
    status,
    detail,
    code,
    requestId: null,
    ...(code === "validation_failed" && { requestId: "checkout-000123", errors: exampleIssues }),
  };
  return `<article id="${code}">
<h3>${status} ${code}</h3>
<p>${escaped(title)}.</p>
<dl>
<dt>Cause</dt><dd>${escaped(cause)}</dd>
<dt>Remedy</dt><dd>${escaped(remedy)}</dd>
</dl>
<pre tabindex="0" aria-label="Example of ${code}">${escaped(JSON.stringify(example, null, 2))}</pre>
</article>`;
}
