import { type ReactNode, useState } from "react";

/** A part of the page that is loaded when it is opened, and stays then. */
export function Folded({
  id,
  title,
  children,
}: {
  id: string;
  title: string;
  children: ReactNode;
}) {
  const [wasOpened, setOpened] = useState(false);
  return (
    <details
      id={id}
      className="folded"
      onToggle={({ currentTarget, target }) => {
        if (target === currentTarget && currentTarget.open) setOpened(true);
      }}
    >
      <summary>{title}</summary>
      {wasOpened && <div className="folded-body">{children}</div>}
    </details>
  );
}
