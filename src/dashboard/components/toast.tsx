/** Short confirmations that disappear by themselves. Screen readers announce them. */
import { useSyncExternalStore } from "react";

const shownMs = 3500;

let toasts: readonly { id: number; text: string }[] = [];
let last = 0;
const listeners = new Set<() => void>();

function change(next: typeof toasts): void {
  toasts = next;
  for (const listener of listeners) listener();
}

export function showToast(text: string): void {
  const id = ++last;
  change([...toasts, { id, text }]);
  setTimeout(() => change(toasts.filter((toast) => toast.id !== id)), shownMs);
}

export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
  return (
    <output className="toasts" aria-live="polite">
      {shown.map(({ id, text }) => (
        <div className="toast" key={id}>
          {text}
        </div>
      ))}
    </output>
  );
}
