import { type ReactNode, useEffect, useState } from "react";
import { Icon } from "../../components/icon.tsx";

/** One step: what it is, whether it is done, and how; it can be folded. */
export function Step({
  number,
  title,
  status,
  done,
  opened,
  children,
}: {
  number: number;
  title: string;
  /** What has been seen of it, or what it waits for. */
  status: ReactNode;
  /** Null where there is nothing to wait for. */
  done: boolean | null;
  /** It unfolds when this becomes true; it folds by hand alone. */
  opened: boolean;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(opened);
  useEffect(() => {
    if (opened) setOpen(true);
  }, [opened]);
  return (
    <li className={done ? "done" : ""} aria-label={title}>
      <span className="number" aria-hidden="true">
        {done ? <Icon name="check" /> : number}
      </span>
      <details
        className="card"
        open={isOpen}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary>
          <h2>{title}</h2>
          <span className="status">
            {done === false && <span className="waiting" />}
            {done && <span className="visually-hidden">Done. </span>}
            <span>{status}</span>
          </span>
        </summary>
        <div className="body stack">{children}</div>
      </details>
    </li>
  );
}
