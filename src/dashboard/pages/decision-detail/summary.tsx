/** The decision itself: score, level, action, risk setting and time; its strongest reasons, and what can be done. */
import type { DecisionDetail } from "../../../http/dashboard-api/decision-detail/detail.ts";
import { type RiskSetting, settingNames } from "../../../projects/risk-setting.ts";
import { probabilityOf, scoreMax } from "../../../risk/score.ts";
import { percentages } from "../../components/charts/number-format.ts";
import { formatSecond, timeZone } from "../../components/format.ts";
import { AddToList } from "./add-to-list.tsx";
import { Facts } from "./facts.tsx";
import { levelTone } from "./format.ts";
import { Outcome } from "./outcome.tsx";
import { Pass } from "./pass.tsx";
import { GiveVerdict, ReviewBadge, SendToReview } from "./review.tsx";

export function Summary({
  decision,
  isOpenCase,
}: {
  decision: DecisionDetail;
  isOpenCase: boolean;
}) {
  const { riskScore, riskLevel, suggestedAction, decidedAt, source } = decision;
  return (
    <section className="card decision-summary" aria-label="Decision">
      <div className="decision-verdict">
        <div className={`decision-score ${levelTone(riskLevel)}`}>
          <b>{riskScore}</b>
        </div>
        <div className="stack tight">
          <div className="row decision-why">
            <b>{verdictOf(decision)}</b>
            <Marks decision={decision} />
          </div>
          <p className="muted small">
            {`${riskLevel.charAt(0).toUpperCase()}${riskLevel.slice(1)} risk`}, fraud probability{" "}
            {formatProbability(decision.probability)}
            <ScaleEnd score={riskScore} />. <Setting decision={decision} />
            <time dateTime={decidedAt} title={`${decidedAt.slice(0, 23).replace("T", " ")} UTC`}>
              {formatSecond(Date.parse(decidedAt))}
            </time>{" "}
            {timeZone}.
          </p>
        </div>
      </div>
      <Facts />
      <div className="decision-acts">
        <Outcome outcomes={decision.outcomes} />
        {!decision.isBlanked && (
          <div className="row">
            {suggestedAction === "deny" && source === "api" && <Pass pass={decision.pass} />}
            <AddToList />
            {!isOpenCase && <GiveVerdict review={decision.review} />}
            <SendToReview review={decision.review} />
          </div>
        )}
      </div>
    </section>
  );
}

/** As in "Denied", or "Denied by an entry of the deny list. By its score it would be allowed." */
function verdictOf({ suggestedAction, decidedBy, riskScore, denyFrom }: DecisionDetail): string {
  const verdict = suggestedAction === "deny" ? "Denied" : "Allowed";
  if (decidedBy.kind === "model") return verdict;
  if (decidedBy.kind === "controlGroup") {
    return `${verdict} at random, for the control group. By its score it would be denied.`;
  }
  const by =
    decidedBy.kind === "pass" ? "a one-time pass" : `an entry of the ${decidedBy.kind} list`;
  if (denyFrom === null) return `${verdict} by ${by}`;
  const byScore = riskScore >= denyFrom ? "denied" : "allowed";
  return `${verdict} by ${by}. By its score it would be ${byScore}.`;
}

/** What else is to be known of how it was decided. */
function Marks({
  decision: { decidedBy, listMatches, source, review, side },
}: {
  decision: DecisionDetail;
}) {
  return (
    <>
      {"entryId" in decidedBy && <code className="muted small">{decidedBy.entryId}</code>}
      {listMatches.some(({ kind }) => kind === "watch") && (
        <span className="badge warn">on the watch list</span>
      )}
      {side === "challenger" && <span className="badge">decided by the challenger</span>}
      {source === "import" && <span className="badge">imported</span>}
      {review && <ReviewBadge review={review} />}
    </>
  );
}

function Setting({ decision: { riskSetting, denyFrom } }: { decision: DecisionDetail }) {
  const name = settingNames[riskSetting as RiskSetting] ?? riskSetting;
  return <>{denyFrom === null ? `${name}. ` : `${name} denies at ${denyFrom} or higher. `}</>;
}

/** At the ends of the scale, a range of probabilities has the same score. */
function ScaleEnd({ score }: { score: number }) {
  if (score > 0 && score < scoreMax) return null;
  const [end, way] = score > 0 ? [score - 0.5, "more"] : [score + 0.5, "less"];
  return (
    <>
      {" "}
      ({score} is the {score > 0 ? "highest" : "lowest"} score, for{" "}
      {percentages.format(probabilityOf(end))} or {way})
    </>
  );
}

function formatProbability(probability: number): string {
  const least = 0.001;
  return probability < least / 2
    ? `<${percentages.format(least)}`
    : percentages.format(probability);
}
