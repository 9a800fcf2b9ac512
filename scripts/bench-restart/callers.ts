/** Merchants that go on booking while the service restarts, as one does behind a proxy that tries again. */
import { bookingBodies } from "../bench/bookings.ts";

export interface Calls {
  /** `performance.now()` of each answer with 200. */
  scoredAt: number[];
  /** From a booking's first try to its answer, ms. */
  waitedMs: number[];
  /** Connections that nobody accepted: nothing was sent, and a proxy may try again. */
  refused: number;
  /** Connections that ended without an answer after they were opened. */
  unanswered: number;
  /** Answers other than 200, by status. */
  others: Record<string, number>;
}

export interface Callers {
  calls: Calls;
  /** Resolves when every booking that was begun has its answer. */
  stop(): Promise<void>;
}

/** Between two tries of a booking, ms. */
const retryEveryMs = 20;
/** Until a booking is given up, ms: the bench has failed then. */
const patienceMs = 120_000;

/** @param rate bookings a second of all callers together, as far as the service keeps up. */
export function startCallers(
  url: string,
  key: string,
  { count, rate }: { count: number; rate: number },
): Callers {
  const calls: Calls = { scoredAt: [], waitedMs: [], refused: 0, unanswered: 0, others: {} };
  const nextBody = bookingBodies();
  let stopped = false;

  async function call(body: string, idempotencyKey: string): Promise<boolean> {
    try {
      const response = await fetch(`${url}/v1/risk`, {
        method: "POST",
        headers: {
          ...{ "Content-Type": "application/json", "X-Service-Key": key },
          "Idempotency-Key": idempotencyKey,
        },
        body,
        keepalive: false, // A connection of its own, so that no library tries again by itself.
      });
      await response.arrayBuffer();
      if (response.status === 200) return true;
      calls.others[response.status] = (calls.others[response.status] ?? 0) + 1;
    } catch (error) {
      if ((error as { code?: string }).code === "ECONNREFUSED") calls.refused += 1;
      else calls.unanswered += 1;
    }
    return false;
  }

  async function caller(): Promise<void> {
    while (!stopped) {
      const begun = performance.now();
      const body = nextBody();
      const idempotencyKey = crypto.randomUUID(); // The same for each try: a booking is scored once.
      while (!(await call(body, idempotencyKey))) {
        if (performance.now() - begun > patienceMs) throw new Error("a booking was never scored");
        await Bun.sleep(retryEveryMs);
      }
      calls.scoredAt.push(performance.now());
      calls.waitedMs.push(performance.now() - begun);
      await Bun.sleep(Math.max(0, begun + (1000 * count) / rate - performance.now()));
    }
  }

  const running = Promise.all(Array.from({ length: count }, caller));
  return {
    calls,
    async stop() {
      stopped = true;
      await running;
    },
  };
}
