/** Every installed model with its state. */
import { Link } from "wouter";
import type { ListedModel, ModelsHere, Place } from "../../../http/dashboard-api/models/list.ts";
import { Card } from "../../components/card.tsx";
import { integers } from "../../components/charts/number-format.ts";
import { formatMinute } from "../../components/format.ts";
import { Table } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { MetricText } from "./metric-text.tsx";
import { ModelMenu } from "./model-menu.tsx";
import { useModelUrls } from "./model-urls.ts";
import { StateBadge } from "./state-badge.tsx";

export function Registry({ state }: { state: ModelsHere }) {
  return (
    <Card
      title="Model registry"
      beside={
        <p>
          The models of this project, and those that all projects share. Models are never removed,
          since decisions refer to them.
        </p>
      }
    >
      <Table
        kind="models"
        columns={["Model", "State", "Published metrics", "Decisions (30 days)"]}
        actions="Actions"
      >
        {sorted(state.models).map((model) => (
          <ModelRow key={model.model} model={model} state={state} />
        ))}
      </Table>
    </Card>
  );
}

const ranks = { active: 0, challenger: 1, shadow: 2, candidate: 3, retired: 4 } as const;

/** Models in use first, then the newest. */
function sorted(models: readonly ListedModel[]): ListedModel[] {
  return models.toSorted(
    (a, b) => ranks[a.state] - ranks[b.state] || b.installedAt.localeCompare(a.installedAt),
  );
}

function ModelRow({ model, state }: { model: ListedModel; state: ModelsHere }) {
  const urls = useModelUrls();
  const { name, version, sha256, features, figures, ownerProjectId } = model;
  return (
    <tr>
      <td className="name">
        <div className="stack tight">
          <Link href={urls.model(model.model)}>
            {name}
            <span className="muted">@{version}</span>
          </Link>
          <span className="muted small">
            {features} features · <code title={`SHA-256 ${sha256}`}>{sha256.slice(0, 12)}</code> ·{" "}
            {ownerProjectId === null ? "shared" : "this project’s own"}
          </span>
        </div>
      </td>
      <td data-label="State">
        <div className="stack tight">
          <span>
            <StateBadge state={model.state} />
          </span>
          <Since model={model} />
        </div>
      </td>
      <td data-label="Metrics">
        {figures.length === 0 ? (
          <span className="muted">none</span>
        ) : (
          <ul className="small">
            {figures.map((metric) => (
              <li key={metric.name}>
                <MetricText metric={metric} />
              </li>
            ))}
          </ul>
        )}
      </td>
      <td data-label="30 days" className="model-count">
        <DecisionCount model={model} />
      </td>
      <td className="end">
        <ModelMenu model={model} state={state} />
      </td>
    </tr>
  );
}

/** The number of recent decisions in this project, with a link to them. */
export function DecisionCount({ model: { model, decisions } }: { model: ListedModel }) {
  const urls = useModelUrls();
  if (!decisions) return decisions === null ? "–" : "0";
  return <Link href={urls.decisionsBy(model)}>{integers.format(decisions)}</Link>;
}

/** Since when the model has its state, in which projects, and by whom. */
function Since({ model }: { model: ListedModel }) {
  const { active, challenging, shadow, retiredAt, installedAt } = model;
  if (retiredAt) {
    return (
      <span className="muted small">
        <Time at={retiredAt} />
      </span>
    );
  }
  if (active.length + challenging.length + shadow.length === 0) {
    return (
      <span className="muted small">
        installed <Time at={installedAt} />
      </span>
    );
  }
  return <PlaceLines {...model} />;
}

/** A model may be active in one project and in shadow mode in all others. */
export function PlaceLines({
  active,
  challenging,
  shadow,
}: Pick<ListedModel, "active" | "challenging" | "shadow">) {
  return (
    <>
      {active.map((place) => (
        <PlaceLine key={`active ${place.projectId}`} place={place} state="active" />
      ))}
      {challenging.map((place) => (
        <PlaceLine key={`challenger ${place.projectId}`} place={place} state="challenger" />
      ))}
      {shadow.map((place) => (
        <PlaceLine key={`shadow ${place.projectId}`} place={place} state="shadow mode" />
      ))}
    </>
  );
}

function PlaceLine({ place, state }: { place: Place; state: string }) {
  const { projectName, since, by, forced } = place;
  return (
    <span className="muted small">
      {state} in {projectName ?? "all projects"} since {formatMinute(Date.parse(since))}
      {by && `, by ${by}`} {forced && <span className="badge warn">forced</span>}
    </span>
  );
}
