import { useSyncExternalStore } from "react";

/**
 * A hook for a module that the first page does without. Loading starts when the hook is first used;
 * until then, and while it is in flight, the hook returns null.
 *
 * Unlike `React.lazy`, a module that has been loaded is available in the very first render: nothing
 * typed right after the shortcut that opens it is lost.
 */
export function lazyModule<Module>(load: () => Promise<Module>): () => Module | null {
  let loaded: Module | null = null;
  let inFlight = false;
  const listeners = new Set<() => void>();
  const start = async () => {
    inFlight = true;
    try {
      loaded = await load();
    } catch {
      // A later use tries again: a new version of the service may have replaced the file.
    } finally {
      inFlight = false;
    }
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    if (!loaded && !inFlight) void start();
    return () => listeners.delete(listener);
  };
  return () => useSyncExternalStore(subscribe, () => loaded);
}
