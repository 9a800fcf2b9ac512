/** A thread that computes the features of stored decisions again. */
import { recomputePage, type StoredInput } from "../../evaluation/replay/recompute-page.ts";

declare const self: Worker;

export interface ToRecompute {
  rows: StoredInput[];
  namesOf: Readonly<Record<string, readonly string[]>>;
}

self.onmessage = ({ data: { rows, namesOf } }: MessageEvent<ToRecompute>) => {
  const page = recomputePage(rows, namesOf);
  // Handed over, not copied: a page is a megabyte.
  self.postMessage(page, [page.features.buffer, page.unseen.buffer, page.differingFeatures.buffer]);
};
