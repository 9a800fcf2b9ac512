import type { ModelEvent } from "../../../http/dashboard-api/models/detail.ts";
import { Card } from "../../components/card.tsx";
import { Table } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";

const actionLabels: Readonly<Record<string, string>> = {
  install: "Installed",
  unretire: "Restored",
  promote: "Promoted",
  rollback: "Rolled back",
  shadow: "Shadow mode started",
  "shadow-end": "Shadow mode stopped",
  challenge: "Challenge started",
  "challenge-end": "Challenge ended",
  retire: "Retired",
  replay: "Replay started",
};

/** The audit log of a model, newest first. */
export function History({ events }: { events: readonly ModelEvent[] }) {
  return (
    <Card title="History">
      <Table columns={["Action", "Project", "By", "When"]}>
        {events.map((event, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no ID, and their order is fixed.
          <tr key={`${event.at} ${i}`}>
            <td>
              {Object.hasOwn(actionLabels, event.action)
                ? actionLabels[event.action]
                : event.action}
              {event.to && ` to ${event.to}`}{" "}
              {event.forced && <span className="badge warn">forced</span>}
            </td>
            <td data-label="Project">{event.projectName ?? "all projects"}</td>
            <td data-label="By">{event.by ?? <span className="muted">visible to owners</span>}</td>
            <td data-label="When">
              <Time at={event.at} />
            </td>
          </tr>
        ))}
      </Table>
    </Card>
  );
}
