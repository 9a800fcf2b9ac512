/**
 * The indexer thread: follows `events.db` and keeps `history.db` up to date, alongside the thread that
 * decides. It is behind by a second; where many decisions arrive, by a few seconds.
 */
import type { Database } from "bun:sqlite";
import { lowerThreadPriority } from "../../../base/executable.ts";
import type { IndexFailure, IndexFailureKind, IndexName } from "../../port/index-monitor.ts";
import { isBusy } from "../empty-log.ts";
import { logReader } from "../events/search-log.ts";
import { attemptsIndexer, waitingReader } from "../history/index-attempts.ts";
import { keptFrom, type PartReader, storedIdentities } from "../history/known-identities.ts";
import { emptyLogAtEnd, openForReading, openForWriting } from "../open.ts";
import { decisionsIndexer } from "../search/index-decisions.ts";
import { gathering } from "./gathering.ts";

declare const self: Worker;

export type ToIndexer = { folder: string } | { readIdentities: true } | { close: true };
/** `started`: velocity has caught up, or cannot for now, as a failure before it says. */
export type FromIndexer =
  | { started: true }
  | { closed: true }
  | { failure: IndexFailure }
  | { recovered: IndexName }
  /** The words of an `IdentityFilter` with the identities that `history.db` has. */
  | { identities: Int32Array<ArrayBuffer> };

/**
 * Each decision has some eight rows by identity, anywhere in a table whose pages are written once for a
 * group, to the log and then to the file: the more rows of a group share a page, the less is written.
 * Small enough to be over in a second, in which nobody else can write to `history.db`.
 */
const groupMax = 20_000;
const pauseMs = 1000;
/** Identities read at once: a twentieth of a second. */
const identitiesMax = 50_000;
/**
 * Deciding comes first, but a quarter of a core that it shares with decisions is left, enough for 10,000
 * decisions a second: what is not indexed yet is in memory.
 */
const priorityLowerBy = 5;
/** A pause after each full group too: deciding comes first. */
const shortPauseMs = 20;
const retryMs = 1000;

let events: Database | undefined;
let history: Database | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Of its own: each part that is read would count as a pause of indexing, which then gathers too little. */
let identitiesTimer: ReturnType<typeof setTimeout> | undefined;
let areIdentitiesAsked = false;
/** Decisions since the filter of identities was brought up to date. */
let notInFilter = 0;
const failing = new Set<IndexName>();

self.onmessage = ({ data }: MessageEvent<ToIndexer>) => {
  if ("folder" in data) start(data.folder);
  else if ("readIdentities" in data) {
    areIdentitiesAsked = true;
    identitiesTimer ??= setTimeout(readIdentities);
  } else {
    clearTimeout(timer);
    clearTimeout(identitiesTimer);
    if (history) emptyLogAtEnd(history);
    history?.close();
    events?.close();
    send({ closed: true });
  }
};

function start(folder: string): void {
  events = openForReading(folder, "events");
  history = openForWriting(folder, "history");
  const readLog = logReader(events);
  const indexAttempts = attemptsIndexer(events, history, readLog);
  const indexDecisions = decisionsIndexer(events, history, readLog);
  const isTime = gathering(waitingReader(events, history), groupMax);
  const work = () => {
    let isBusy = false;
    if (isTime()) {
      const groups = [next("velocity", indexAttempts), next("search", indexDecisions)];
      isBusy = groups.includes(groupMax);
      notInFilter += groups[0]!;
      if (notInFilter >= keptFrom) identitiesTimer ??= setTimeout(readIdentities);
    }
    timer = setTimeout(work, isBusy ? shortPauseMs : pauseMs);
  };
  // What a crash left, or another process added. Only velocity is waited for.
  while (next("velocity", indexAttempts) === groupMax);
  send({ started: true });
  lowerThreadPriority(priorityLowerBy);
  work();
}

/**
 * Indexes one group. What could not be indexed is tried again after the pause, whatever the reason:
 * meanwhile it stays in `events.db`, and velocity reads it from there.
 */
function next(name: IndexName, index: (max: number) => number): number {
  try {
    const added = index(groupMax);
    if (failing.delete(name)) send({ recovered: name });
    return added;
  } catch (error) {
    failing.add(name);
    send({ failure: { index: name, ...described(error) } });
    return 0;
  }
}

/**
 * Reads the identities on file, a part at a time, so that indexing goes on between, and keeps them for the
 * next start. Velocity, where it has asked, does without until then: it queries the file more often than it
 * has to.
 * @param readPart reads the next part, if reading has begun.
 */
function readIdentities(readPart?: PartReader): void {
  let pauseMs = 0;
  try {
    if (!readPart) notInFilter = 0;
    readPart ??= storedIdentities(history!, events!);
    const filter = readPart(identitiesMax);
    if (filter) {
      identitiesTimer = undefined;
      if (areIdentitiesAsked) {
        self.postMessage({ identities: filter.words } satisfies FromIndexer, [filter.words.buffer]);
      }
      areIdentitiesAsked = false;
      return;
    }
  } catch {
    pauseMs = retryMs; // Indexing meets the same failure, and reports it.
  }
  identitiesTimer = setTimeout(readIdentities, pauseMs, readPart);
}

function described(error: unknown): { kind: IndexFailureKind; code: string } {
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (typeof code !== "string") return { kind: "failed", code: String(name) };
  if (isBusy(error)) return { kind: "locked", code };
  return { kind: code === "SQLITE_FULL" ? "full" : "failed", code };
}

function send(message: FromIndexer): void {
  self.postMessage(message);
}
