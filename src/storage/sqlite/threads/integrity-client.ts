/** Starts the integrity thread for one check, and ends it with the check. */
import { startThread } from "../../../base/worker-thread.ts";
import { type DamagedDatabases, StorageUnavailable } from "../../port/store.ts";
import type { FromIntegrity, ToIntegrity } from "./integrity.ts";

/** @throws StorageUnavailable where a database cannot be read for another reason than damage. */
export async function damagedDatabases(
  folder: string,
  signal: AbortSignal,
): Promise<DamagedDatabases> {
  const thread = startThread<ToIntegrity, FromIntegrity>(
    "storage/sqlite/threads/integrity",
    "the integrity thread",
  );
  const aborted = new Promise<null>((resolve) => {
    signal.addEventListener("abort", () => resolve(null), { once: true });
  });
  try {
    const reply = await Promise.race([thread.request({ folder }), aborted]);
    const found = Object.entries(reply?.faults ?? {});
    const other = found.find(([, fault]) => fault !== null && fault.kind !== "damaged");
    if (other) throw new StorageUnavailable(other[1]!.message);
    return new Map(found.map(([name, fault]) => [name, fault?.message ?? null]));
  } finally {
    thread.close();
  }
}
