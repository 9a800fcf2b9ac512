/** What the path of a scoring request tells a trace of it. Few requests are traced, or none. */
import type { StageTimes } from "../../risk/decide.ts";

export interface Tracing {
  /**
   * To be called once the key of a request was accepted: callers without one cannot make traces.
   *
   * @param startedAt when the request arrived, `performance.now()`.
   * @returns null where the request is not sampled.
   */
  begin(request: Request, projectId: string, startedAt: number): RequestTrace | null;
}

export interface RequestTrace {
  /** The body has been read and is valid. */
  validated(): void;
  readonly timed: StageTimes;
  /** @param replayed the decision is that of an earlier request with the same `Idempotency-Key`. */
  decided(decisionId: string, replayed: boolean): void;
  /** @param code of the problem, where the request was refused. */
  answered(status: number, code: string | null): void;
}
