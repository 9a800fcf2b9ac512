/** The limits of webhooks, which the dashboard states too: nothing else is imported here. */
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

export const webhookLimits = {
  /** Endpoints of a project that are not archived. */
  endpoints: 10,
  /** Characters. */
  url: 2048,
  description: 200,
  /** Deliveries of one page of the log. */
  page: 100,
  /** Deliveries that are replayed at once. */
  replayed: 1000,
  /** Waiting deliveries are counted up to this. */
  counted: 10_000,
  /** How long the log is kept, days. */
  logDays: 30,
  /** How long a replaced secret also signs, next to the new one, hours. */
  overlapHours: 24,
  /** From the resolution of the name to the head of the answer, ms. */
  attemptMs: 15_000,
  /** How long a connection is kept for the next attempt, ms. */
  keptMs: 2000,
  /** The longest body of an answer that is drained to keep the connection; a longer one closes it. */
  drainedBytesMax: 16_384,
  /** How long nobody else tries a delivery that was taken: longer than an attempt. */
  heldMs: 20_000,
  /** Attempts to one endpoint at once; 1 after one that failed. */
  attemptsOfOne: 16,
  /** Endpoints to which something is sent at once, and how many of them may have failed before. */
  endpointsAtOnce: 32,
  failingAtOnce: 16,
  /** The longest wait that an answer's Retry-After can ask for, ms. */
  retryAfterMs: 24 * hourMs,
} as const;

/** Before each attempt, ms: the schedule of Standard Webhooks 1.0. */
export const attemptDelaysMs: readonly number[] = [
  0,
  5000,
  5 * minuteMs,
  30 * minuteMs,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hourMs),
];
