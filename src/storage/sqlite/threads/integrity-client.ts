/** Starts the integrity thread for one check, and ends it with the check. */
import { startThread } from "../../../base/worker-thread.ts";
import { type DamagedDatabases, StorageUnavailable } from "../../port/store.ts";
import { type DatabaseName, databaseNames } from "../open.ts";
import type { Fault } from "../quick-check.ts";
import type { FromIntegrity, ToIntegrity } from "./integrity.ts";

/** What is wrong with each of a folder's databases; null where it is whole. An aborted check finds nothing. */
export async function faultsOf(
  folder: string,
  names: readonly DatabaseName[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<DatabaseName, Fault | null>> {
  const thread = startThread<ToIntegrity, FromIntegrity>(
    "storage/sqlite/threads/integrity",
    "the integrity thread",
  );
  const aborted = new Promise<null>((resolve) => {
    signal?.addEventListener("abort", () => resolve(null), { once: true });
  });
  try {
    const reply = await Promise.race([thread.request({ folder, names }), aborted]);
    return reply?.faults ?? new Map();
  } finally {
    thread.close();
  }
}

/** @throws StorageUnavailable where a database cannot be read for another reason than damage. */
export async function damagedDatabases(
  folder: string,
  signal: AbortSignal,
): Promise<DamagedDatabases> {
  const found = [...(await faultsOf(folder, databaseNames, signal))];
  const other = found.find(([, fault]) => fault !== null && fault.kind !== "damaged");
  if (other) throw new StorageUnavailable(other[1]!.message);
  return new Map(found.map(([name, fault]) => [name, fault?.message ?? null]));
}
