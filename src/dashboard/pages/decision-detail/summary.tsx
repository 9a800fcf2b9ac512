/** The decision itself: score, level, action, risk setting and time; and its reported outcome. */
import type { DecisionDetail } from "../../../dashboard-api/decision-detail/detail.ts";
import type { RiskSetting } from "../../../projects/risk-setting.ts";
import { probabilityOf, scoreMax } from "../../../risk/score.ts";
import { percentages } from "../../components/charts/number-format.ts";
import { CopyField } from "../../components/copy.tsx";
import { formatSecond, timeZone } from "../../components/format.ts";
import { Time } from "../../components/time.tsx";
import { settingNames } from "../settings/risk-setting.tsx";
import { AddToList } from "./add-to-list.tsx";
import { levelTone } from "./format.ts";
import { Outcome } from "./outcome.tsx";
import { Pass } from "./pass.tsx";
import { ReviewBadge, SendToReview } from "./review.tsx";
import { useReasons } from "./use-decision.ts";

export function Summary({ decision }: { decision: DecisionDetail }) {
  const { riskScore, riskLevel, suggestedAction, riskSetting, decidedAt, source } = decision;
  return (
    <section className="card decision-summary" aria-label="Decision">
      <div className={`decision-score ${levelTone(riskLevel)}`}>
        <b>{riskScore}</b>
        <span>{riskLevel} risk</span>
      </div>
      <dl className="facts">
        <div>
          <dt>Action</dt>
          <dd>
            <span className={`badge ${suggestedAction === "deny" ? "danger" : "ok"}`}>
              {suggestedAction}
            </span>
            {source === "import" && <span className="badge">imported</span>}
            <DecidedBy decision={decision} />
            {decision.review && <ReviewBadge review={decision.review} />}
          </dd>
        </div>
        <div>
          <dt>Risk setting</dt>
          <dd>
            {settingNames[riskSetting as RiskSetting] ?? riskSetting}
            {decision.denyFrom !== null && (
              <span className="muted"> (denies at {decision.denyFrom} or higher)</span>
            )}
          </dd>
        </div>
        <div>
          <dt>Decided</dt>
          <dd>
            <time dateTime={decidedAt} title={`${decidedAt.slice(0, 23).replace("T", " ")} UTC`}>
              {formatSecond(Date.parse(decidedAt))}
            </time>{" "}
            <span className="muted">
              {timeZone} (<Time at={decidedAt} />)
            </span>
          </dd>
        </div>
        <div>
          <dt>Fraud probability</dt>
          <dd>
            {formatProbability(decision.probability)}
            <ScaleEnd score={riskScore} />
          </dd>
        </div>
      </dl>
      <Why />
      <Outcome outcomes={decision.outcomes} />
      {!decision.isBlanked && (
        <div className="row decision-acts">
          {suggestedAction === "deny" && source === "api" && <Pass />}
          <AddToList />
          <SendToReview review={decision.review} />
        </div>
      )}
      <div className="decision-ids">
        <Id label="Decision ID" text={decision.decisionId} />
        {!decision.isBlanked && <Id label="Request ID" text={decision.requestId} />}
        {decision.key && (
          <Id
            label={decision.key.name ? `Key ID (${decision.key.name})` : "Key ID"}
            text={decision.key.keyId}
          />
        )}
      </div>
    </section>
  );
}

/** The entry of a list that decided, and those that mark the decision. */
function DecidedBy({ decision: { decidedBy, listMatches } }: { decision: DecisionDetail }) {
  const isMarked = listMatches.some(({ kind }) => kind === "watch");
  return (
    <>
      {decidedBy.kind === "controlGroup" && (
        <span className="badge warn">let through at random, for the control group</span>
      )}
      {"entryId" in decidedBy && (
        <span className="muted small">
          {decidedBy.kind === "pass" ? "by a one-time pass" : `by the ${decidedBy.kind} list`} (
          <code>{decidedBy.entryId}</code>)
        </span>
      )}
      {isMarked && <span className="badge warn">on the watch list</span>}
    </>
  );
}

/** The reasons in one sentence, once they are known. */
function Why() {
  const { data } = useReasons();
  if (!data) return null;
  return <p className="decision-why">{data.summary.sentence}</p>;
}

/** At the ends of the scale, a range of probabilities has the same score. */
function ScaleEnd({ score }: { score: number }) {
  if (score > 0 && score < scoreMax) return null;
  const [end, way] = score > 0 ? [score - 0.5, "more"] : [score + 0.5, "less"];
  return (
    <span className="muted">
      {" "}
      ({score} is the {score > 0 ? "highest" : "lowest"} score, for{" "}
      {percentages.format(probabilityOf(end))} or {way})
    </span>
  );
}

function Id({ label, text }: { label: string; text: string }) {
  return (
    <div className="stack tight">
      <span className="muted small">{label}</span>
      <CopyField text={text} label={`${label.charAt(0).toLowerCase()}${label.slice(1)}`} />
    </div>
  );
}

function formatProbability(probability: number): string {
  const least = 0.001;
  return probability < least / 2
    ? `<${percentages.format(least)}`
    : percentages.format(probability);
}
