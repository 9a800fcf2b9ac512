/** The answer itself: score, level, action, when, under which setting; and what became of it. */
import type { DecisionDetail } from "../../../dashboard-api/decision-detail/detail.ts";
import { CopyField } from "../../components/copy.tsx";
import { Time } from "../../components/time.tsx";
import { levelLook, settingWords, wordOf } from "./format.ts";
import { Outcome } from "./outcome.tsx";

const full = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium" });

export function Head({ of }: { of: DecisionDetail }) {
  const { riskScore, riskLevel, suggestedAction, riskSetting, decidedAt, source } = of;
  return (
    <section className="card decision-head" aria-label="The decision">
      <div className={`decision-score ${levelLook(riskLevel)}`}>
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
            {source === "import" && <span className="badge">imported, never answered</span>}
          </dd>
        </div>
        <div>
          <dt>Setting at the time</dt>
          <dd>
            {wordOf(settingWords, riskSetting)}
            {of.denyFrom !== null && <span className="muted"> (denies from {of.denyFrom})</span>}
          </dd>
        </div>
        <div>
          <dt>Decided</dt>
          <dd>
            <time dateTime={decidedAt} title={`${decidedAt.slice(0, 23).replace("T", " ")} UTC`}>
              {full.format(Date.parse(decidedAt))}
            </time>{" "}
            <span className="muted">
              (<Time at={decidedAt} />)
            </span>
          </dd>
        </div>
        <div>
          <dt>Probability of fraud</dt>
          <dd>{percent(of.probability)}</dd>
        </div>
      </dl>
      <Outcome of={of} />
      <div className="decision-ids">
        <Id label="Decision" text={of.decisionId} />
        <Id label="Request" text={of.requestId} />
      </div>
    </section>
  );
}

function Id({ label, text }: { label: string; text: string }) {
  return (
    <div className="stack tight">
      <span className="muted small">{label}</span>
      <CopyField text={text} label={`the ${label.toLowerCase()}'s identifier`} />
    </div>
  );
}

function percent(probability: number): string {
  const percents = probability * 100;
  return `${percents < 10 ? Number(percents.toPrecision(2)) : Math.round(percents)} %`;
}
