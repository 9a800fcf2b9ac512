/** The data folders of the scenario: filled once, and kept where that is wanted. */
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { dayMs } from "../../../src/base/durations.ts";
import { type Content, fill } from "./fill.ts";
import type { ReceiverKind } from "./receiver.ts";

/** Where the scenario works. */
export interface Place {
  executable: string;
  /** Deleted at the end. */
  scratch: string;
  /** Of `--data`, for the next time; null without it. */
  kept: string | null;
}

export interface Filling extends Content {
  title: string;
  /** Who receives the webhooks of what is denied, one after the other; empty: there are no webhooks. */
  receivers: readonly ReceiverKind[];
}

export const nothing: Content & Pick<Filling, "receivers"> = {
  receivers: [],
  decisions: 0,
  projects: 1,
  bookings: {},
  spanMs: dayMs,
  entries: 0,
};

export const ofAYear = (decisions: number): Filling => ({
  ...nothing,
  title: `${decisions} decisions`,
  decisions,
  spanMs: 365 * dayMs,
});

export const keysIn = (folder: string) => join(folder, "bench-keys");

export interface Folder {
  path: string;
  /** Null where it was kept from an earlier run. */
  fillS: number | null;
}

/** Filled where it is not there yet; only a whole one has its final name. */
export async function folderOf(
  { title, receivers: _, ...content }: Filling,
  parent: string,
  log: (line: string) => void,
): Promise<Folder> {
  const path = join(parent, title.replaceAll(" ", "-"));
  if (existsSync(path)) return { path, fillS: null };
  log(`${title}: filling …`);
  const begun = performance.now();
  const unfinished = `${path}.part`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  await fill(unfinished, keysIn(unfinished), content);
  renameSync(unfinished, path);
  return { path, fillS: (performance.now() - begun) / 1000 };
}
