import { Link } from "wouter";
import { Lines } from "../../components/charts/lines.tsx";
import { formatOrDash, percentages } from "../../components/charts/number-format.ts";
import { type OfFigures, partOf } from "./overview-data.ts";
import { stepColumns } from "./volume.tsx";

/** In how many decisions the browser script had something to tell. */
export function Telemetry(of: OfFigures) {
  const { steps, total } = of.figures;
  const part = formatOrDash(partOf(total.seen, total.decisions), percentages);
  return (
    <Lines
      title="Telemetry"
      summary={`The guest's browser was seen before ${part} of the decisions.`}
      action={
        total.seen < total.decisions / 2 && (
          <Link className="small" href={`/p/${of.projectId}/start`}>
            Put the script on your pages
          </Link>
        )
      }
      columns={stepColumns(of, { telemetry: "unseen" })}
      series={[
        {
          name: "Browser seen",
          tone: "series-2",
          values: steps.map(({ seen, decisions }) => partOf(seen, decisions)),
        },
      ]}
      numbers={percentages}
      domain={[0, 1]}
    />
  );
}
