/** The range in a few numbers. */
import { Link } from "wouter";
import { formatOrDash, integers, percentages } from "../../components/charts/number-format.ts";
import { sayLength } from "./format-duration.ts";
import { decisionsAt, type OfFigures, partOf } from "./overview-data.ts";

export function Tiles({ projectId, figures }: OfFigures) {
  const { total, answerTimes } = figures;
  const of = { projectId, figures };
  const known = total.fraud + total.legitimate;
  const { lately } = answerTimes;
  return (
    <dl className="figures-row">
      <Tile name="Decisions" value={integers.format(total.decisions)} to={decisionsAt(of, {})} />
      <Tile
        name="Denied"
        value={formatOrDash(partOf(total.denied, total.decisions), percentages)}
        more={`${integers.format(total.denied)} decisions`}
        to={decisionsAt(of, { action: "deny" })}
      />
      <Tile
        name="Browser seen"
        value={formatOrDash(partOf(total.seen, total.decisions), percentages)}
        more={`${integers.format(total.decisions - total.seen)} not seen`}
        to={decisionsAt(of, { telemetry: "unseen" })}
      />
      <Tile
        name="Outcome known"
        value={formatOrDash(partOf(known, total.decisions), percentages)}
        more={`${integers.format(total.fraud)} fraud, ${integers.format(total.legitimate)} legitimate`}
        to={decisionsAt(of, { outcome: "fraud,chargeback,legitimate" })}
      />
      <Tile
        name="Answer time, 95%"
        value={sayLength(lately.p95, answerTimes.longest)}
        more={lately.answers === 0 ? "no call lately" : "or less, lately"}
      />
    </dl>
  );
}

function Tile({
  name,
  value,
  more,
  to,
}: {
  name: string;
  value: string;
  more?: string;
  to?: string;
}) {
  return (
    <div className="card figure">
      <dt>{name}</dt>
      <dd>
        <b>{to ? <Link href={to}>{value}</Link> : value}</b>
        {more && <span>{more}</span>}
      </dd>
    </div>
  );
}
