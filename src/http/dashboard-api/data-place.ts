/** Where commands find the data: pages show them with the flags that they need here. */
import { dirname } from "node:path";
import { isAllowed } from "../../projects/accounts/permissions.ts";
import type { GrantRecord } from "../../storage/port/accounts.ts";
import type { RouteDeps } from "./deps.ts";

export interface DataPlace {
  /** The service's data folder; null without the permission to set models of all projects. */
  dataFolder: string | null;
  /** Whether commands find the data in PostgreSQL, and not in the data folder. */
  isOnPostgres: boolean;
}

export function dataPlaceFor(
  grants: readonly GrantRecord[],
  { store, models }: Pick<RouteDeps, "store" | "models">,
): DataPlace {
  return {
    dataFolder: isAllowed(grants, "model.set", null) ? dirname(models.library.folder) : null,
    isOnPostgres: store.shared !== null,
  };
}
