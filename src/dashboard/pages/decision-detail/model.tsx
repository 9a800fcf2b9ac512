/** The model that decided, whether it says the same again, and what others said in the shadow. */
import { useMutation } from "@tanstack/react-query";
import type { DecisionDetail } from "../../../dashboard-api/decision-detail/detail.ts";
import type { Verification } from "../../../risk/verify.ts";
import { unwrap } from "../../api/client.ts";
import { can, useProject } from "../../api/session.ts";
import { Button, LinkButton } from "../../components/button.tsx";
import { CopyField } from "../../components/copy.tsx";
import { ErrorNotice, Notice } from "../../components/page.tsx";
import { useDoors } from "./use-decision.ts";

export function Model({ of: { model, shadow, riskScore } }: { of: DecisionDetail }) {
  const project = useProject();
  return (
    <section className="card" id="model" aria-label="The model">
      <header>
        <h2>The model that decided</h2>
        <p>
          {model.name}@{model.version}
        </p>
      </header>
      <div className="body stack">
        <div className="stack tight">
          <span className="muted small">SHA-256 of its model.onnx</span>
          <CopyField text={model.sha256} label="the model's SHA-256" />
        </div>
        <Verify />
        {shadow.length > 0 && (
          <div className="stack tight">
            <h3>In the shadow</h3>
            <p className="muted small">Models that scored this booking too, without a say.</p>
            <ul className="shadow-list">
              {shadow.map((one) => (
                <li key={one.model}>
                  <code>{one.model}</code> says <b>{one.riskScore}</b>
                  <span className="muted"> ({difference(one.riskScore - riskScore)})</span>
                  {one.suggestedAction && <>, {one.suggestedAction}</>}
                </li>
              ))}
            </ul>
          </div>
        )}
        {can(project, "model.read") && (
          <span>
            <LinkButton to={`/p/${project.projectId}/models`} icon="model">
              All models
            </LinkButton>
          </span>
        )}
      </div>
    </section>
  );
}

const difference = (points: number) =>
  points === 0 ? "the same" : `${Math.abs(points)} ${points > 0 ? "higher" : "lower"}`;

function Verify() {
  const { doors } = useDoors();
  const verifying = useMutation({ mutationFn: () => unwrap(doors.verify.post()) });
  const { data, error, isPending } = verifying;
  return (
    <div className="stack">
      <div className="row">
        <Button icon="shield" busy={isPending} onClick={() => verifying.mutate()}>
          {data ? "Verify again" : "Verify"}
        </Button>
        <span className="muted small">
          {isPending
            ? "Making it again from what is stored. This may take a few seconds."
            : "Makes the decision again from its stored input, with its own model, and compares every bit."}
        </span>
      </div>
      <div role="status">{data && !isPending && <Verdict of={data} />}</div>
      {error && <ErrorNotice error={error} retry={() => verifying.mutate()} />}
    </div>
  );
}

function Verdict({ of: { result, differing, unverifiable, modelProblem } }: { of: Verification }) {
  if (result === "same") {
    return (
      <Notice variant="ok">
        <b>The same, bit for bit</b>: features, probability, score, level and action.
      </Notice>
    );
  }
  if (result === "differs") {
    return (
      <Notice variant="danger">
        <b>Not the same.</b> What differs: {differing.join(", ")}. Either the stored decision was
        changed, or it was made by another version of the service. Keep a copy of the data, and ask
        its operator.
      </Notice>
    );
  }
  return (
    <Notice variant="warn">
      <b>What can be made again is the same; not all can.</b>
      {modelProblem && ` Its model cannot be asked: ${modelProblem}.`}
      {unverifiable.length > 0 &&
        ` This version does not have these features any more: ${unverifiable.join(", ")}.`}
    </Notice>
  );
}
