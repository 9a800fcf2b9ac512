/** When an attempt that failed is repeated: the schedule of Standard Webhooks, with jitter and Retry-After. */
import { attemptDelaysMs, webhookLimits } from "./limits.ts";

/** Added to a delay at random, at most this share: what failed together is not repeated together. */
const jitter = 0.2;

/**
 * @param attempt how many attempts were made: 1 after the first.
 * @param random from 0 to 1.
 * @returns when the next one is due, Unix ms; null where there is none.
 */
export function nextAttemptAt(
  attempt: number,
  { now, retryAfterMs, random }: { now: number; retryAfterMs: number | null; random: number },
): number | null {
  const delay = attemptDelaysMs[attempt];
  if (delay === undefined) return null;
  return now + Math.max(Math.round(delay * (1 + jitter * random)), retryAfterMs ?? 0);
}

/**
 * @param header seconds, or a date (RFC 9110, 10.2.3).
 * @returns how long to wait, within the limit; null where the header says nothing.
 */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null;
  const wait = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  if (!(wait > 0)) return null;
  return Math.min(wait, webhookLimits.retryAfterMs);
}
