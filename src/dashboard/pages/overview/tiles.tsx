/** The key figures of the period. */
import { Link } from "wouter";
import { formatOrDash, integers, percentages } from "../../components/charts/number-format.ts";
import { decisionsUrl, type OverviewProps, ratio } from "./overview-data.ts";
import { formatSeconds } from "./response-times.tsx";

export function Tiles(props: OverviewProps) {
  const { total, answerTimes } = props.overview;
  const reported = total.fraud + total.legitimate;
  const { lately } = answerTimes;
  return (
    <dl className="stat-tiles">
      <Tile
        name="Decisions"
        value={integers.format(total.decisions)}
        to={decisionsUrl(props, {})}
      />
      <Tile
        name="Denied"
        value={formatOrDash(ratio(total.denied, total.decisions), percentages)}
        more={`${integers.format(total.denied)} decisions`}
        to={decisionsUrl(props, { action: "deny" })}
      />
      <Tile
        name="With telemetry"
        value={formatOrDash(ratio(total.seen, total.decisions), percentages)}
        more={`${integers.format(total.decisions - total.seen)} without`}
        to={decisionsUrl(props, { telemetry: "unseen" })}
      />
      <Tile
        name="Outcome reported"
        value={formatOrDash(ratio(reported, total.decisions), percentages)}
        more={`${integers.format(total.fraud)} fraud, ${integers.format(total.legitimate)} legitimate`}
        to={decisionsUrl(props, { outcome: "fraud,chargeback,legitimate" })}
      />
      <Tile
        name="Response time (p95)"
        value={formatSeconds(lately.p95, answerTimes.longest)}
        more={lately.answers === 0 ? "no recent requests" : "recent requests"}
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
    <div className="card stat-tile">
      <dt>{name}</dt>
      <dd>
        <b>{to ? <Link href={to}>{value}</Link> : value}</b>
        {more && <span>{more}</span>}
      </dd>
    </div>
  );
}
