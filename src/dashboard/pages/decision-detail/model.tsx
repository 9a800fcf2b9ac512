/** The model that decided, the verification of the decision, and the scores of shadow models. */
import { useMutation } from "@tanstack/react-query";
import type { DecisionDetail } from "../../../http/dashboard-api/decision-detail/detail.ts";
import type { Verification } from "../../../risk/verify.ts";
import { unwrap } from "../../api/client.ts";
import { can, useProject } from "../../api/session.ts";
import { Button, LinkButton } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { CopyField } from "../../components/copy.tsx";
import { numberFormat } from "../../components/format.ts";
import { ErrorNotice, Notice } from "../../components/page.tsx";
import { useDecisionApi } from "./use-decision.ts";

export function Model({
  decision: { model, shadow, riskScore, baseRate },
}: {
  decision: DecisionDetail;
}) {
  const project = useProject();
  return (
    <Card
      title="Model"
      beside={
        <p>
          {model.name}@{model.version}
        </p>
      }
    >
      <div className="body stack">
        <div className="stack tight">
          <span className="muted small">SHA-256 of model.onnx</span>
          <CopyField text={model.sha256} label="the model's SHA-256" />
        </div>
        {baseRate && (
          <p className="small">
            By itself it scored <b>{baseRate.modelScore}</b>. The project's fraud rate at the time,{" "}
            {formatRate(baseRate.project)} instead of {formatRate(baseRate.model)}, makes that{" "}
            {riskScore}.
          </p>
        )}
        <Verify />
        {shadow.length > 0 && (
          <div className="stack tight">
            <h3>Shadow models</h3>
            <p className="muted small">
              These models scored the booking too, without affecting the decision.
            </p>
            <ul className="shadow-list">
              {shadow.map((one) => (
                <li key={one.model}>
                  <code>{one.model}</code> scored <b>{one.riskScore}</b>
                  <span className="muted"> ({compareScores(one.riskScore, riskScore)})</span>
                  {one.suggestedAction && <>, {one.suggestedAction}</>}
                </li>
              ))}
            </ul>
          </div>
        )}
        {can(project, "model.read") && (
          <span>
            <LinkButton to={`/p/${project.projectId}/models`} icon="model">
              View all models
            </LinkButton>
          </span>
        )}
      </div>
    </Card>
  );
}

const formatRate = numberFormat({ style: "percent", maximumSignificantDigits: 3 });

function compareScores(shadow: number, served: number): string {
  if (shadow === served) return "the same";
  return `${Math.abs(shadow - served)} ${shadow > served ? "higher" : "lower"}`;
}

function Verify() {
  const { endpoints } = useDecisionApi();
  const verification = useMutation({ mutationFn: () => unwrap(endpoints.verify.post()) });
  const { data, error, isPending } = verification;
  return (
    <div className="stack">
      <div className="row">
        <Button icon="shield" busy={isPending} onClick={() => verification.mutate()}>
          {data ? "Verify again" : "Verify"}
        </Button>
        <span className="muted small">
          {isPending
            ? "Recomputing the decision. This can take a few seconds."
            : "Recomputes the decision from its stored input with the same model, and compares every bit."}
        </span>
      </div>
      <div role="status">{data && !isPending && <Verdict verification={data} />}</div>
      {error && <ErrorNotice error={error} retry={() => verification.mutate()} />}
    </div>
  );
}

function Verdict({ verification }: { verification: Verification }) {
  const { result, differing, unverifiable, modelProblem } = verification;
  if (result === "same") {
    return (
      <Notice variant="ok">
        <b>Identical, bit for bit</b>: features, probability, score, level and action.
      </Notice>
    );
  }
  if (result === "differs") {
    return (
      <Notice variant="danger">
        <b>Not identical.</b> Differences: {differing.join(", ")}. Either the stored decision was
        changed, or it was made by another version of the service. Keep a copy of the data and
        contact the operator.
      </Notice>
    );
  }
  return (
    <Notice variant="warn">
      <b>Partially verified.</b> Everything that could be recomputed is identical.
      {modelProblem && ` The model is not available: ${modelProblem}.`}
      {unverifiable.length > 0 &&
        ` This version no longer has these features: ${unverifiable.join(", ")}.`}
    </Notice>
  );
}
