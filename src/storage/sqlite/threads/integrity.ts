/** The integrity thread: reads every page of the databases once, at low priority, so that nothing waits for it. */
import { lowerThreadPriority } from "../../../base/executable.ts";
import type { DatabaseName } from "../open.ts";
import { type Fault, faultOf } from "../quick-check.ts";

declare const self: Worker;

export interface ToIntegrity {
  folder: string;
  names: readonly DatabaseName[];
}
/** What is wrong with each of them; null where it is whole. */
export type FromIntegrity = { faults: Map<DatabaseName, Fault | null> } | { failed: string };

self.onmessage = ({ data: { folder, names } }: MessageEvent<ToIntegrity>) => {
  lowerThreadPriority();
  const faults = new Map(names.map((name) => [name, faultOf(folder, name)]));
  self.postMessage({ faults } satisfies FromIntegrity);
};
