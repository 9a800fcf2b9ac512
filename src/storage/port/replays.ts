/** A trial of a model on stored decisions. */
export interface ReplayRecord {
  id: string;
  name: string;
  version: string;
  /** Null for all projects. */
  projectId: string | null;
  startedAt: number;
  /** Null while it runs, or if it was interrupted; there is no verdict then. */
  finishedAt: number | null;
  passed: boolean | null;
  /** JSON. */
  options: string;
  report: string | null;
}

export interface ReplayStore {
  /** Adds a replay, or replaces the one with that ID. */
  put(replay: ReplayRecord): Promise<void>;
  find(id: string): Promise<ReplayRecord | null>;
  /** A model's most recently started replay, finished or not, of one project or of all. */
  newest(name: string, version: string): Promise<ReplayRecord | null>;
  /** A model's replays, newest first, without their reports (null). */
  list(name: string, version: string): Promise<ReplayRecord[]>;
}
