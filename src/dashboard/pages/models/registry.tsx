/** Every model of the library, with what it does here. */
import { Link } from "wouter";
import type { ListedModel, ModelsHere, Place } from "../../../dashboard-api/models/list.ts";
import { Time } from "../../components/time.tsx";
import { FigureText } from "./metric-text.tsx";
import { ModelMenu } from "./model-menu.tsx";
import { usePlaces } from "./model-urls.ts";
import { StateBadge } from "./state-badge.tsx";

export function Registry({ here }: { here: ModelsHere }) {
  return (
    <section className="card" aria-label="Models of the library">
      <header>
        <h2>Library</h2>
        <p>Every model that was ever installed. None is removed: decisions name them.</p>
      </header>
      <table className="table models">
        <thead>
          <tr>
            <th>Model</th>
            <th>State</th>
            <th>Evidence of its own</th>
            <th>Decisions, 30 days</th>
            <th>
              <span className="visually-hidden">What to do</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {inOrder(here.models).map((model) => (
            <ModelRow key={model.model} of={model} here={here} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

const ranks = { active: 0, shadow: 1, candidate: 2, retired: 3 } as const;

/** In use first, then the newest. */
function inOrder(models: readonly ListedModel[]): ListedModel[] {
  return models.toSorted(
    (a, b) => ranks[a.state] - ranks[b.state] || b.installedAt.localeCompare(a.installedAt),
  );
}

function ModelRow({ of, here }: { of: ListedModel; here: ModelsHere }) {
  const places = usePlaces();
  const { model, name, version, sha256, features } = of;
  return (
    <tr>
      <td className="name">
        <div className="stack tight">
          <Link href={places.model(model)}>
            {name}
            <span className="muted">@{version}</span>
          </Link>
          <span className="muted small">
            {features} features · <code title={`SHA-256 ${sha256}`}>{sha256.slice(0, 12)}</code>
          </span>
        </div>
      </td>
      <td data-label="State">
        <div className="stack tight">
          <span>
            <StateBadge state={of.state} />
          </span>
          <Since of={of} />
        </div>
      </td>
      <td data-label="Evidence">
        {of.figures.length === 0 ? (
          <span className="muted">none in its manifest</span>
        ) : (
          <ul className="small">
            {of.figures.map((figure) => (
              <li key={figure.name}>
                <FigureText figure={figure} />
              </li>
            ))}
          </ul>
        )}
      </td>
      <td data-label="30 days" className="model-count">
        <Decisions of={of} />
      </td>
      <td className="end">
        <ModelMenu of={of} here={here} />
      </td>
    </tr>
  );
}

/** How many decisions it made here lately, which leads to them. */
export function Decisions({ of: { model, decisions } }: { of: ListedModel }) {
  const places = usePlaces();
  if (!decisions) return decisions === null ? "–" : "0";
  return <Link href={places.decisionsBy(model)}>{decisions.toLocaleString("en")}</Link>;
}

/** Since when it is what it is, where, and by whom. */
function Since({ of: { active, shadow, retiredAt, installedAt } }: { of: ListedModel }) {
  if (retiredAt) {
    return (
      <span className="muted small">
        <Time at={retiredAt} />
      </span>
    );
  }
  const inUse = [...active, ...shadow];
  if (inUse.length === 0) {
    return (
      <span className="muted small">
        installed <Time at={installedAt} />
      </span>
    );
  }
  return inUse.map((place) => (
    <PlaceLine key={`${place.projectId} ${place.since}`} place={place} />
  ));
}

export function PlaceLine({ place: { projectName, since, by } }: { place: Place }) {
  return (
    <span className="muted small">
      {projectName ?? "all projects"}, <Time at={since} />
      {by && ` by ${by}`}
    </span>
  );
}
