import { type ReactNode, useEffect, useState } from "react";
import { Icon } from "../../components/icon.tsx";

/** A step of Getting started, which can be collapsed. */
export function Step({
  number,
  title,
  status,
  isDone,
  isExpanded,
  children,
}: {
  number: number;
  title: string;
  /** What has arrived, or what the step is waiting for. */
  status: ReactNode;
  isDone: boolean;
  /** The step expands when this becomes true. Only the user collapses it. */
  isExpanded: boolean;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(isExpanded);
  useEffect(() => {
    if (isExpanded) setOpen(true);
  }, [isExpanded]);
  return (
    <li className={isDone ? "done" : ""} aria-label={title}>
      <span className="number" aria-hidden="true">
        {isDone ? <Icon name="check" /> : number}
      </span>
      <details
        className="card"
        open={isOpen}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary>
          <h2>{title}</h2>
          <span className="status">
            {isDone ? (
              <span className="visually-hidden">Done. </span>
            ) : (
              <span className="waiting" />
            )}
            <span>{status}</span>
          </span>
        </summary>
        <div className="body stack">{children}</div>
      </details>
    </li>
  );
}
