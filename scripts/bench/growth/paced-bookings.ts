/** Bookings at an even pace, whatever the service does, and what became of each. */
import { bookingBodies } from "../bookings.ts";
import type { Target } from "../load.ts";
import { type Latency, percentiles } from "../percentiles.ts";

/** What a response says. */
export interface Scored {
  decisionId: string;
  riskScore: number;
  riskLevel: string;
  suggestedAction: string;
  /** When it came, `performance.now()`. */
  at: number;
}

/** Of the bookings that were due in one stage. */
export interface Stage {
  seconds: number;
  sent: number;
  perSecond: number;
  scored: number;
  /** Connections that nobody accepted: nothing was sent, and the caller may try again. */
  refused: number;
  /** Connections that ended without a response after they were opened. */
  unanswered: number;
  /** Responses other than 200, by status. */
  others: Record<string, number>;
  /** Of those that were scored, since each was due. */
  latencyMs: Latency;
}

interface Counted extends Omit<Stage, "seconds" | "perSecond" | "scored" | "latencyMs"> {
  begun: number;
  ended: number;
  times: number[];
}

export interface PacedBookings {
  /** What is due from now on belongs to this stage. */
  enter(stage: string): void;
  /** Resolves when every booking has its response, or has none. */
  stop(): Promise<{ stages: Record<string, Stage>; scored: Scored[] }>;
}

/** @param first the name of the first stage. */
export function startBookings(
  { url, headers }: Target,
  perSecond: number,
  first: string,
): PacedBookings {
  const nextBody = bookingBodies();
  const stages = new Map<string, Counted>();
  const scored: Scored[] = [];
  const calls: Promise<void>[] = [];
  const enter = (name: string) => {
    current.ended = performance.now();
    current = counted();
    stages.set(name, current);
  };
  let current = counted();
  stages.set(first, current);

  async function call(stage: Counted, due: number): Promise<void> {
    stage.sent += 1;
    try {
      const response = await fetch(url, {
        method: "POST",
        headers,
        body: nextBody(),
        keepalive: false, // A connection of its own, so that no library tries again by itself.
      });
      const answer = await response.json();
      if (response.status === 200) {
        scored.push({ ...(answer as Omit<Scored, "at">), at: performance.now() });
        stage.times.push(performance.now() - due);
      } else stage.others[response.status] = (stage.others[response.status] ?? 0) + 1;
    } catch (error) {
      if ((error as { code?: string }).code === "ECONNREFUSED") stage.refused += 1;
      else stage.unanswered += 1;
    }
  }

  const started = performance.now();
  let stopped = false;
  const running = (async () => {
    while (!stopped) {
      const dueByNow = ((performance.now() - started) * perSecond) / 1000;
      while (calls.length + 1 <= dueByNow) {
        calls.push(call(current, started + ((calls.length + 1) * 1000) / perSecond));
      }
      await Bun.sleep(1);
    }
  })();
  return {
    enter,
    async stop() {
      stopped = true;
      await running;
      current.ended = performance.now();
      await Promise.all(calls);
      const all = [...stages].map(([name, one]) => [name, summary(one)] as const);
      return { stages: Object.fromEntries(all), scored };
    },
  };
}

const counted = (): Counted => ({
  begun: performance.now(),
  ended: 0,
  times: [],
  sent: 0,
  refused: 0,
  unanswered: 0,
  others: {},
});

function summary({ begun, ended, times, sent, ...rest }: Counted): Stage {
  const seconds = (ended - begun) / 1000;
  const rate = { seconds: rounded(seconds), sent, perSecond: rounded(sent / seconds) };
  return { ...rate, scored: times.length, ...rest, latencyMs: percentiles(times) };
}

export const rounded = (value: number) => Math.round(value * 10) / 10;
