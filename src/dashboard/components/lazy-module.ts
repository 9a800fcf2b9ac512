import { useSyncExternalStore } from "react";

interface State<Module> {
  /** Null until it is loaded. */
  loaded: Module | null;
  /** Whether the last attempt to load it failed. */
  hasFailed: boolean;
}

/**
 * A hook for a module that the first page does without. Loading starts when the hook is first used.
 * After a failure a later use, or `retry`, tries again.
 *
 * Unlike `React.lazy`, a module that has been loaded is available in the very first render: nothing
 * typed right after the shortcut that opens it is lost.
 */
export function lazyModule<Module>(
  load: () => Promise<Module>,
): () => State<Module> & { retry: () => void } {
  let state: State<Module> = { loaded: null, hasFailed: false };
  let inFlight = false;
  const listeners = new Set<() => void>();
  const become = (next: State<Module>) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const start = async () => {
    if (state.loaded || inFlight) return;
    inFlight = true;
    become({ loaded: null, hasFailed: false });
    try {
      become({ loaded: await load(), hasFailed: false });
    } catch {
      become({ loaded: null, hasFailed: true });
    } finally {
      inFlight = false;
    }
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    void start();
    return () => listeners.delete(listener);
  };
  const retry = () => void start();
  return () => ({ ...useSyncExternalStore(subscribe, () => state), retry });
}
