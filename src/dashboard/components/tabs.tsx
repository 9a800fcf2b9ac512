/** Some of the same thing, one at a time: arrow keys, Home and End go from one to the next. */
import { type KeyboardEvent, type ReactNode, useId } from "react";

export function Tabs<Id extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
}: {
  label: string;
  tabs: readonly { id: Id; label: string }[];
  value: Id;
  onChange: (id: Id) => void;
  /** What the chosen one shows. */
  children: ReactNode;
}) {
  const id = useId();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const here = tabs.findIndex((tab) => tab.id === value);
    const go: Record<string, number> = {
      ArrowRight: (here + 1) % tabs.length,
      ArrowLeft: (here - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const next = go[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onChange(tabs[next]!.id);
    event.currentTarget.querySelectorAll("button")[next]?.focus();
  };
  return (
    <div className="stack">
      <div className="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === value}
            aria-controls={`${id}-shown`}
            tabIndex={tab.id === value ? 0 : -1}
            onClick={() => onChange(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id={`${id}-shown`} role="tabpanel" aria-labelledby={`${id}-${value}`} className="stack">
        {children}
      </div>
    </div>
  );
}
