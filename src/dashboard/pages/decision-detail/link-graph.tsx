/** The graph of linked decisions. One stop of the Tab key; the arrow keys go around in it. */
import { useRef, useState } from "react";
import { Link } from "wouter";
import type { LinkedRow } from "../../../decisions/decisions.ts";
import { linkLimits } from "../../../storage/search.ts";
import { useProject } from "../../api/session.ts";
import { levelLook, linkWords, outcomeWords, plural, wordOf } from "./format.ts";
import { drawnMax, type GraphLayout, graphLayout, sizes } from "./link-graph-layout.ts";

interface Props {
  rows: readonly LinkedRow[];
  /** Of the decision in the middle. */
  score: number;
  level: string;
  /** There are more than are told. */
  isCut: boolean;
}

export function Graph({ rows, score, level, isCut }: Props) {
  const drawn = rows
    .toSorted((a, b) => Math.abs(a.days) - Math.abs(b.days))
    .slice(0, drawnMax)
    .sort((a, b) => a.days - b.days);
  const layout = graphLayout(drawn);
  const { x, y, width, height } = layout.viewBox;
  return (
    <figure className="link-graph">
      <svg viewBox={`${x} ${y} ${width} ${height}`} style={{ maxWidth: width }}>
        <title>{`This decision and ${plural(drawn.length, "decision")} linked with it`}</title>
        <g className="lines">
          {layout.knots.map((knot) => (
            <line key={knot.kind} x1={0} y1={0} x2={knot.x} y2={knot.y} className="own" />
          ))}
          {layout.lines.map(({ from, to, isFirst }) => (
            <line
              key={`${from.x} ${from.y} ${to.x} ${to.y}`}
              x1={from.x}
              y1={from.y}
              x2={to.x}
              y2={to.y}
              className={isFirst ? "first" : "also"}
            />
          ))}
        </g>
        <g className={`node middle ${levelLook(level)}`}>
          <circle r={sizes.middle} />
          <text dy="0.35em">{score}</text>
        </g>
        <Knots of={layout} />
        <Leaves of={layout} />
      </svg>
      <figcaption className="muted small">
        {rows.length > drawn.length &&
          `The ${drawn.length} nearest in time of ${rows.length} are drawn. `}
        {isCut && `Of each kind of link the ${linkLimits.listed} nearest in time are told. `}A
        filled one turned out to be fraud. The arrow keys go from one to the next.
      </figcaption>
    </figure>
  );
}

function Knots({ of: { knots } }: { of: GraphLayout<LinkedRow> }) {
  return (
    <g className="knots">
      {knots.map(({ kind, count, x, y }) => {
        const text = `${shortKinds[kind]} ${count}`;
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

const shortKinds = { ...linkWords, email: "e-mail", ip: "address", booker: "booker" } as const;

const steps: Readonly<Record<string, number>> = {
  ...{ ArrowRight: 1, ArrowDown: 1 },
  ...{ ArrowLeft: -1, ArrowUp: -1 },
};

function Leaves({ of: { leaves } }: { of: GraphLayout<LinkedRow> }) {
  const { projectId } = useProject();
  const [current, setCurrent] = useState(0);
  const group = useRef<SVGGElement>(null);
  const go = (event: React.KeyboardEvent) => {
    const last = leaves.length - 1;
    const step = steps[event.key];
    const next =
      step !== undefined
        ? (current + step + leaves.length) % leaves.length
        : { Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    group.current?.querySelectorAll<SVGAElement>("a")[next]?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links in it have the focus.
    <g ref={group} onKeyDown={go}>
      {leaves.map(({ row, x, y }, i) => (
        <Link
          key={row.decisionId}
          href={`/p/${projectId}/decisions/${row.decisionId}`}
          tabIndex={i === current ? 0 : -1}
          onFocus={() => setCurrent(i)}
          aria-label={leafText(row)}
          className={`node ${levelLook(row.riskLevel)} ${isFraud(row) ? "fraud" : ""}`}
        >
          <title>{leafText(row)}</title>
          <circle cx={x} cy={y} r={sizes.decision} />
          <text x={x} y={y} dy="0.35em">
            {row.riskScore}
          </text>
        </Link>
      ))}
    </g>
  );
}

const isFraud = ({ outcome }: LinkedRow) => outcome === "fraud" || outcome === "chargeback";

function leafText({ riskScore, outcome, days, shares }: LinkedRow): string {
  const said = outcome ? `, ${wordOf(outcomeWords, outcome).toLowerCase()}` : "";
  const same = shares.map((kind) => linkWords[kind]).join(", ");
  return `Score ${riskScore}${said}, ${daysText(days)}, same ${same}`;
}

/** How far from the page's decision: "3 hours before", "12 days after". */
export function daysText(days: number): string {
  const when = days < 0 ? "before" : "after";
  const hours = Math.abs(days) * 24;
  if (hours * 60 < 1) return `${plural(Math.round(hours * 3600), "second")} ${when}`;
  if (hours < 1) return `${plural(Math.round(hours * 60), "minute")} ${when}`;
  if (hours < 48) return `${plural(Math.round(hours), "hour")} ${when}`;
  return `${plural(Math.round(hours / 24), "day")} ${when}`;
}
