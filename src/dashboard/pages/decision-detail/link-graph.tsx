/** The graph of linked decisions: a single tab stop, with arrow keys to move between decisions. */
import { useRef, useState } from "react";
import { Link } from "wouter";
import type { LinkedRow } from "../../../decisions/decisions.ts";
import { linkLimits } from "../../../storage/port/search.ts";
import { useProject } from "../../api/session.ts";
import { outcomeLabels } from "../../components/risk.tsx";
import { identityLabels, levelTone, plural } from "./format.ts";
import { graphLayout, type LinkGraphLayout, nodesMax, sizes } from "./link-graph-layout.ts";

interface Props {
  rows: readonly LinkedRow[];
  /** Score and level of the decision in the center. */
  score: number;
  level: string;
  /** Whether `rows` leaves out some of the linked decisions. */
  isTruncated: boolean;
}

export function LinkGraph({ rows, score, level, isTruncated }: Props) {
  const drawn = rows
    .toSorted((a, b) => Math.abs(a.days) - Math.abs(b.days))
    .slice(0, nodesMax)
    .sort((a, b) => a.days - b.days);
  const layout = graphLayout(drawn);
  const { x, y, width, height } = layout.viewBox;
  return (
    <figure className="link-graph">
      <svg viewBox={`${x} ${y} ${width} ${height}`} style={{ maxWidth: width }}>
        <title>{`This decision and ${plural(drawn.length, "linked decision")}`}</title>
        <g className="lines">
          {layout.identities.map((identity) => (
            <line
              key={identity.kind}
              x1={0}
              y1={0}
              x2={identity.x}
              y2={identity.y}
              className="to-center"
            />
          ))}
          {layout.lines.map(({ from, to, isPrimary }) => (
            <line
              key={`${from.x} ${from.y} ${to.x} ${to.y}`}
              x1={from.x}
              y1={from.y}
              x2={to.x}
              y2={to.y}
              className={isPrimary ? "primary" : "secondary"}
            />
          ))}
        </g>
        <g className={`node center ${levelTone(level)}`}>
          <circle r={sizes.center} />
          <text dy="0.35em">{score}</text>
        </g>
        <Identities layout={layout} />
        <Nodes layout={layout} />
      </svg>
      <figcaption className="muted small">
        {rows.length > drawn.length &&
          `Showing the ${drawn.length} closest in time of ${rows.length}. `}
        {isTruncated && `Limited to the ${linkLimits.listed} closest in time of each kind. `}
        Filled circle: reported as fraud. Use the arrow keys to move between decisions.
      </figcaption>
    </figure>
  );
}

function Identities({ layout: { identities } }: { layout: LinkGraphLayout<LinkedRow> }) {
  return (
    <g className="identities">
      {identities.map(({ kind, count, x, y }) => {
        const text = `${shortLabels[kind]} ${count}`;
        const width = text.length * 6.6 + 16;
        return (
          <g key={kind} transform={`translate(${x} ${y})`}>
            <rect x={-width / 2} y={-11} width={width} height={22} rx={11} />
            <text dy="0.35em">{text}</text>
          </g>
        );
      })}
    </g>
  );
}

const shortLabels = {
  ...identityLabels,
  email: "e-mail",
  ip: "IP",
  booker: "booker",
  card: "card",
} as const;

const arrowSteps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};

function Nodes({ layout: { nodes } }: { layout: LinkGraphLayout<LinkedRow> }) {
  const { projectId } = useProject();
  const [current, setCurrent] = useState(0);
  const group = useRef<SVGGElement>(null);
  const moveFocus = (event: React.KeyboardEvent) => {
    const last = nodes.length - 1;
    const step = arrowSteps[event.key];
    const next =
      step !== undefined
        ? (current + step + nodes.length) % nodes.length
        : { Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    group.current?.querySelectorAll<SVGAElement>("a")[next]?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside have the focus.
    <g ref={group} onKeyDown={moveFocus}>
      {nodes.map(({ row, x, y }, i) => (
        <Link
          key={row.decisionId}
          href={`/p/${projectId}/decisions/${row.decisionId}`}
          tabIndex={i === current ? 0 : -1}
          onFocus={() => setCurrent(i)}
          aria-label={describeNode(row)}
          className={`node ${levelTone(row.riskLevel)} ${isFraud(row) ? "fraud" : ""}`}
        >
          <title>{describeNode(row)}</title>
          <circle cx={x} cy={y} r={sizes.node} />
          <text x={x} y={y} dy="0.35em">
            {row.riskScore}
          </text>
        </Link>
      ))}
    </g>
  );
}

const isFraud = ({ outcome }: LinkedRow) => outcome === "fraud" || outcome === "chargeback";

function describeNode({ riskScore, outcome, days, shares }: LinkedRow): string {
  const reported = outcome ? `, ${(outcomeLabels[outcome] ?? outcome).toLowerCase()}` : "";
  const same = shares.map((kind) => identityLabels[kind]).join(", ");
  return `Score ${riskScore}${reported}, ${formatOffset(days)}, same ${same}`;
}

/** The time relative to the page's decision: "3 hours before", "12 days after". */
export function formatOffset(days: number): string {
  const when = days < 0 ? "before" : "after";
  const hours = Math.abs(days) * 24;
  const seconds = Math.round(hours * 3600);
  if (seconds === 0) return "within a second";
  if (hours * 60 < 1) return `${plural(seconds, "second")} ${when}`;
  if (hours < 1) return `${plural(Math.round(hours * 60), "minute")} ${when}`;
  if (hours < 48) return `${plural(Math.round(hours), "hour")} ${when}`;
  return `${plural(Math.round(hours / 24), "day")} ${when}`;
}
