/** The report as one self-contained HTML page: no script, no external resources. */
import type { ReplayReport } from "../report.ts";
import { escaped, whole } from "./markup.ts";
import {
  answers,
  atTheSetting,
  costs,
  grounds,
  parts as parted,
  scores,
  truth,
  unseen,
  verdict,
} from "./sections.ts";
import { style } from "./style.ts";

export function reportPage(report: ReplayReport): string {
  const { candidate, decisions } = report;
  const name = escaped(`${candidate.name}@${candidate.version}`);
  const days = [decisions.first, decisions.last].map((moment) => moment?.slice(0, 10) ?? "–");
  const parts = [verdict, atTheSetting, unseen, parted, costs, answers, scores, truth, grounds];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Replay of ${name}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Replay of ${name}</h1>
<p class="soft">${whole(decisions.replayed)} booking attempts of ${projectsOf(report)}, ${days.join(" to ")}, replayed as of ${report.asOf.slice(0, 16).replace("T", " ")} UTC. Model <code>${candidate.sha256.slice(0, 12)}</code>.</p>
${decisions.replayed === 0 ? "<p>There are no decisions in this period.</p>" : parts.map((part) => part(report)).join("\n")}
</main>
</body>
</html>
`;
}

function projectsOf({ projectId, projects }: ReplayReport): string {
  const [first] = projects;
  if (projectId === null || !first) return `all ${whole(projects.length)} projects`;
  return `${escaped(first.name)} (<code>${escaped(first.id)}</code>)`;
}
