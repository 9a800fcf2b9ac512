/** The request as it was read, field by field. Whatever is in it is text. */
import type { ShownRequest } from "../../../dashboard-api/decision-detail/request-fields.ts";
import { Snippet } from "../../components/copy.tsx";
import { plural } from "./format.ts";

export function Request({ of: { groups, withheld, leftOut, json } }: { of: ShownRequest }) {
  return (
    <section className="card" aria-label="The request">
      <header>
        <h2>The request</h2>
      </header>
      <div className="body stack">
        {groups.map(({ title, fields }) => (
          <section key={title} className="field-group" aria-label={title}>
            <h3>{title}</h3>
            <dl className="facts">
              {fields.map(({ path, label, value }) => (
                <div key={path}>
                  <dt title={path}>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        {withheld > 0 && (
          <p className="muted small">
            {plural(withheld, "field")} of the guest {withheld === 1 ? "is" : "are"} not shown: that
            takes the role of an analyst or an owner.
          </p>
        )}
        {leftOut > 0 && (
          <p className="muted small">{plural(leftOut, "more field")} in the JSON alone.</p>
        )}
        {json !== null && (
          <details>
            <summary>As JSON</summary>
            <Snippet text={json} label="The request as JSON" />
          </details>
        )}
      </div>
    </section>
  );
}
