/** Says that the browser has no network: pages wait for it, and would otherwise look as if they were loading. */
import { onlineManager } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { Notice } from "../components/page.tsx";

export function OfflineNotice() {
  const isOnline = useSyncExternalStore(
    (changed) => onlineManager.subscribe(changed),
    () => onlineManager.isOnline(),
  );
  return (
    <div role="status">
      {!isOnline && (
        <Notice variant="warn">
          You are offline. Pages load once the connection is back. Changes are not sent: save them
          again then.
        </Notice>
      )}
    </div>
  );
}
