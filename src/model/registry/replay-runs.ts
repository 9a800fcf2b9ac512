/**
 * Replays that were started in the dashboard. Each runs the command `model replay` in a process of its
 * own, which gives its cores to bookings first. One runs at a time; a project has one place, so that projects
 * have turns, and a long replay ends where another project waits.
 */
import { DomainError } from "../../base/domain-error.ts";
import { isoTime } from "../../base/iso-time.ts";
import { log } from "../../base/log.ts";
import { type Actor, auditEntry } from "../../storage/port/audit.ts";
import { fullName, type ModelName } from "./model-name.ts";
import { getModelToScore, type RegistryDeps } from "./roles.ts";

export interface ReplayAsked {
  model: ModelName;
  /** Null for all projects. */
  projectId: string | null;
  /** Decisions from then on, Unix ms. */
  from: number;
}

export interface ReplayRun extends ReplayAsked {
  startedAt: number;
  /** The part that is done, by time, 0 to 1. */
  done: number;
  decisions: number;
}

export interface ReplayRuns {
  /**
   * Starts it, after those of other projects that wait.
   * @returns false, and starts nothing, where one of the same project is running or waits.
   */
  start(asked: ReplayAsked, at: number): boolean;
  running(): ReplayRun | null;
  /** Those that wait, the next one first. */
  waiting(): readonly ReplayAsked[];
  /** When the last one of a model failed, Unix ms; null where it did not fail. */
  failedAt(model: ModelName): number | null;
  /** Ends the one that is running. */
  stop(): Promise<void>;
}

/**
 * Replays the decisions of the last days with a model.
 * @throws DomainError model_not_found, model_owned, replay_running
 */
export async function startReplay(
  { library, replays, now }: RegistryDeps & { replays: ReplayRuns },
  actor: Actor,
  input: { model: ModelName; projectId: string | null; days: number },
): Promise<void> {
  const { projectId, days } = input;
  const model = await getModelToScore(library, input.model, projectId);
  const at = now();
  const from = at - days * 86_400_000;
  if (!replays.start({ model, projectId, from }, at)) throw new DomainError("replay_running", {});
  const entry = { subject: fullName(model), projectId, detail: { days } };
  await library.store.audit.add(auditEntry(actor, at, "model.replay", entry));
}

/** How long a replay may run where another project's waits: a million decisions take minutes. */
const turnMs = 60 * 60 * 1000;
/** How often that is looked at. */
const turnCheckMs = 1000;

/**
 * @param command `booking-risk model replay` with its data folder.
 * @param turn how long a replay may run where another waits, ms.
 */
export function replayRuns(command: readonly string[], turn = turnMs): ReplayRuns {
  const waiting: ReplayAsked[] = [];
  let run: ReplayRun | null = null;
  let child: ReturnType<typeof spawned> | null = null;
  let stopped = false;
  const failures = new Map<string, number>();

  async function follow(of: ReplayRun, process: ReturnType<typeof spawned>): Promise<void> {
    const begun = performance.now();
    let isOver = false;
    const watch = setInterval(
      () => {
        isOver ||= waiting.length > 0 && performance.now() - begun > turn;
        if (isOver) process.kill();
      },
      Math.min(turnCheckMs, turn),
    );
    const complaint = await readLines(process.stderr, (line) => Object.assign(of, line));
    const status = await process.exited;
    clearInterval(watch);
    if (status !== 0 && !stopped) {
      fail(of, isOver ? "it took too long while another project's replay waited" : complaint);
    }
    end();
  }

  function begin(asked: ReplayAsked, at: number): void {
    run = { ...asked, startedAt: at, done: 0, decisions: 0 };
    try {
      child = spawned([...command, ...argumentsOf(asked)]);
    } catch (error) {
      fail(asked, (error as Error).message); // No file descriptor or memory is left, say.
      end();
      return;
    }
    void follow(run, child);
  }

  function fail({ model }: ReplayAsked, reason: string): void {
    failures.set(fullName(model), Date.now());
    log("error", "replay_failed", { model: fullName(model), reason });
  }

  function end(): void {
    run = null;
    child = null;
    const next = waiting.shift();
    if (next && !stopped) begin(next, Date.now());
  }

  return {
    start(asked, at) {
      const all = run ? [run, ...waiting] : waiting;
      if (stopped || all.some(({ projectId }) => projectId === asked.projectId)) return false;
      failures.delete(fullName(asked.model));
      if (run) waiting.push(asked);
      else begin(asked, at);
      return true;
    },
    waiting: () => waiting,
    running: () => run,
    failedAt: (model) => failures.get(fullName(model)) ?? null,
    async stop() {
      stopped = true;
      child?.kill();
      await child?.exited;
    },
  };
}

function argumentsOf({ model, projectId, from }: ReplayAsked): string[] {
  return [
    fullName(model),
    ...(projectId === null ? [] : ["--project", projectId]),
    "--from",
    isoTime(from),
    "--threads",
    "1",
    "--json",
    "--progress-lines",
  ];
}

function spawned(command: string[]) {
  return Bun.spawn(command, { stdio: ["ignore", "ignore", "pipe"], env: process.env });
}

type Line = Pick<ReplayRun, "done" | "decisions">;

/** @returns the last line that is no progress: what it complained of. */
async function readLines(
  stream: ReadableStream<Uint8Array>,
  told: (line: Line) => void,
): Promise<string> {
  const decoder = new TextDecoder();
  let rest = "";
  let complaint = "";
  const take = (line: string) => {
    try {
      const { done, decisions } = JSON.parse(line) as Line;
      told({ done, decisions });
    } catch {
      if (line.trim()) complaint = line.trim();
    }
  };
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop()!;
    for (const line of lines) take(line);
  }
  if (rest) take(rest);
  return complaint;
}
