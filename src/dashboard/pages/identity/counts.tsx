/** How many bookings there are by action and by outcome. */
import type { ShownIdentityPage } from "../../../http/dashboard-api/decision-detail/routes.ts";
import { suggestedActions } from "../../../risk/score.ts";
import { Card } from "../../components/card.tsx";
import { integers } from "../../components/charts/number-format.ts";
import { Figures } from "../../components/table.tsx";

const columns = [
  { title: "Fraud", is: (outcome: string | null) => outcome === "fraud" },
  { title: "Chargeback", is: (outcome: string | null) => outcome === "chargeback" },
  { title: "Genuine", is: (outcome: string | null) => outcome === "legitimate" },
  { title: "Not reported", is: (outcome: string | null) => outcome === null },
  { title: "All", is: () => true },
];
const actionLabels = { allow: "Allowed", deny: "Denied" } as const;

export function Counts({ identity: { tallies, isCapped } }: { identity: ShownIdentityPage }) {
  const rows = [
    ...suggestedActions.map((action) => ({
      title: actionLabels[action],
      own: tallies.filter(({ suggestedAction }) => suggestedAction === action),
    })),
    { title: "All", own: tallies },
  ];
  return (
    <Card
      title="Actions and outcomes"
      beside={isCapped && <p>Of the newest bookings.</p>}
      kind="identity-counts"
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it may scroll, so it has to be reachable by keyboard. */}
      <section className="scroll-x" aria-label="Counts" tabIndex={0}>
        <Figures columns={["", ...columns.map(({ title }) => title)]}>
          {rows.map(({ title, own }) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              {columns.map((column) => {
                const count = own
                  .filter(({ outcome }) => column.is(outcome))
                  .reduce((sum, one) => sum + one.count, 0);
                return <td key={column.title}>{integers.format(count)}</td>;
              })}
            </tr>
          ))}
        </Figures>
      </section>
    </Card>
  );
}
