import { Link } from "wouter";
import { Card } from "../../components/card.tsx";
import { integers } from "../../components/charts/number-format.ts";
import { decisionsUrl, type OverviewProps, ratio } from "./overview-data.ts";
import { PercentBar } from "./percent-bar.tsx";
import { ScrollTable } from "./scroll-table.tsx";

export function Models(props: OverviewProps) {
  const { models, total } = props.overview;
  return (
    <Card
      title="Decisions by model"
      lead={<Link href={`/p/${props.projectId}/models`}>View all models</Link>}
    >
      <ScrollTable label="Decisions by model" columns={["Model", "Decisions", "Share"]}>
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
      </ScrollTable>
    </Card>
  );
}
