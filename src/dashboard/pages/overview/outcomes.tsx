/** Reported outcomes by score band. */
import { Link } from "wouter";
import { Card } from "../../components/card.tsx";
import { integers } from "../../components/charts/number-format.ts";
import { decisionsUrl, type OverviewProps } from "./overview-data.ts";
import { PercentBar } from "./percent-bar.tsx";
import { ScrollTable } from "./scroll-table.tsx";

export function Outcomes(props: OverviewProps) {
  const { bands, total } = props.overview;
  const reported = total.fraud + total.legitimate;
  return (
    <Card
      title="Outcomes by score"
      lead={
        reported === 0
          ? "No outcomes reported yet. Report outcomes to see how accurate the scores are."
          : "Fraud as a share of the decisions with a reported outcome. Fraud is usually reported weeks later."
      }
    >
      <ScrollTable
        label="Outcomes by score"
        columns={["Score", "Decisions", "Reported", "Fraud rate"]}
      >
        {bands.map((band) => (
          <BandRow key={band.scores[0]} band={band} {...props} />
        ))}
      </ScrollTable>
    </Card>
  );
}

interface BandProps extends OverviewProps {
  band: OverviewProps["overview"]["bands"][number];
}

function BandRow({ band, ...props }: BandProps) {
  const { scores, decisions, fraud, legitimate, fraudRate } = band;
  const [scoreFrom, scoreTo] = scores;
  const countLink = (count: number, filter: { outcome?: string }) =>
    count === 0 ? (
      "0"
    ) : (
      <Link href={decisionsUrl(props, { scoreFrom, scoreTo, ...filter })}>
        {integers.format(count)}
      </Link>
    );
  return (
    <tr>
      <th scope="row">
        {scoreFrom}–{scoreTo}
      </th>
      <td>{countLink(decisions, {})}</td>
      <td>{countLink(fraud + legitimate, { outcome: "fraud,chargeback,legitimate" })}</td>
      <td>
        <PercentBar value={fraudRate} danger />
      </td>
    </tr>
  );
}
