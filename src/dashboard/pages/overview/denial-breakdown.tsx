/** Where decisions were denied: by hotel, and by the countries of an attempt. */
import { useState } from "react";
import { Link } from "wouter";
import { Button } from "../../components/button.tsx";
import { integers } from "../../components/charts/number-format.ts";
import { decisionsAt, type Figures, type OfFigures } from "./overview-data.ts";
import { Rate } from "./percent-bar.tsx";
import { WideTable } from "./scroll-table.tsx";

const kinds = [
  { kind: "hotels", label: "Hotel" },
  { kind: "hotel", label: "Hotel’s country" },
  { kind: "billing", label: "Billing country" },
  { kind: "phone", label: "Phone’s country" },
  { kind: "network", label: "Network’s country" },
] as const;
type Kind = (typeof kinds)[number]["kind"];

/** Rows before more are asked for. */
const shownFirst = 8;

const utcDay = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" });

export function Places(of: OfFigures) {
  const [kind, setKind] = useState<Kind>("hotels");
  const { days } = of.figures;
  return (
    <section className="card" aria-labelledby="places">
      <header>
        <div>
          <h2 id="places">Denied, by place</h2>
          <p>
            Those with the most decisions, {utcDay.format(days.from)} to{" "}
            {utcDay.format(days.to - 1)} (whole days, UTC).
          </p>
        </div>
        <fieldset className="segments">
          <legend className="visually-hidden">By</legend>
          {kinds.map((one) => (
            <button
              key={one.kind}
              type="button"
              aria-pressed={kind === one.kind}
              onClick={() => setKind(one.kind)}
            >
              {one.label}
            </button>
          ))}
        </fieldset>
      </header>
      <PlaceTable key={kind} kind={kind} of={of} />
    </section>
  );
}

function PlaceTable({ kind, of }: { kind: Kind; of: OfFigures }) {
  const { hotels, countries } = of.figures;
  const places = kind === "hotels" ? hotels : countries[kind];
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? places : places.slice(0, shownFirst);
  if (places.length === 0) {
    return <p className="body muted">No decision says its {labelOf(kind).toLowerCase()}.</p>;
  }
  return (
    <>
      <WideTable label={labelOf(kind)}>
        <thead>
          <tr>
            <th scope="col">{labelOf(kind)}</th>
            <th scope="col">Decisions</th>
            <th scope="col">Denied</th>
            <th scope="col">Deny rate</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((place) => (
            <PlaceRow key={place.hotel ?? place.place} place={place} of={of} />
          ))}
        </tbody>
      </WideTable>
      {places.length > shown.length && (
        <p className="body">
          <Button variant="plain" onClick={() => setShowsAll(true)}>
            Show all {places.length}
          </Button>
        </p>
      )}
    </>
  );
}

const labelOf = (kind: Kind) => kinds.find((one) => one.kind === kind)!.label;

function PlaceRow({ place, of }: { place: Figures["hotels"][number]; of: OfFigures }) {
  const { decisions, denied, denyRate, find } = place;
  const { days } = of.figures;
  const count = (value: number, filter: { action?: string }) =>
    find === null || value === 0 ? (
      integers.format(value)
    ) : (
      <Link href={decisionsAt(of, { hotel: find, ...filter }, days)}>{integers.format(value)}</Link>
    );
  return (
    <tr>
      <th scope="row">
        {place.hotel === null ? countryName(place.place) : place.place || "No name"}
      </th>
      <td>{count(decisions, {})}</td>
      <td>{count(denied, { action: "deny" })}</td>
      <td>
        <Rate value={denyRate} danger />
      </td>
    </tr>
  );
}

const names = new Intl.DisplayNames("en", { type: "region", fallback: "code" });

/** With its two letters: it is those that a request has. */
function countryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  const name = names.of(code);
  return name && name !== code ? `${name} (${code})` : code;
}
