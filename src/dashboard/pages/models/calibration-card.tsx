/** How a model's probabilities compare with what was reported of this project's bookings, and what follows. */
import type { DataPlace } from "../../../http/dashboard-api/data-place.ts";
import type {
  CalibrationPart,
  CalibrationReport,
  WatchedSegment,
} from "../../../http/dashboard-api/models/calibration.ts";
import { useProject } from "../../api/session.ts";
import { Card } from "../../components/card.tsx";
import { CopyField } from "../../components/copy.tsx";
import { Notice, SkeletonRows } from "../../components/page.tsx";
import { Figures } from "../../components/table.tsx";
import { commandsFor } from "./commands.ts";
import { decimal, whole } from "./report/report-numbers.ts";
import { useCalibration } from "./use-models.ts";

interface Props {
  model: string;
  place: DataPlace;
}

export function CalibrationCard({ model, place }: Props) {
  const { data } = useCalibration(model);
  return (
    <Card
      title="Calibration on outcomes"
      beside={
        <p>
          Reported fraud, relative to what this model's probabilities say. Recent bookings are
          weighted by the probability that fraud would have been reported by now.
        </p>
      }
    >
      <div className="body stack">
        {!data && <SkeletonRows rows={3} />}
        {data?.problem && <p className="muted">Not known yet. {data.problem}</p>}
        {data?.report && (
          <>
            <Segments report={data.report} />
            <Proposal report={data.report} model={model} place={place} />
          </>
        )}
      </div>
    </Card>
  );
}

const names: Readonly<Record<WatchedSegment, string>> = {
  telemetry: "Telemetry",
  country: "Billing country",
  hotel: "Hotel",
  amount: "Amount",
};

function Segments({ report: { all, segments } }: { report: CalibrationReport }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area has to be focusable.
    <section className="scroll" aria-label="Fraud by segment" tabIndex={0}>
      <Figures columns={["Bookings", "Number", "Fraud expected", "Reported", "Ratio"]}>
        <Row name="All" part={all} />
        {segments.map((one) => (
          <Row
            key={`${one.kind} ${one.value}`}
            name={`${names[one.kind]}: ${one.value}`}
            part={one}
          />
        ))}
      </Figures>
    </section>
  );
}

function Row({ name, part }: { name: string; part: CalibrationPart }) {
  const { decisions, expected, frauds, ratio, isOff } = part;
  return (
    <tr>
      <th scope="row">
        {name} {isOff && <span className="badge warn">off</span>}
      </th>
      <td>{whole(decisions)}</td>
      <td>{decimal(expected, 1)}</td>
      <td>{whole(frauds)}</td>
      <td>
        {ratio ? (
          <>
            {decimal(ratio.value, 2)}{" "}
            <span className="muted small">
              {decimal(ratio.low, 2)} to {decimal(ratio.high, 2)}
            </span>
          </>
        ) : (
          <span className="muted">too few</span>
        )}
      </td>
    </tr>
  );
}

function Proposal({ report: { proposal }, model, place }: Props & { report: CalibrationReport }) {
  const { projectId } = useProject();
  if (!proposal) {
    return (
      <p className="muted">No recalibration is proposed: chance can explain the difference.</p>
    );
  }
  const { points, slope } = proposal;
  return (
    <div className="stack tight">
      <Notice variant="warn">
        A recalibration is proposed: it moves a score of 50 by {decimal(points, 1)} points
        {slope !== 1 && `, and the log-odds have the slope ${decimal(slope, 2)}`}. It becomes a
        version of this model, which is replayed and promoted like any other.
      </Notice>
      <CopyField
        text={commandsFor({ projectId, ...place }).recalibrate(model)}
        label="the command that installs the recalibrated model"
      />
    </div>
  );
}
