/** A single model: details, replays, shadow mode results, model card, features and history. */
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import type { ModelDetail as ModelData } from "../../../http/dashboard-api/models/detail.ts";
import type { ListedModel, ModelsHere } from "../../../http/dashboard-api/models/list.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { integers } from "../../components/charts/number-format.ts";
import { CopyField } from "../../components/copy.tsx";
import { ErrorNotice, Page, SkeletonRows } from "../../components/page.tsx";
import { Time } from "../../components/time.tsx";
import { ActionDialog } from "./action-dialogs.tsx";
import { CalibrationCard } from "./calibration-card.tsx";
import { ChallengeResults } from "./challenge-results.tsx";
import { History } from "./history.tsx";
import { MetricText, metricLabel } from "./metric-text.tsx";
import { availableActions, type ModelAction } from "./model-actions.ts";
import { ModelCard } from "./model-card.tsx";
import { ModelMenu, useModelPermissions } from "./model-menu.tsx";
import { useModelUrls } from "./model-urls.ts";
import { DecisionCount, PlaceLines } from "./registry.tsx";
import { Replays } from "./replays.tsx";
import { ShadowResults } from "./shadow-results.tsx";
import { StateBadge } from "./state-badge.tsx";
import { useModel, useModels } from "./use-models.ts";

export function ModelDetail({ model }: { model: string }) {
  const urls = useModelUrls();
  const models = useModels();
  const detail = useModel(model);
  const listed = models.data?.models.find((one) => one.model === model);
  const error = models.error ?? detail.error;
  return (
    <Page
      title={model}
      lead={<Link href={urls.models}>All models</Link>}
      action={listed && models.data && <Actions model={listed} state={models.data} />}
    >
      {error && <ErrorNotice error={error} retry={() => void detail.refetch()} />}
      {!error && !(detail.data && listed && models.data) && (
        <div className="card">
          <SkeletonRows rows={6} />
        </div>
      )}
      {detail.data && listed && models.data && (
        <>
          <Details model={detail.data} listed={listed} />
          <Replays model={model} place={models.data} isUsable={!detail.data.retiredAt} />
          <ChallengeResults model={model} />
          {(listed.decisions ?? 0) > 0 && <CalibrationCard model={model} place={models.data} />}
          <ShadowResults model={model} />
          <Evaluation model={detail.data} />
          <Features features={detail.data.features} />
          <History events={detail.data.history} />
        </>
      )}
    </Page>
  );
}

/** Promoting as a button, all actions in a menu. */
function Actions({ model, state }: { model: ListedModel; state: ModelsHere }) {
  const permissions = useModelPermissions();
  const [selected, setSelected] = useState<ModelAction | null>(null);
  const promote = availableActions(model, state, permissions).find(
    (action) => action.kind === "promote" && action.scope === "here",
  );
  return (
    <div className="row">
      {promote && (
        <Button variant="primary" onClick={() => setSelected(promote)}>
          Promote
        </Button>
      )}
      <ModelMenu model={model} state={state} />
      {selected && (
        <ActionDialog
          action={selected}
          model={model.model}
          state={state}
          onClose={() => setSelected(null)}
        />
      )}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Details({ model, listed }: { model: ModelData; listed: ListedModel }) {
  return (
    <section className="card" aria-label="Details">
      <dl className="body model-facts">
        <Fact name="State">
          <StateBadge state={listed.state} />
          <PlaceLines {...listed} />
        </Fact>
        <Fact name="Decisions in the last 30 days">
          <DecisionCount model={listed} />
        </Fact>
        <Fact name="Owner">
          {listed.ownerName ?? "Shared"}
          <span className="muted small">
            {listed.ownerName ? "visible to this project only" : "visible to all projects"}
          </span>
        </Fact>
        <Fact name="Installed">
          <Time at={model.installedAt} />
          <InstalledBy history={model.history} />
        </Fact>
        <Fact name="Trained">
          <Time at={model.createdAt} />
          <span className="muted small">
            {model.trainedOn ?? "no training data in the manifest"}
          </span>
        </Fact>
        <Fact name="Calibration">
          {model.calibration}
          {model.evidence ? (
            <span className="muted small">
              measured on {integers.format(model.evidence.attempts)} attempts with{" "}
              {integers.format(model.evidence.frauds)} frauds
              {model.evidence.from && `: ${model.evidence.from}`}
            </span>
          ) : (
            <span className="muted small">no evaluation data in the manifest</span>
          )}
        </Fact>
      </dl>
      <div className="body model-hash">
        <span className="muted small">SHA-256 of model.onnx</span>
        <CopyField text={model.sha256} label="the model's SHA-256" />
      </div>
    </section>
  );
}

function InstalledBy({ history }: Pick<ModelData, "history">) {
  const by = history.findLast(({ action }) => action === "install")?.by;
  return by ? <span className="muted small">by {by}</span> : null;
}

/** The model card, or else the metrics of the manifest. */
function Evaluation({ model }: { model: ModelData }) {
  if (model.card !== null) return <ModelCard text={model.card} />;
  return (
    <Card
      title="Evaluation"
      beside={<p>This model has no model card. Add a CARD.md to its bundle to show one here.</p>}
    >
      <div className="body stack">
        {model.figures.length === 0 && <p className="muted">The manifest has no metrics.</p>}
        {model.figures.map(({ name, figures }) => (
          <div key={name} className="stack tight">
            {name && <h3>{metricLabel(name)}</h3>}
            <ul className="figure-list">
              {figures.map((metric) => (
                <li key={metric.name}>
                  <MetricText metric={metric} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </Card>
  );
}

function Features({ features }: Pick<ModelData, "features">) {
  return (
    <details className="card fold">
      <summary>
        <h2>Features</h2>{" "}
        <span className="muted">{features.length}, in the order of the model input</span>
      </summary>
      <p className="body muted feature-note">
        The <a href="/docs/features">feature reference</a> explains each of them.
      </p>
      <ul className="body feature-list">
        {features.map((name) => (
          <li key={name}>
            <code>{name}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}
