/** Why the decision has its score: a waterfall from what is usual to the score. */
import type { DecisionDetail } from "../../../dashboard-api/decision-detail/detail.ts";
import type { FeatureReason, Reasons as ReasonsOfScore } from "../../../reasons/reasons.ts";
import { ErrorNotice } from "../../components/page.tsx";
import { signed } from "./format.ts";
import { useReasons } from "./use-decision.ts";
import { type Bar, type Waterfall, waterfallOf } from "./waterfall-bars.ts";

export function Reasons({ of }: { of: DecisionDetail }) {
  const { data, error, isPending, refetch } = useReasons();
  return (
    <section className="card" id="why" aria-label="Why">
      <header>
        <h2>Why it has this score</h2>
        <p>In score points: ten points double the odds of fraud.</p>
      </header>
      {error && (
        <div className="body">
          <ErrorNotice error={error} retry={() => void refetch()} />
        </div>
      )}
      {isPending && <Waiting />}
      {data && <WaterfallTable reasons={data} denyFrom={of.denyFrom} />}
    </section>
  );
}

/** The first time takes a second or two: the model is asked thousands of times. */
function Waiting() {
  return (
    <div className="waterfall-waiting" role="status" aria-label="Loading">
      {["36%", "58%", "72%", "66%", "61%", "64%"].map((width) => (
        <span className="skeleton" key={width} style={{ width }} />
      ))}
      <p className="muted small">
        Worked out when first asked for, which takes a few seconds, and kept.
      </p>
    </div>
  );
}

const comparedWith = {
  background: "typical legitimate bookings",
  golden: "the example bookings in the model's bundle",
  missing: "a booking of which nothing is known",
} as const;

function WaterfallTable({
  reasons,
  denyFrom,
}: {
  reasons: ReasonsOfScore;
  denyFrom: number | null;
}) {
  const waterfall = waterfallOf(reasons, denyFrom);
  const { background, model } = reasons;
  const rows = background.rows === 1 ? "" : `${background.rows} `;
  return (
    <>
      <table className="waterfall">
        <thead>
          <tr>
            <th>What</th>
            <th>
              <Scale of={waterfall} denyFrom={denyFrom} />
            </th>
            <th>Points</th>
          </tr>
        </thead>
        <tbody>
          {waterfall.bars.map((bar) => (
            <Row key={bar.key} of={bar} waterfall={waterfall} denyFrom={denyFrom} />
          ))}
        </tbody>
      </table>
      <footer className="waterfall-foot">
        {waterfall.still.length > 0 && (
          <p>Leaves the score as it is: {waterfall.still.join("; ")}.</p>
        )}
        <p>
          By {model.name}@{model.version}, compared with {rows}
          {comparedWith[background.kind]}. Each row is what the model's answer moves by on average
          when it learns of these things: exact Shapley values.
        </p>
      </footer>
    </>
  );
}

const place = (points: number, { low, high }: Waterfall) =>
  `${(((points - low) / (high - low)) * 100).toFixed(3)}%`;

function Scale({ of, denyFrom }: { of: Waterfall; denyFrom: number | null }) {
  if (denyFrom === null) return <span className="visually-hidden">Drawn</span>;
  return (
    <svg className="waterfall-bar" aria-label={`Denied from ${denyFrom}`} role="img">
      <text x={place(denyFrom, of)} y="15" textAnchor={denyFrom > middle(of) ? "end" : "start"}>
        deny from {denyFrom}
      </text>
    </svg>
  );
}

const middle = ({ low, high }: Waterfall) => (low + high) / 2;

function Row({
  of: bar,
  waterfall,
  denyFrom,
}: {
  of: Bar;
  waterfall: Waterfall;
  denyFrom: number | null;
}) {
  const { kind, title, reason, tenths } = bar;
  const isSum = kind === "base" || kind === "score";
  return (
    <tr className={`row-${kind}`}>
      <th scope="row">
        {title}
        {reason && <p>{reason.sentence}</p>}
        {reason && reason.features.length > 0 && <Strongest features={reason.features} />}
      </th>
      <td>
        <BarDrawn of={bar} waterfall={waterfall} denyFrom={denyFrom} />
      </td>
      <td className="points">
        {isSum ? (kind === "score" ? tenths / 10 : (tenths / 10).toFixed(1)) : signed(tenths / 10)}
      </td>
    </tr>
  );
}

function BarDrawn({
  of: { kind, from, to },
  waterfall,
  denyFrom,
}: {
  of: Bar;
  waterfall: Waterfall;
  denyFrom: number | null;
}) {
  const begin = kind === "base" || kind === "score" ? waterfall.low : from;
  const [left, right] = [Math.min(begin, to), Math.max(begin, to)];
  const span = waterfall.high - waterfall.low;
  const look = kind === "group" ? (to >= from ? "up" : "down") : `is-${kind}`;
  return (
    <svg className="waterfall-bar" aria-hidden="true">
      {denyFrom !== null && (
        <line
          className="deny"
          x1={place(denyFrom, waterfall)}
          x2={place(denyFrom, waterfall)}
          y2="100%"
        />
      )}
      <rect
        className={look}
        x={place(left, waterfall)}
        width={`${Math.max(0.3, ((right - left) / span) * 100).toFixed(3)}%`}
        y="15%"
        height="70%"
        rx="3"
      />
    </svg>
  );
}

function Strongest({ features }: { features: readonly FeatureReason[] }) {
  return (
    <details>
      <summary>The strongest single {features.length === 1 ? "thing" : "things"}</summary>
      <ul>
        {features.map(({ name, points, text, why }) => (
          <li key={name}>
            <b className="points">{signed(points)}</b>
            <span>
              {text}. <span className="muted">{why}</span>
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
