import { Link } from "wouter";
import { integers } from "../../components/charts/number-format.ts";
import { decisionsUrl, type OverviewProps, ratio } from "./overview-data.ts";
import { PercentBar } from "./percent-bar.tsx";
import { ScrollTable } from "./scroll-table.tsx";

export function Models(props: OverviewProps) {
  const { models, total } = props.overview;
  return (
    <section className="card" aria-labelledby="models">
      <header>
        <div>
          <h2 id="models">Decisions by model</h2>
          <p>
            <Link href={`/p/${props.projectId}/models`}>View all models</Link>
          </p>
        </div>
      </header>
      <ScrollTable label="Decisions by model">
        <thead>
          <tr>
            <th scope="col">Model</th>
            <th scope="col">Decisions</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {models.map(({ model, decisions }) => (
            <tr key={model}>
              <th scope="row">{model}</th>
              <td>
                <Link href={decisionsUrl(props, { model })}>{integers.format(decisions)}</Link>
              </td>
              <td>
                <PercentBar value={ratio(decisions, total.decisions)} />
              </td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </section>
  );
}
