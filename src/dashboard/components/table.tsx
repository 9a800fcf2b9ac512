/** Tables with a line of headings. */
import type { ReactNode } from "react";

/** Of records: on narrow screens, each is a list of its values. */
export function Table({
  kind = "",
  columns,
  actions,
  children,
}: {
  /** Its classes, for styles of its own. */
  kind?: string;
  columns: readonly string[];
  /** What screen readers call the last column, of menus or buttons. */
  actions?: string;
  /** The rows. */
  children: ReactNode;
}) {
  return (
    <table className={`table ${kind}`}>
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name}>{name}</th>
          ))}
          {actions && <ActionsHeader name={actions} />}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** The header of a column of menus or buttons, for screen readers. */
export const ActionsHeader = ({ name = "Actions" }) => (
  <th>
    <span className="visually-hidden">{name}</span>
  </th>
);

/** Of numbers. The first column has the names of the rows, and may itself have none. */
export function Figures({
  columns,
  children,
}: {
  columns: readonly string[];
  /** The rows. */
  children: ReactNode;
}) {
  return (
    <table className="figures">
      <thead>
        <tr>
          {columns.map((name) =>
            name ? (
              <th key={name} scope="col">
                {name}
              </th>
            ) : (
              <td key="none" />
            ),
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
