import { Link } from "wouter";
import { Lines } from "../../components/charts/lines.tsx";
import { formatOrDash, percentages } from "../../components/charts/number-format.ts";
import { inDays, type OverviewProps, ratio } from "./overview-data.ts";
import { stepColumns } from "./volume.tsx";

/** The share of decisions that had data from the browser script. */
export function Telemetry({ projectId, overview }: OverviewProps) {
  const props = { projectId, overview: inDays(overview) };
  const { steps, total } = props.overview;
  const share = formatOrDash(ratio(total.seen, total.decisions), percentages);
  return (
    <Lines
      title="Telemetry"
      summary={`${share} of decisions had browser telemetry.`}
      action={
        total.seen < total.decisions / 2 && (
          <Link className="small" href={`/p/${props.projectId}/start`}>
            Add the script to your pages
          </Link>
        )
      }
      columns={stepColumns(props, { telemetry: "unseen" })}
      series={[
        {
          name: "With telemetry",
          tone: "series-2",
          values: steps.map(({ seen, decisions }) => ratio(seen, decisions)),
        },
      ]}
      numbers={percentages}
      domain={[0, 1]}
    />
  );
}
