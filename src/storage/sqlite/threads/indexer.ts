/**
 * The indexer's thread: follows `events.db` and keeps `history.db` up to it, beside the thread that
 * answers. It is behind by a second or by one group, whichever is longer.
 */
import type { Database } from "bun:sqlite";
import { attemptsIndexer } from "../history/index-attempts.ts";
import { openForReading, openForWriting } from "../open.ts";
import { decisionsIndexer } from "../search/index-decisions.ts";

declare const self: Worker;

export type ToIndexer = { folder: string } | { close: true };

/** Large enough that many rows share a page, small enough to be over in a tenth of a second. */
const groupMax = 2000;
const pauseMs = 1000;
/** A pause after each full group too: answering comes first. */
const breathMs = 20;

let events: Database | undefined;
let history: Database | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

self.onmessage = ({ data }: MessageEvent<ToIndexer>) => {
  if ("folder" in data) start(data.folder);
  else {
    clearTimeout(timer);
    history?.close();
    events?.close();
    self.postMessage("closed");
  }
};

function start(folder: string): void {
  events = openForReading(folder, "events");
  history = openForWriting(folder, "history");
  const index = attemptsIndexer(events, history);
  const file = decisionsIndexer(events, history);
  const work = () => {
    const groups = [next(index), next(file)];
    timer = setTimeout(work, groups.includes(groupMax) ? breathMs : pauseMs);
  };
  // What an end without warning left, or another process brought. Only scoring waits for it.
  while (next(index) === groupMax);
  self.postMessage("caught up");
  work();
}

function next(index: (max: number) => number): number {
  try {
    return index(groupMax);
  } catch {
    return 0; // Locked by another process, or the disk is full: they wait in events.db.
  }
}
