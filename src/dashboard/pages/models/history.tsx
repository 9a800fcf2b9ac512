import type { ModelEvent } from "../../../dashboard-api/models/detail.ts";
import { Time } from "../../components/time.tsx";

const deeds: Readonly<Record<string, string>> = {
  install: "Installed",
  unretire: "Taken back from retirement",
  promote: "Promoted",
  rollback: "Rolled back",
  shadow: "Put into the shadow",
  "shadow-end": "Taken out of the shadow",
  retire: "Retired",
  replay: "Replay begun",
};

/** What was done to a model, when and by whom, the newest first. */
export function History({ events }: { events: readonly ModelEvent[] }) {
  return (
    <section className="card" aria-label="What was done to it">
      <header>
        <h2>What was done to it</h2>
      </header>
      <table className="table">
        <thead>
          <tr>
            <th>What</th>
            <th>Where</th>
            <th>Who</th>
            <th>When</th>
          </tr>
        </thead>
        <tbody>
          {events.map((event, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id, and do not move.
            <tr key={`${event.at} ${i}`}>
              <td>
                {Object.hasOwn(deeds, event.action) ? deeds[event.action] : event.action}
                {event.to && ` to ${event.to}`}{" "}
                {event.forced && <span className="badge warn">by force</span>}
              </td>
              <td data-label="Where">{event.projectName ?? "all projects"}</td>
              <td data-label="Who">{event.by ?? <span className="muted">an owner knows</span>}</td>
              <td data-label="When">
                <Time at={event.at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
