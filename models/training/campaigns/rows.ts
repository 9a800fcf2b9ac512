/** The table's rows of a case. */
import type { Finding, Line } from "./case.ts";
import { summaryOf } from "./findings.ts";
import type { Row } from "./table.ts";

interface Lines {
  name: string;
  lines: readonly Line[];
}

export function rowsOf({ name, lines }: Lines, findings: readonly Finding[]): Row[] {
  return lines.map(({ name: line, goals }) => {
    const summary = summaryOf(findings.filter((finding) => finding.line === line));
    const asked = goals.length > 0 && summary.campaigns > 0;
    const reached = asked ? goals.every((goal) => goal.reached(summary)) : null;
    return { name, line, goals, summary, reached };
  });
}
