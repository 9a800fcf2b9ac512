/**
 * The look-up's thread: reads what people ask for, beside the thread that decides. One question at
 * a time, in the order of asking.
 */
import type { AgedTelemetry } from "../../collections.ts";
import { besideDecisionsReads } from "../events/shadow-and-reasons.ts";
import { openForReading } from "../open.ts";
import { filingReader } from "../search/index-decisions.ts";
import { linkReads } from "../search/link-reads.ts";
import { lookUpReads } from "../search/reads.ts";
import { tallyReads } from "../search/tally-reads.ts";

declare const self: Worker;

export type Question = {
  [Name in keyof Answers]: { name: Name; args: Parameters<Answers[Name]> };
}[keyof Answers];
export type ToLookUp = { folder: string } | Question | { close: true };
export type FromLookUp = { result: unknown } | { failed: string };

export type Answers = ReturnType<typeof openAnswers>["answers"];

function openAnswers(folder: string) {
  const events = openForReading(folder, "events");
  const history = openForReading(folder, "history");
  const filed = filingReader(history);
  const last = (table: string) =>
    events.query<{ seq: number | null }, []>(`SELECT max(seq) AS seq FROM ${table}`);
  const [lastDecision, lastOutcome] = [last("decisions"), last("outcomes")];
  const aged = events.query<AgedTelemetry, [string, number]>(
    `SELECT count(*) AS batches, min(received_at) AS oldestAt FROM batches
     WHERE project_id = ? AND received_at < ?`,
  );
  const answers = {
    ...lookUpReads(events, history),
    ...linkReads(events, history),
    ...tallyReads(history),
    telemetryBefore: (projectId: string, receivedAt: number): AgedTelemetry =>
      aged.get(projectId, receivedAt)!,
    shadowPairs: besideDecisionsReads(events).shadowPairs,
    behind(): number {
      const { decisionsTo, outcomesTo } = filed();
      const decisions = (lastDecision.get()?.seq ?? 0) - decisionsTo;
      return decisions + (lastOutcome.get()?.seq ?? 0) - outcomesTo;
    },
  };
  const close = () => {
    events.close();
    history.close();
  };
  return { answers, close };
}

let open: ReturnType<typeof openAnswers> | undefined;
let folder = "";

self.onmessage = ({ data }: MessageEvent<ToLookUp>) => {
  self.postMessage(answer(data));
};

function answer(message: ToLookUp): FromLookUp {
  try {
    if ("folder" in message) folder = message.folder;
    else if ("close" in message) open?.close();
    else {
      open ??= openAnswers(folder); // Not before: what is wrong with it is an answer then.
      return { result: ask(open.answers, message) };
    }
    return { result: null };
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}

function ask(answers: Answers, { name, args }: Question): unknown {
  return (answers as unknown as Record<string, (...args: unknown[]) => unknown>)[name]!(...args);
}
