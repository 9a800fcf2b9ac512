/** Why the decision has its score: a waterfall from the baseline to the score. */
import type { GroupReason, Reasons as ScoreReasons } from "../../../model/reasons/reasons.ts";
import { tenthsWithin } from "../../../model/reasons/tenths.ts";
import { Card } from "../../components/card.tsx";
import { ErrorNotice } from "../../components/page.tsx";
import { formatPoints, plural } from "./format.ts";
import { useReasons } from "./use-decision.ts";
import { type Bar, buildWaterfall, type Waterfall } from "./waterfall-bars.ts";

/** @param denyFrom the lowest denied score; null where the risk setting is not known. */
export function Reasons({ denyFrom }: { denyFrom: number | null }) {
  const { data, error, isPending, refetch } = useReasons();
  return (
    <Card
      title="Why this score"
      label="Reasons"
      beside={<p>In score points. Every 10 points double the odds of fraud.</p>}
    >
      {error && (
        <div className="body">
          <ErrorNotice error={error} retry={() => void refetch()} />
        </div>
      )}
      {isPending && <Calculating />}
      {data && <WaterfallTable reasons={data} denyFrom={denyFrom} />}
    </Card>
  );
}

/** The first calculation takes a second or two: it runs the model thousands of times. */
function Calculating() {
  return (
    <div className="waterfall-loading" role="status" aria-label="Loading">
      {["36%", "58%", "72%", "66%", "61%", "64%"].map((width) => (
        <span className="skeleton" key={width} style={{ width }} />
      ))}
      <p className="muted small">
        Reasons are calculated when a decision is first opened. This can take a few seconds.
      </p>
    </div>
  );
}

const backgroundLabels = {
  background: "typical legitimate bookings",
  golden: "the example bookings in the model bundle",
  missing: "a booking with no known values",
} as const;

function WaterfallTable({ reasons, denyFrom }: { reasons: ScoreReasons; denyFrom: number | null }) {
  const waterfall = buildWaterfall(reasons, denyFrom);
  const { background, model } = reasons;
  const rows = background.rows === 1 ? "" : `${background.rows} `;
  return (
    <>
      {reasons.unread.length > 0 && (
        <p className="body">
          Not read by the model, and so without points: {reasons.unread.join("; ")}.
        </p>
      )}
      <table className="waterfall">
        <thead>
          <tr>
            <th>Factor</th>
            <th>
              <Scale waterfall={waterfall} denyFrom={denyFrom} />
            </th>
            <th>Points</th>
          </tr>
        </thead>
        <tbody>
          {waterfall.bars.map((bar) => (
            <Row key={bar.key} bar={bar} waterfall={waterfall} denyFrom={denyFrom} />
          ))}
        </tbody>
      </table>
      <footer className="waterfall-foot">
        {waterfall.noEffect.length > 0 && <p>No effect: {waterfall.noEffect.join("; ")}.</p>}
        <p>
          Scored by {model.name}@{model.version}, compared with {rows}
          {backgroundLabels[background.kind]}. Each row is this group's average contribution to the
          score; features add up to their row, and rows to the score (Owen values).
        </p>
      </footer>
    </>
  );
}

const position = (points: number, { low, high }: Waterfall) =>
  `${(((points - low) / (high - low)) * 100).toFixed(3)}%`;

function Scale({ waterfall, denyFrom }: { waterfall: Waterfall; denyFrom: number | null }) {
  if (denyFrom === null) return <span className="visually-hidden">Chart</span>;
  const middle = (waterfall.low + waterfall.high) / 2;
  return (
    <svg className="waterfall-bar" aria-label={`Deny threshold: ${denyFrom}`} role="img">
      <text
        x={position(denyFrom, waterfall)}
        y="15"
        textAnchor={denyFrom > middle ? "end" : "start"}
      >
        deny at {denyFrom}+
      </text>
    </svg>
  );
}

interface BarProps {
  bar: Bar;
  waterfall: Waterfall;
  denyFrom: number | null;
}

function Row({ bar, waterfall, denyFrom }: BarProps) {
  const { kind, title, reason, tenths } = bar;
  const isTotal = kind === "base" || kind === "score";
  return (
    <tr className={`row-${kind}`}>
      <th scope="row">
        {reason ? <Reason title={title} reason={reason} shown={tenths / 10} /> : title}
        {kind === "score" && <p>{waterfall.ending}</p>}
      </th>
      <td>
        <BarChart bar={bar} waterfall={waterfall} denyFrom={denyFrom} />
      </td>
      <td className="points">
        {isTotal
          ? kind === "score"
            ? tenths / 10
            : (tenths / 10).toFixed(1)
          : formatPoints(tenths / 10)}
      </td>
    </tr>
  );
}

function BarChart({ bar: { kind, from, to }, waterfall, denyFrom }: BarProps) {
  const begin = kind === "base" || kind === "score" ? waterfall.low : from;
  const [left, right] = [Math.min(begin, to), Math.max(begin, to)];
  const span = waterfall.high - waterfall.low;
  const tone = kind === "group" || kind === "step" ? (to >= from ? "up" : "down") : `is-${kind}`;
  return (
    <svg className="waterfall-bar" aria-hidden="true">
      {denyFrom !== null && (
        <line
          className="deny"
          x1={position(denyFrom, waterfall)}
          x2={position(denyFrom, waterfall)}
          y2="100%"
        />
      )}
      <rect
        className={tone}
        x={position(left, waterfall)}
        width={`${Math.max(0.3, ((right - left) / span) * 100).toFixed(3)}%`}
        y="15%"
        height="70%"
        rx="3"
      />
    </svg>
  );
}

interface ReasonProps {
  reason: GroupReason;
  /** The group's points as shown: those of its features add up to them. */
  shown: number;
}

/** A group that changes the score by less than a point takes one line until it is opened. */
function Reason({ title, reason, shown }: ReasonProps & { title: string }) {
  const text = <p>{reason.sentence}</p>;
  const features = reason.features.length > 0 && <Features reason={reason} shown={shown} />;
  if (Math.abs(shown) < 1) {
    return (
      <details className="slight">
        <summary>{title}</summary>
        {text}
        {features}
      </details>
    );
  }
  return (
    <>
      {title}
      {text}
      {features && (
        <details>
          <summary>Top {reason.features.length === 1 ? "feature" : "features"}</summary>
          {features}
        </details>
      )}
    </>
  );
}

function Features({ reason, shown }: ReasonProps) {
  const { features, others } = reason;
  const parts = tenthsWithin(reason, shown);
  return (
    <ul>
      {features.map(({ name, text, why, isDefinite }, i) => (
        <li key={name}>
          <b className="points">{formatPoints(parts[i]!)}</b>
          <span>
            {isDefinite && <span className="badge danger">definite</span>} {text}.{" "}
            <span className="muted">{why}</span>
          </span>
        </li>
      ))}
      {others && (
        <li>
          <b className="points">{formatPoints(parts.at(-1)!)}</b>
          <span className="muted">{plural(others.count, "other")}</span>
        </li>
      )}
    </ul>
  );
}
