/** How many bookings there are by action and by outcome. */
import type { ShownIdentityPage } from "../../../http/dashboard-api/decision-detail/routes.ts";
import { suggestedActions } from "../../../risk/score.ts";
import { integers } from "../../components/charts/number-format.ts";

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
    <section className="card identity-counts" aria-label="Actions and outcomes">
      <header>
        <h2>Actions and outcomes</h2>
        {isCapped && <p>Of the newest bookings.</p>}
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it may scroll, so it has to be reachable by keyboard. */}
      <section className="scroll-x" aria-label="Counts" tabIndex={0}>
        <table className="figures">
          <thead>
            <tr>
              <td />
              {columns.map(({ title }) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
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
          </tbody>
        </table>
      </section>
    </section>
  );
}
