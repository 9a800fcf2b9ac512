/** Deny rates by hotel and by the countries of an attempt. */
import { useState } from "react";
import { Link } from "wouter";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { integers } from "../../components/charts/number-format.ts";
import { dateFormat } from "../../components/format.ts";
import { decisionsUrl, type OverviewProps } from "./overview-data.ts";
import { PercentBar } from "./percent-bar.tsx";
import { ScrollTable } from "./scroll-table.tsx";

const dimensions = [
  { dimension: "hotels", label: "Hotel" },
  { dimension: "hotel", label: "Hotel country" },
  { dimension: "billing", label: "Billing country" },
  { dimension: "phone", label: "Phone country" },
  { dimension: "network", label: "IP country" },
] as const;
type Dimension = (typeof dimensions)[number]["dimension"];

/** Rows that are shown until "Show all" is clicked. */
const initialRows = 8;

const utcDay = dateFormat({ dateStyle: "medium", timeZone: "UTC" });

export function DenialBreakdown(props: OverviewProps) {
  const [dimension, setDimension] = useState<Dimension>("hotels");
  const { days } = props.overview;
  return (
    <Card
      title="Denials by hotel and country"
      lead={
        <>
          Those with the most decisions, {utcDay.formatRange(days.from, days.to - 1)} (whole days,
          UTC).
        </>
      }
      beside={
        <fieldset className="segments">
          <legend className="visually-hidden">Group by</legend>
          {dimensions.map((one) => (
            <button
              key={one.dimension}
              type="button"
              aria-pressed={dimension === one.dimension}
              onClick={() => setDimension(one.dimension)}
            >
              {one.label}
            </button>
          ))}
        </fieldset>
      }
    >
      <DenialTable key={dimension} dimension={dimension} {...props} />
    </Card>
  );
}

function DenialTable({ dimension, ...props }: OverviewProps & { dimension: Dimension }) {
  const { hotels, countries } = props.overview;
  const places = dimension === "hotels" ? hotels : countries[dimension];
  const { label } = dimensions.find((one) => one.dimension === dimension)!;
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? places : places.slice(0, initialRows);
  if (places.length === 0) {
    return <p className="body muted">No data for this period.</p>;
  }
  return (
    <>
      <ScrollTable label={label} columns={[label, "Decisions", "Denied", "Deny rate"]}>
        {shown.map((place) => (
          <DenialRow key={place.hotel ?? place.place} place={place} {...props} />
        ))}
      </ScrollTable>
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

interface DenialRowProps extends OverviewProps {
  place: OverviewProps["overview"]["hotels"][number];
}

function DenialRow({ place, ...props }: DenialRowProps) {
  const { decisions, denied, denyRate, find } = place;
  const { days } = props.overview;
  const countLink = (count: number, filter: { action?: string }) =>
    find === null || count === 0 ? (
      integers.format(count)
    ) : (
      <Link href={decisionsUrl(props, { hotel: find, ...filter }, days)}>
        {integers.format(count)}
      </Link>
    );
  return (
    <tr>
      <th scope="row">
        {place.hotel === null ? countryName(place.place) : place.place || "Unnamed"}
      </th>
      <td>{countLink(decisions, {})}</td>
      <td>{countLink(denied, { action: "deny" })}</td>
      <td>
        <PercentBar value={denyRate} danger />
      </td>
    </tr>
  );
}

const countryNames = new Intl.DisplayNames("en", { type: "region", fallback: "code" });

/** The name with the two-letter code, which is what requests contain. */
function countryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  const name = countryNames.of(code);
  return name && name !== code ? `${name} (${code})` : code;
}
