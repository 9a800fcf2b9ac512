import type { LinkedCase } from "../../../http/dashboard-api/review.ts";
import { Score } from "../../components/risk.tsx";
import { identityLabels } from "../decision-detail/format.ts";
import { BookingLabel } from "../decision-list/bulk/dialog.tsx";

/** The open cases of the same identities, which can get the same verdict. */
export function LinkedCases({
  cases,
  chosen,
  onChange,
}: {
  cases: readonly LinkedCase[];
  chosen: readonly LinkedCase[];
  onChange: (chosen: LinkedCase[]) => void;
}) {
  if (cases.length === 0) return null;
  const free = cases.filter(({ claim }) => claim === null);
  const toggle = (one: LinkedCase) =>
    onChange(chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one]);
  return (
    <fieldset className="field choice-rows">
      <legend>The same verdict for linked cases</legend>
      {free.length > 1 && (
        <label>
          <input
            type="checkbox"
            checked={chosen.length === free.length}
            onChange={(event) => onChange(event.target.checked ? free : [])}
          />
          <b>All {free.length}</b>
        </label>
      )}
      {cases.map((one) => (
        <label key={one.decisionId}>
          <input
            type="checkbox"
            disabled={one.claim !== null}
            checked={chosen.includes(one)}
            onChange={() => toggle(one)}
          />
          <span>
            <Score score={one.riskScore} level={one.riskLevel} isBrief />{" "}
            <BookingLabel name={one.guest ?? one.hotel} at={one.bookedAt} />
            <span className="muted small">
              , same {one.shares.map((kind) => identityLabels[kind]).join(", ")}
              {one.claim && `; being reviewed by ${one.claim.by}`}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
