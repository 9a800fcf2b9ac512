/** Every feature as served, with what is usual beside it. */
import { useState } from "react";
import type {
  ShownFeature,
  ShownFeatures,
} from "../../../dashboard-api/decision-detail/features.ts";
import { ErrorNotice, SkeletonRows } from "../../components/page.tsx";
import { plural } from "./format.ts";
import { useFeatures } from "./use-decision.ts";

export function Features() {
  const { data, error, isPending, refetch } = useFeatures();
  return (
    <section className="card" id="features" aria-label="Features">
      <header>
        <h2>Features</h2>
        {data && <p>{usualFromText(data)}</p>}
      </header>
      {error && (
        <div className="body">
          <ErrorNotice error={error} retry={() => void refetch()} />
        </div>
      )}
      {isPending && <SkeletonRows rows={5} />}
      {data && <FeatureList of={data} />}
    </section>
  );
}

function usualFromText({ usualFrom }: ShownFeatures): string {
  if (!usualFrom) return "Nothing is known yet of what is usual.";
  const rows = usualFrom.rows.toLocaleString("en");
  return usualFrom.kind === "training"
    ? `Usual is what ${rows} attempts had that ${usualFrom.model} learnt from.`
    : `Usual is what ${rows} decisions of this project's first days had.`;
}

type Show = "far" | "unusual" | "all";

const isShown: Record<Show, (feature: ShownFeature) => boolean> = {
  far: ({ usual }) => usual?.mark === "far",
  unusual: ({ usual }) => usual !== null && usual.mark !== "usual",
  all: () => true,
};

function FeatureList({ of: { groups, older } }: { of: ShownFeatures }) {
  const every = groups.flatMap(({ features }) => features);
  const count = (show: Show) => every.filter(isShown[show]).length;
  const [show, setShow] = useState<Show>(count("far") > 0 ? "far" : "unusual");
  const [text, setText] = useState("");
  const wanted = text.trim().toLowerCase();
  const fits = (feature: ShownFeature) =>
    wanted === ""
      ? isShown[show](feature)
      : `${feature.name} ${feature.text} ${feature.meaning}`.toLowerCase().includes(wanted);
  const shown = groups
    .map((group) => ({ ...group, features: group.features.filter(fits) }))
    .filter(({ features }) => features.length > 0);
  return (
    <>
      <div className="feature-tools">
        <fieldset className="segments">
          <legend className="visually-hidden">Which features</legend>
          {(
            [
              ["far", "Far from usual"],
              ["unusual", "In the outer tenths"],
              ["all", "All"],
            ] as const
          ).map(([value, label]) => (
            <label key={value}>
              <input
                type="radio"
                name="show-features"
                checked={show === value}
                onChange={() => setShow(value)}
              />
              {label} ({count(value)})
            </label>
          ))}
        </fieldset>
        <input
          className="input"
          type="search"
          aria-label="Search the features"
          placeholder="Search, such as device"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      {shown.length === 0 && (
        <p className="muted features-none">
          {wanted === "" ? "None: this booking looks like most." : "No feature has that in it."}
        </p>
      )}
      {shown.map(({ group, title, features }) => (
        <section key={group} className="feature-group" aria-label={title}>
          <h3>
            {title} <span className="muted">{features.length}</span>
          </h3>
          <ul>
            {features.map((feature) => (
              <FeatureRow key={feature.name} of={feature} />
            ))}
          </ul>
        </section>
      ))}
      {show === "all" && wanted === "" && older.length > 0 && (
        <p className="muted features-none">
          {plural(older.length, "feature")} of an older version:{" "}
          {older.map(({ name, value }) => `${name} ${value ?? "missing"}`).join(", ")}
        </p>
      )}
    </>
  );
}

const markTexts = { far: "far from usual", edge: "in the outer tenth", usual: "usual" } as const;

function FeatureRow({ of }: { of: ShownFeature }) {
  const { name, text, value, unit, meaning, why, missing, usual, isRead } = of;
  return (
    <li>
      <details>
        <summary>
          <span className="feature-text">
            {text}
            {usual && usual.mark !== "usual" && (
              <span className={`badge ${usual.mark === "far" ? "warn" : ""}`}>
                {markTexts[usual.mark]}
              </span>
            )}
          </span>
          <span className="feature-usual muted">
            {usual && usual.text !== "any" && `usually ${usual.text}`}
          </span>
          <Place of={usual} />
        </summary>
        <dl className="facts">
          <div>
            <dt>Name</dt>
            <dd>
              <code>{name}</code>
              {isRead === false && <span className="badge">the model does not read it</span>}
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
            <dt>Why fraud moves it</dt>
            <dd>{why}</dd>
          </div>
        </dl>
      </details>
    </li>
  );
}

/** Where the value lies among all, from the least to the most; the middle 80 % is marked. */
function Place({ of: usual }: { of: ShownFeature["usual"] }) {
  if (!usual || usual.place === null) return <span className="feature-place" />;
  const percent = Math.round(usual.place * 100);
  return (
    <svg
      className={`feature-place ${usual.mark}`}
      role="img"
      aria-label={`About ${percent} in 100 have less`}
    >
      <title>About {percent} in 100 have less</title>
      <rect className="all" x="0" y="6" width="100%" height="4" rx="2" />
      <rect className="middle" x="10%" y="6" width="80%" height="4" rx="2" />
      <circle cx={`${4 + usual.place * 92}%`} cy="8" r="4.5" />
    </svg>
  );
}
