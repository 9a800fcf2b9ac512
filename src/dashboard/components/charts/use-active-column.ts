/** The active column of a chart: under the pointer, or chosen with the arrow keys. */
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useState } from "react";

export interface ActiveColumn {
  /** Null: none. */
  column: number | null;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerLeave: (event: PointerEvent<HTMLElement>) => void;
  onClick: (event: MouseEvent<HTMLElement>) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onBlur: () => void;
}

/**
 * @param columnAt the column at a position, in px from the left edge of the element
 * @param follow opens the page of a column, on a click or Enter. A touch only activates the column,
 *   because it has no other way to show the values.
 */
export function useActiveColumn(
  count: number,
  columnAt: (x: number) => number,
  follow: (column: number) => void,
): ActiveColumn {
  const [chosen, setColumn] = useState<number | null>(null);
  const column = chosen === null || count === 0 ? null : Math.min(chosen, count - 1);
  const activate = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const at = columnAt(clientX - currentTarget.getBoundingClientRect().left);
    setColumn(count === 0 ? null : Math.min(Math.max(0, at), count - 1));
  };
  return {
    column,
    onPointerMove: activate,
    onPointerDown: activate,
    onPointerLeave: ({ pointerType }) => {
      if (pointerType === "mouse") setColumn(null);
    },
    onClick: ({ nativeEvent }) => {
      const isTouch = (nativeEvent as { pointerType?: string }).pointerType === "touch";
      if (column !== null && !isTouch) follow(column);
    },
    onBlur: () => setColumn(null),
    onKeyDown: (event) => {
      if (event.key === "Enter") {
        if (column !== null) follow(column);
        return;
      }
      const next = keyTarget(event.key, column, count);
      if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      if (event.key === "Escape") event.currentTarget.blur();
      setColumn(next);
    },
  };
}

/** The column that a key moves to, or undefined if the key does not move. */
function keyTarget(key: string, column: number | null, count: number): number | null | undefined {
  const last = count - 1;
  const page = Math.max(1, Math.round(count / 10));
  const within = (to: number) => (last < 0 ? null : Math.min(Math.max(0, to), last));
  const by = (step: number) => within(column === null ? (step > 0 ? 0 : last) : column + step);
  if (key === "ArrowRight" || key === "ArrowUp") return by(1);
  if (key === "ArrowLeft" || key === "ArrowDown") return by(-1);
  if (key === "PageUp") return by(page);
  if (key === "PageDown") return by(-page);
  if (key === "Home") return within(0);
  if (key === "End") return within(last);
  return key === "Escape" ? null : undefined;
}
