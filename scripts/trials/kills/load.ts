/** The load of one round: bookings, outcomes and telemetry at the same time, until the kill. */
import { bookingBodies } from "../../bench/bookings.ts";
import type { Answer, Ledger, SentBooking } from "./ledger.ts";

/** Callers of each kind at once. */
const bookers = 12;
const tabs = 6;

export interface Target {
  url: string;
  secretKey: string;
  publishableKey: string;
}

/**
 * Sends until `signal` aborts or the service is gone; every call is in the ledger before it is sent.
 * @param random 0 to 1; decides which bookings have an idempotency key and which get an outcome.
 */
export async function sendUntil(
  target: Target,
  ledger: Ledger,
  random: () => number,
  signal: AbortSignal,
): Promise<void> {
  const nextBody = bookingBodies();
  const booking = async () => {
    while (!signal.aborted) await bookAndReport(target, ledger, nextBody(), random, signal);
  };
  const visit = async (tab: number) => {
    const collectionId = `col_kill${ledger.round}x${tab}x${Date.now().toString(36)}`;
    for (let sequence = 0; !signal.aborted; sequence++) {
      await sendBatch(target, ledger, collectionId, sequence, signal);
    }
  };
  const callers = [
    ...Array.from({ length: bookers }, booking),
    ...Array.from({ length: tabs }, (_, tab) => visit(tab)),
  ];
  await Promise.all(callers);
}

async function bookAndReport(
  target: Target,
  ledger: Ledger,
  body: string,
  random: () => number,
  signal: AbortSignal,
): Promise<void> {
  const requestId = `kill-${ledger.round}-${ledger.bookings.length}`;
  const sent: SentBooking = {
    requestId,
    body: body.replace(/"requestId":"[^"]*"/, `"requestId":"${requestId}"`),
    idempotencyKey: random() < 0.5 ? requestId : null,
    answer: null,
  };
  ledger.bookings.push(sent);
  sent.answer = await book(target, sent, signal);
  if (sent.answer && random() < 0.3) await report(target, ledger, sent.answer, random, signal);
}

/** @returns null where there is no whole response with status 200. */
export async function book(
  { url, secretKey }: Target,
  { body, idempotencyKey }: SentBooking,
  signal?: AbortSignal,
): Promise<Answer | null> {
  const headers = {
    ...jsonHeaders(secretKey),
    ...(idempotencyKey !== null && { "Idempotency-Key": idempotencyKey }),
  };
  const response = await post(`${url}/v1/risk`, headers, body, signal);
  return response?.status === 200 ? (JSON.parse(response.text) as Answer) : null;
}

async function report(
  target: Target,
  ledger: Ledger,
  { decisionId }: Answer,
  random: () => number,
  signal: AbortSignal,
): Promise<void> {
  const requestId = `outcome-${ledger.round}-${ledger.outcomes.length}`;
  const outcome = random() < 0.5 ? "fraud" : "legitimate";
  const report = JSON.stringify({ outcome, requestId, note: `round ${ledger.round}` });
  const sent = { decisionId, report, requestId, isAcknowledged: false };
  ledger.outcomes.push(sent);
  sent.isAcknowledged = await reportOutcome(target, decisionId, report, signal);
}

export async function reportOutcome(
  { url, secretKey }: Target,
  decisionId: string,
  report: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const path = `${url}/v1/decisions/${decisionId}/outcome`;
  return (await post(path, jsonHeaders(secretKey), report, signal))?.status === 200;
}

async function sendBatch(
  { url, publishableKey }: Target,
  ledger: Ledger,
  collectionId: string,
  sequence: number,
  signal: AbortSignal,
): Promise<void> {
  const sent = { collectionId, sequence, isAcknowledged: false };
  ledger.batches.push(sent);
  const batch = {
    key: publishableKey,
    collectionId,
    sequence,
    sdkVersion: "kill-rounds",
    startedAt: Date.now() - 1000,
    sentAt: Date.now(),
    events: [{ kind: "scroll", at: 10, page: 0, scrolls: 1, depth: 0.5 }],
  };
  const headers = { "Content-Type": "text/plain" };
  const response = await post(`${url}/sdk/batch`, headers, JSON.stringify(batch), signal);
  sent.isAcknowledged = response?.status === 204;
}

const jsonHeaders = (key: string) => ({
  "Content-Type": "application/json",
  "X-Service-Key": key,
});

/** @returns null where the connection ended before the whole response arrived. */
async function post(
  url: string,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal | undefined,
): Promise<{ status: number; text: string } | null> {
  try {
    const response = await fetch(url, { method: "POST", headers, body, signal: signal ?? null });
    return { status: response.status, text: await response.text() };
  } catch {
    return null;
  }
}
