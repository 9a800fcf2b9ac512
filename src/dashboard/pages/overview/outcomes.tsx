/** Reported outcomes by score band. */
import { Link } from "wouter";
import { integers } from "../../components/charts/number-format.ts";
import { decisionsUrl, type OverviewProps } from "./overview-data.ts";
import { PercentBar } from "./percent-bar.tsx";
import { ScrollTable } from "./scroll-table.tsx";

export function Outcomes(props: OverviewProps) {
  const { bands, total } = props.overview;
  const reported = total.fraud + total.legitimate;
  return (
    <section className="card" aria-labelledby="outcomes">
      <header>
        <div>
          <h2 id="outcomes">Outcomes by score</h2>
          <p>
            {reported === 0
              ? "No outcomes reported yet. Report outcomes to see how accurate the scores are."
              : "Fraud as a share of the decisions with a reported outcome. Fraud is usually reported weeks later."}
          </p>
        </div>
      </header>
      <ScrollTable label="Outcomes by score">
        <thead>
          <tr>
            <th scope="col">Score</th>
            <th scope="col">Decisions</th>
            <th scope="col">Reported</th>
            <th scope="col">Fraud rate</th>
          </tr>
        </thead>
        <tbody>
          {bands.map((band) => (
            <BandRow key={band.scores[0]} band={band} {...props} />
          ))}
        </tbody>
      </ScrollTable>
    </section>
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
