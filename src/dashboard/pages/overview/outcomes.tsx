/** What was reported of decisions, by band of the score. */
import { Link } from "wouter";
import { integers } from "../../components/charts/number-format.ts";
import { decisionsAt, type OfFigures } from "./overview-data.ts";
import { Rate } from "./percent-bar.tsx";
import { WideTable } from "./scroll-table.tsx";

export function Outcomes(of: OfFigures) {
  const { bands, total } = of.figures;
  const known = total.fraud + total.legitimate;
  return (
    <section className="card" aria-labelledby="outcomes">
      <header>
        <div>
          <h2 id="outcomes">Outcomes by score</h2>
          <p>
            {known === 0
              ? "Nothing is reported yet. Report what became of bookings, and see here whether scores are right."
              : "Fraud, as a part of the decisions whose outcome is known. Reports of fraud come weeks later."}
          </p>
        </div>
      </header>
      <WideTable label="Outcomes by score, as a table">
        <thead>
          <tr>
            <th scope="col">Score</th>
            <th scope="col">Decisions</th>
            <th scope="col">Known</th>
            <th scope="col">Fraud</th>
          </tr>
        </thead>
        <tbody>
          {bands.map((band) => (
            <BandRow key={band.scores[0]} band={band} of={of} />
          ))}
        </tbody>
      </WideTable>
    </section>
  );
}

function BandRow({ band, of }: { band: OfFigures["figures"]["bands"][number]; of: OfFigures }) {
  const { scores, decisions, fraud, legitimate, fraudRate } = band;
  const [scoreFrom, scoreTo] = scores;
  const known = fraud + legitimate;
  const count = (value: number, filter: { outcome?: string }) =>
    value === 0 ? (
      "0"
    ) : (
      <Link href={decisionsAt(of, { scoreFrom, scoreTo, ...filter })}>
        {integers.format(value)}
      </Link>
    );
  return (
    <tr>
      <th scope="row">
        {scoreFrom}–{scoreTo}
      </th>
      <td>{count(decisions, {})}</td>
      <td>{count(known, { outcome: "fraud,chargeback,legitimate" })}</td>
      <td>
        <Rate value={fraudRate} danger />
      </td>
    </tr>
  );
}
