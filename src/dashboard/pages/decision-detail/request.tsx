/** The request, field by field. All values are rendered as text. */
import type { ShownRequest } from "../../../http/dashboard-api/decision-detail/request-fields.ts";
import { Card } from "../../components/card.tsx";
import { Snippet } from "../../components/copy.tsx";
import { plural } from "./format.ts";

export function Request({
  request: { groups, withheld, leftOut, json },
}: {
  request: ShownRequest;
}) {
  return (
    <Card title="Request">
      <div className="body stack">
        {groups.map(({ title, fields }) => (
          <div key={title} className="field-group">
            <h3>{title}</h3>
            <dl className="facts">
              {fields.map(({ path, label, value, meaning }) => (
                <div key={path}>
                  <dt title={path}>
                    {label}
                    {meaning && <span className="muted small"> {meaning}</span>}
                  </dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
        {withheld > 0 && (
          <p className="muted small">
            {plural(withheld, "guest field")} hidden. Only analysts and owners can see guest data.
          </p>
        )}
        {leftOut > 0 && (
          <p className="muted small">The JSON has {plural(leftOut, "more field")}.</p>
        )}
        {json !== null && (
          <details>
            <summary>View as JSON</summary>
            <Snippet text={json} label="Request as JSON" />
          </details>
        )}
      </div>
    </Card>
  );
}
