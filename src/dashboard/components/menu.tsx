/** A button with a menu: arrow keys, Home, End, Escape; placed where there is room. */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { IconButton } from "./button.tsx";
import type { IconName } from "./icon.tsx";
import { Icon } from "./icon.tsx";

export interface MenuItem {
  label: ReactNode;
  icon?: IconName;
  danger?: boolean;
  /** The one of a group that holds. */
  checked?: boolean;
  onSelect: () => void;
}

/** A heading is a text; a line between groups is null. */
export type MenuEntry = MenuItem | string | null;

export function Menu({
  entries,
  label,
  trigger,
}: {
  entries: readonly MenuEntry[];
  label: string;
  /** Draws the button; without it there are three dots. */
  trigger?: (props: {
    "aria-haspopup": "menu";
    "aria-expanded": boolean;
    onClick: () => void;
  }) => ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const button = {
    "aria-haspopup": "menu" as const,
    "aria-expanded": open,
    onClick: () => setOpen(!open),
  };
  const close = (giveBackFocus = true) => {
    setOpen(false);
    if (giveBackFocus) anchor.current?.querySelector("button")?.focus();
  };
  return (
    <span ref={anchor}>
      {trigger ? trigger(button) : <IconButton icon="dots" label={label} {...button} />}
      {open && <MenuList entries={entries} label={label} anchor={anchor} close={close} />}
    </span>
  );
}

function MenuList({
  entries,
  label,
  anchor,
  close,
}: {
  entries: readonly MenuEntry[];
  label: string;
  anchor: { current: HTMLSpanElement | null };
  close: (giveBackFocus?: boolean) => void;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = list.current;
    const button = anchor.current?.querySelector("button");
    if (!element || !button) return;
    element.showPopover();
    place(element, button.getBoundingClientRect());
    itemsOf(element)[0]?.focus();
  }, [anchor]);
  return (
    <div
      ref={list}
      id={id}
      className="menu"
      role="menu"
      aria-label={label}
      popover="manual"
      onKeyDown={(event) => onKey(event, list.current, close)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node)) {
          const onButton = anchor.current?.contains(event.relatedTarget as Node);
          if (!onButton) close(false);
        }
      }}
    >
      {entries.map((entry, index) => {
        const key = index;
        if (entry === null) return <hr key={key} />;
        if (typeof entry === "string") {
          return (
            <div className="heading" key={key} role="presentation">
              {entry}
            </div>
          );
        }
        return (
          <button
            key={key}
            type="button"
            {...(entry.checked === undefined
              ? { role: "menuitem" }
              : { role: "menuitemradio", "aria-checked": entry.checked })}
            tabIndex={-1}
            className={entry.danger ? "danger" : undefined}
            onClick={() => {
              close();
              entry.onSelect();
            }}
          >
            {entry.icon && <Icon name={entry.icon} />}
            <span className="grow">{entry.label}</span>
            {entry.checked && <Icon name="check" />}
          </button>
        );
      })}
    </div>
  );
}

const itemsOf = (list: HTMLElement) => [
  ...list.querySelectorAll<HTMLElement>('[role^="menuitem"]'),
];

function onKey(
  event: KeyboardEvent,
  list: HTMLElement | null,
  close: (giveBackFocus?: boolean) => void,
): void {
  if (!list) return;
  const items = itemsOf(list);
  const at = items.indexOf(document.activeElement as HTMLElement);
  const go: Record<string, number> = {
    ArrowDown: (at + 1) % items.length,
    ArrowUp: (at - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  };
  if (event.key in go) items[go[event.key]!]?.focus();
  else if (event.key === "Escape" || event.key === "Tab") close();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Below the button, or above where there is more room; never out of the window. */
function place(menu: HTMLElement, button: DOMRect): void {
  const gap = 5;
  const { width, height } = menu.getBoundingClientRect();
  const below = button.bottom + gap;
  const top = below + height <= innerHeight - 8 ? below : Math.max(8, button.top - gap - height);
  const isRightHalf = button.left + button.width / 2 > innerWidth / 2;
  const left = isRightHalf ? button.right - width : button.left;
  menu.style.top = `${top}px`;
  menu.style.left = `${Math.min(Math.max(8, left), innerWidth - width - 8)}px`;
}
