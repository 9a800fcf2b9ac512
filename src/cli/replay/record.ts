/** Keeps a replay of an installed model with the store: `model promote` asks for one that passed. */
import { uuidv7obj } from "uuidv7";
import type { Question, ReplayReport } from "../../evaluation/replay/report.ts";
import type { ReplayRecord } from "../../storage/port/replays.ts";
import type { Store } from "../../storage/port/store.ts";

/** @param options what was asked, JSON. */
export function keptReplay({ candidate, projectId }: Question, options: string, store: Store) {
  const record: ReplayRecord = {
    id: `rpl_${uuidv7obj().toHex()}`,
    name: candidate.name,
    version: candidate.version,
    projectId,
    startedAt: Date.now(),
    finishedAt: null,
    passed: null,
    options,
    report: null,
  };
  return {
    began: () => store.replays.put(record),
    ended(report: ReplayReport) {
      const { passed } = report;
      const ended = { finishedAt: Date.now(), passed, report: JSON.stringify(report) };
      return store.replays.put({ ...record, ...ended });
    },
  };
}
