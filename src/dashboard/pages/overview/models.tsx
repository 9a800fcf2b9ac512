import { Link } from "wouter";
import { integers } from "../../components/charts/number-format.ts";
import { decisionsAt, type OfFigures, partOf } from "./overview-data.ts";
import { Rate } from "./percent-bar.tsx";
import { WideTable } from "./scroll-table.tsx";

/** Which models decided. */
export function Models(of: OfFigures) {
  const { models, total } = of.figures;
  return (
    <section className="card" aria-labelledby="models">
      <header>
        <div>
          <h2 id="models">Models that decided</h2>
          <p>
            <Link href={`/p/${of.projectId}/models`}>All models</Link>
          </p>
        </div>
      </header>
      <WideTable label="Models, as a table">
        <thead>
          <tr>
            <th scope="col">Model</th>
            <th scope="col">Decisions</th>
            <th scope="col">Part</th>
          </tr>
        </thead>
        <tbody>
          {models.map(({ model, decisions }) => (
            <tr key={model}>
              <th scope="row">{model}</th>
              <td>
                <Link href={decisionsAt(of, { model })}>{integers.format(decisions)}</Link>
              </td>
              <td>
                <Rate value={partOf(decisions, total.decisions)} />
              </td>
            </tr>
          ))}
        </tbody>
      </WideTable>
    </section>
  );
}
