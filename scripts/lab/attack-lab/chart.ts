/** The distribution of scores by kind, as a standalone HTML page. */

import { drawOf } from "../../../models/training/simulator/random.ts";
import { riskSettings } from "../../../src/projects/risk-setting.ts";
import { denyFrom } from "../../../src/risk/score.ts";
import { type Html, html } from "../../demo/hotel/html.ts";
import type { Run } from "./report.ts";
import type { KindTally } from "./tally.ts";

const size = { left: 190, plot: 700, right: 60, top: 56, row: 34 } as const;
const width = size.left + size.plot + size.right;

const across = (score: number) => size.left + (score / 99) * size.plot;

export function chartOf(run: Run): string {
  const sides = ["legitimate", "attack"] as const;
  const kinds = sides.flatMap((side) =>
    run.kinds.filter(({ kind, scores }) => kind.side === side && scores !== null),
  );
  const height = size.top + kinds.length * size.row + 40;
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Attack lab: scores by kind of visitor</title>
  <style>${style}</style>
</head>
<body>
  <h1>Scores by kind of visitor</h1>
  <p>One dot per booking attempt, and a bar at the median of each kind. ${run.model ?? ""},
  seed ${run.seed}, ${run.startedAt}. Legitimate visitors are green and attackers are red; hollow dots
  are attacks similar to those in the training data.</p>
  <svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Scores by kind of visitor">
    ${thresholds(height)}
    ${kinds.map((tally, at) => row(run, tally, size.top + (at + 0.5) * size.row))}
    ${axis(height)}
  </svg>
</body>
</html>
`.text;
}

const style = `
  :root { color-scheme: light dark; }
  body { max-width: 62rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
  svg { width: 100%; height: auto; font-size: 12px; fill: currentColor; }
  .grid { stroke: currentColor; opacity: 0.35; stroke-dasharray: 3 4; }
  .rule { stroke: currentColor; opacity: 0.12; }
  .legitimate { fill: #2c8a5b; stroke: #2c8a5b; }
  .attack { fill: #c8443a; stroke: #c8443a; }
  circle { fill-opacity: 0.55; stroke-width: 1.2; }
  circle.trained { fill-opacity: 0; }
  .median { stroke-width: 2.5; }
  .small { font-size: 11px; opacity: 0.75; }
`;

function thresholds(height: number): Html[] {
  return riskSettings.map((setting, at) => {
    const x = across(denyFrom[setting]);
    return html`<line class="grid" x1="${x}" x2="${x}" y1="40" y2="${height - 34}"/>
      <text class="small" x="${x + 3}" y="${12 + at * 13}">${denyFrom[setting]} ${setting}</text>`;
  });
}

function row(run: Run, { name, kind, scores }: KindTally, y: number): Html {
  const trained = kind.side === "attack" && kind.trainedOn !== null && "trained";
  const decisions = run.visits
    .filter((visit) => visit.kind === name)
    .flatMap((visit) => visit.decisions);
  const median = across(scores!.median);
  return html`<line class="rule" x1="${size.left}" x2="${width - size.right}" y1="${y}" y2="${y}"/>
    <text x="${size.left - 12}" y="${y + 4}" text-anchor="end">${name}</text>
    ${decisions.map(({ decisionId, riskScore }) => {
      const dy = (drawOf(decisionId, 1000) / 1000 - 0.5) * size.row * 0.6;
      return html`<circle class="${kind.side} ${trained}" r="3.6" cx="${across(riskScore).toFixed(1)}"
        cy="${(y + dy).toFixed(1)}"><title>${riskScore}</title></circle>`;
    })}
    <line class="median ${kind.side}" x1="${median}" x2="${median}" y1="${y - 13}" y2="${y + 13}"/>
    <text class="small" x="${width - size.right + 10}" y="${y + 4}">${scores!.median}</text>`;
}

function axis(height: number): Html[] {
  return [0, 20, 40, 60, 80, 99].map(
    (score) =>
      html`<text class="small" x="${across(score)}" y="${height - 14}"
        text-anchor="middle">${score}</text>`,
  );
}
