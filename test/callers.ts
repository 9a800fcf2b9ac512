/** Callers of a running service, and what they see while a test harms it. */
import { expect } from "bun:test";
import { callRisk } from "./executable.ts";
import { fullRequest } from "./fixtures/booking.ts";

/** Callers at once. */
export const callers = 8;
/** How long a call may take while a fault lasts, ms. */
const answerMsMax = 10_000;
/** Within this time after a fault ends, every call is answered with 200 again. */
const recoveryMsMax = 10_000;

export interface Seen {
  statuses: Map<number | "none", number>;
  slowestMs: number;
  withoutRetryAfter: number;
}

export interface CallerOptions {
  /** Between two calls of one caller, ms. By default none. */
  pauseMs?: number;
  /** Reports an outcome of every fifth decision. */
  reports?: boolean;
}

/** Calls `POST /v1/risk` and records what each phase of a test sees. */
export class Callers {
  /** The IDs of the decisions that were answered. */
  readonly acknowledged: string[] = [];
  /** Those of the decisions whose outcomes were. */
  readonly reported: string[] = [];
  #seen: Seen = newSeen();
  #isRunning = true;
  readonly #ended: Promise<unknown>;

  constructor(url: string, key: string, { pauseMs = 0, reports = false }: CallerOptions = {}) {
    const body = JSON.stringify(fullRequest());
    this.#ended = Promise.all(
      Array.from({ length: callers }, async () => {
        while (this.#isRunning) {
          const decisionId = await this.#call(url, key, body);
          if (reports && decisionId && this.acknowledged.length % 5 === 0) {
            await this.#report(url, key, decisionId);
          }
          if (pauseMs > 0) await Bun.sleep(pauseMs);
        }
      }),
    );
  }

  async #call(url: string, key: string, body: string): Promise<string | null> {
    const start = performance.now();
    const answer = await callRisk(url, key, body).catch(() => null);
    const text = answer ? await answer.text().catch(() => null) : null;
    const seen = this.#seen;
    const status = answer && text !== null ? answer.status : "none";
    seen.statuses.set(status, (seen.statuses.get(status) ?? 0) + 1);
    seen.slowestMs = Math.max(seen.slowestMs, performance.now() - start);
    if (status === 503 && !answer!.headers.has("retry-after")) seen.withoutRetryAfter += 1;
    if (status !== 200) {
      await Bun.sleep(20); // As a caller that waits before it tries again.
      return null;
    }
    const { decisionId } = JSON.parse(text!) as { decisionId: string };
    this.acknowledged.push(decisionId);
    return decisionId;
  }

  async #report(url: string, key: string, decisionId: string): Promise<void> {
    const answer = await fetch(`${url}/v1/decisions/${decisionId}/outcome`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Service-Key": key },
      body: JSON.stringify({ outcome: "legitimate", requestId: "report" }),
    }).catch(() => null);
    if (answer?.status === 200) this.reported.push(decisionId);
  }

  /** How often a status was seen since the last phase. */
  seen(status: number | "none"): number {
    return count(this.#seen, status);
  }

  /** What was seen since the last call of this. */
  phase(): Seen {
    const seen = this.#seen;
    this.#seen = newSeen();
    return seen;
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    await this.#ended;
  }
}

const newSeen = (): Seen => ({ statuses: new Map(), slowestMs: 0, withoutRetryAfter: 0 });
export const count = ({ statuses }: Seen, status: number | "none") => statuses.get(status) ?? 0;

/** The only statuses that a caller may see in a phase. */
export function expectOnly(seen: Seen, ...allowed: (number | "none")[]): void {
  expect([...seen.statuses.keys()].filter((status) => !allowed.includes(status))).toEqual([]);
  expect(seen.withoutRetryAfter).toBe(0);
  expect(seen.slowestMs).toBeLessThan(answerMsMax);
}

/**
 * Waits until only 200 is seen, for half a second.
 * @param during is given what was seen until now.
 */
export async function recovered(
  calling: Callers,
  during: (seen: Seen) => void = () => {},
): Promise<void> {
  const end = performance.now() + recoveryMsMax;
  for (;;) {
    during(calling.phase());
    during = () => {};
    await Bun.sleep(500);
    const seen = calling.phase();
    if (count(seen, 200) > 0 && seen.statuses.size === 1) return;
    if (performance.now() > end) throw new Error(`not recovered: ${[...seen.statuses]}`);
  }
}
