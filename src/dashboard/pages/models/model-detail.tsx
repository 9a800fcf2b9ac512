/** One model: what it is, its card, its replays, what it would change, and what was done to it. */
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import type { ModelDetail } from "../../../dashboard-api/models/detail.ts";
import type { ListedModel, ModelsHere } from "../../../dashboard-api/models/list.ts";
import { Button } from "../../components/button.tsx";
import { CopyField } from "../../components/copy.tsx";
import { ErrorNotice, Page, SkeletonRows } from "../../components/page.tsx";
import { Time } from "../../components/time.tsx";
import { DeedDialog } from "./action-dialogs.tsx";
import { History } from "./history.tsx";
import { FigureText, figureName } from "./metric-text.tsx";
import { type Deed, deedsWith } from "./model-actions.ts";
import { Card } from "./model-card.tsx";
import { ModelMenu, useRights } from "./model-menu.tsx";
import { usePlaces } from "./model-urls.ts";
import { Decisions, PlaceLine } from "./registry.tsx";
import { Replays } from "./replays.tsx";
import { ShadowAgreement } from "./shadow-results.tsx";
import { StateBadge } from "./state-badge.tsx";
import { useModel, useModels } from "./use-models.ts";

export function ModelView({ model }: { model: string }) {
  const places = usePlaces();
  const models = useModels();
  const look = useModel(model);
  const listed = models.data?.models.find((one) => one.model === model);
  const error = models.error ?? look.error;
  return (
    <Page
      title={model}
      lead={<Link href={places.models}>All models</Link>}
      action={listed && models.data && <Actions of={listed} here={models.data} />}
    >
      {error && <ErrorNotice error={error} retry={() => void look.refetch()} />}
      {!error && !(look.data && listed && models.data) && (
        <div className="card">
          <SkeletonRows rows={6} />
        </div>
      )}
      {look.data && listed && models.data && (
        <>
          <Facts look={look.data} listed={listed} />
          <Replays
            model={model}
            dataFolder={models.data.dataFolder}
            isUsable={!look.data.retiredAt}
          />
          <ShadowAgreement model={model} />
          <Evidence look={look.data} />
          <Features look={look.data} />
          <History events={look.data.history} />
        </>
      )}
    </Page>
  );
}

/** The next step as a button, the rest in a menu. */
function Actions({ of, here }: { of: ListedModel; here: ModelsHere }) {
  const rights = useRights();
  const [deed, setDeed] = useState<Deed | null>(null);
  const deeds = deedsWith(of, here, rights);
  const promote = deeds.find((one) => one.kind === "promote" && one.where === "here");
  return (
    <div className="row">
      {promote && (
        <Button variant="primary" onClick={() => setDeed(promote)}>
          Promote
        </Button>
      )}
      <ModelMenu of={of} here={here} />
      {deed && <DeedDialog {...{ deed, here }} model={of.model} onClose={() => setDeed(null)} />}
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

function Facts({ look, listed }: { look: ModelDetail; listed: ListedModel }) {
  const inUse = [...listed.active, ...listed.shadow];
  return (
    <section className="card" aria-label="What it is">
      <dl className="body model-facts">
        <Fact name="State">
          <StateBadge state={listed.state} />
          {inUse.map((place) => (
            <PlaceLine key={`${place.projectId} ${place.since}`} place={place} />
          ))}
        </Fact>
        <Fact name="Decisions here, last 30 days">
          <Decisions of={listed} />
        </Fact>
        <Fact name="Installed">
          <Time at={look.installedAt} />
          <ByWhom look={look} />
        </Fact>
        <Fact name="Trained">
          <Time at={look.createdAt} />
        </Fact>
        <Fact name="Trained on">{look.trainedOn ?? <i className="muted">not said</i>}</Fact>
        <Fact name="Calibration">
          {look.calibration}
          {look.evidence ? (
            <span className="muted small">
              held against {Math.round(look.evidence.attempts).toLocaleString("en")} attempts,{" "}
              {Math.round(look.evidence.frauds).toLocaleString("en")} frauds
              {look.evidence.from && `: ${look.evidence.from}`}
            </span>
          ) : (
            <span className="muted small">without evidence in its manifest</span>
          )}
        </Fact>
      </dl>
      <div className="body model-hash">
        <span className="muted small">SHA-256 of model.onnx</span>
        <CopyField text={look.sha256} label="the SHA-256" />
      </div>
    </section>
  );
}

function ByWhom({ look: { history } }: { look: ModelDetail }) {
  const by = history.findLast(({ action }) => action === "install")?.by;
  return by ? <span className="muted small">by {by}</span> : null;
}

function Evidence({ look }: { look: ModelDetail }) {
  if (look.card !== null) return <Card text={look.card} />;
  return (
    <section className="card" aria-label="Its own evidence">
      <header>
        <h2>Its own evidence</h2>
        <p>It has no card. A CARD.md in its bundle's folder is shown here.</p>
      </header>
      <div className="body stack">
        {look.figures.length === 0 && <p className="muted">Its manifest has no figures.</p>}
        {look.figures.map(({ name, figures }) => (
          <div key={name} className="stack tight">
            {name && <h3>{figureName(name)}</h3>}
            <ul className="figure-list">
              {figures.map((figure) => (
                <li key={figure.name}>
                  <FigureText figure={figure} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}

function Features({ look: { features } }: { look: ModelDetail }) {
  return (
    <details className="card fold">
      <summary>
        <h2>Features</h2>{" "}
        <span className="muted">{features.length} that it reads, in its order</span>
      </summary>
      <p className="body muted feature-note">
        What each means, and why fraud moves it: <a href="/docs/features">the list of features</a>.
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
