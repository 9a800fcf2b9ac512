/** Every feature of the decision as it was scored, compared with typical values. */
import { useState } from "react";
import type {
  ShownFeature,
  ShownFeatures,
} from "../../../http/dashboard-api/decision-detail/features.ts";
import { Card } from "../../components/card.tsx";
import { integers } from "../../components/charts/number-format.ts";
import { ErrorNotice, SkeletonRows } from "../../components/page.tsx";
import { plural } from "./format.ts";
import { useFeatures } from "./use-decision.ts";

export function Features() {
  const { data, error, isPending, refetch } = useFeatures();
  return (
    <Card title="Features" beside={data && <p>{describeReference(data)}</p>}>
      {error && (
        <div className="body">
          <ErrorNotice error={error} retry={() => void refetch()} />
        </div>
      )}
      {isPending && <SkeletonRows rows={5} />}
      {data && <FeatureList data={data} />}
    </Card>
  );
}

function describeReference({ usualFrom }: ShownFeatures): string {
  if (!usualFrom) return "There are no typical values to compare with yet.";
  const rows = integers.format(usualFrom.rows);
  return usualFrom.kind === "training"
    ? `Compared with the ${rows} attempts that ${usualFrom.model} was trained on.`
    : `Compared with the first ${rows} decisions of this project.`;
}

type Filter = "far" | "unusual" | "all";

const filterLabels = [
  ["far", "Far from typical"],
  ["unusual", "Outside the middle 80%"],
  ["all", "All"],
] as const;

const filters: Record<Filter, (feature: ShownFeature) => boolean> = {
  far: ({ usual }) => usual?.mark === "far",
  unusual: ({ usual }) => usual !== null && usual.mark !== "usual",
  all: () => true,
};

function FeatureList({ data: { groups, older } }: { data: ShownFeatures }) {
  const every = groups.flatMap(({ features }) => features);
  const count = (filter: Filter) => every.filter(filters[filter]).length;
  const [filter, setFilter] = useState<Filter>(count("far") > 0 ? "far" : "unusual");
  const [text, setText] = useState("");
  const term = text.trim().toLowerCase();
  const matches = (feature: ShownFeature) =>
    term === ""
      ? filters[filter](feature)
      : `${feature.name} ${feature.text} ${feature.meaning}`.toLowerCase().includes(term);
  const shown = groups
    .map((group) => ({ ...group, features: group.features.filter(matches) }))
    .filter(({ features }) => features.length > 0);
  return (
    <>
      <div className="feature-tools">
        <FilterChoice value={filter} count={count} onChange={setFilter} />
        <input
          className="input"
          type="search"
          aria-label="Search features"
          placeholder="Search features"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      {shown.length === 0 && (
        <p className="muted features-empty">
          {term === "" ? "None: the values of this booking are typical." : "No matching features."}
        </p>
      )}
      {shown.map(({ group, title, features }) => (
        <section key={group} className="feature-group" aria-label={title}>
          <h3>
            {title} <span className="muted">{features.length}</span>
          </h3>
          <ul>
            {features.map((feature) => (
              <FeatureRow key={feature.name} feature={feature} />
            ))}
          </ul>
        </section>
      ))}
      {filter === "all" && term === "" && older.length > 0 && (
        <p className="muted features-empty">
          {plural(older.length, "feature")} from an older version:{" "}
          {older.map(({ name, value }) => `${name} ${value ?? "missing"}`).join(", ")}
        </p>
      )}
    </>
  );
}

function FilterChoice({
  value,
  count,
  onChange,
}: {
  value: Filter;
  count: (filter: Filter) => number;
  onChange: (filter: Filter) => void;
}) {
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">Filter features</legend>
      {filterLabels.map(([filter, label]) => (
        <label key={filter}>
          <input
            type="radio"
            name="feature-filter"
            checked={filter === value}
            onChange={() => onChange(filter)}
          />
          {label} ({count(filter)})
        </label>
      ))}
    </fieldset>
  );
}

const markLabels = {
  far: "far from typical",
  edge: "outside the middle 80%",
  usual: "typical",
} as const;

function FeatureRow({ feature }: { feature: ShownFeature }) {
  const { name, text, value, unit, meaning, why, missing, usual, isRead } = feature;
  return (
    <li>
      <details>
        <summary>
          <span className="feature-text">
            {text}
            {usual && usual.mark !== "usual" && (
              <span className={`badge ${usual.mark === "far" ? "warn" : ""}`}>
                {markLabels[usual.mark]}
              </span>
            )}
          </span>
          <span className="feature-typical muted">
            {usual && usual.text !== "any" && `typically ${usual.text}`}
          </span>
          <Distribution usual={usual} />
        </summary>
        <dl className="facts">
          <div>
            <dt>Name</dt>
            <dd>
              <code>{name}</code>
              {isRead === false && <span className="badge">not used by the model</span>}
            </dd>
          </div>
          <div>
            <dt>Value</dt>
            <dd>{value === null ? `missing. ${missing ?? ""}` : `${value} ${unit}`}</dd>
          </div>
          <div>
            <dt>Meaning</dt>
            <dd>{meaning}</dd>
          </div>
          <div>
            <dt>Why it matters</dt>
            <dd>{why}</dd>
          </div>
        </dl>
      </details>
    </li>
  );
}

/** Where the value lies in the distribution, with the middle 80% highlighted. */
function Distribution({ usual }: { usual: ShownFeature["usual"] }) {
  if (!usual || usual.place === null) return <span className="feature-distribution" />;
  const label = `Higher than about ${Math.round(usual.place * 100)}% of attempts`;
  return (
    <svg className={`feature-distribution ${usual.mark}`} role="img" aria-label={label}>
      <title>{label}</title>
      <rect className="all" x="0" y="6" width="100%" height="4" rx="2" />
      <rect className="middle" x="10%" y="6" width="80%" height="4" rx="2" />
      <circle cx={`${4 + usual.place * 92}%`} cy="8" r="4.5" />
    </svg>
  );
}
