/** One attempt to deliver an event to its endpoint: signed, sent, and its result recorded. */
import { isoTime } from "../../base/iso-time.ts";
import { version } from "../../base/version.ts";
import type { Store } from "../../storage/port/store.ts";
import type {
  AttemptResult,
  TakenDelivery,
  WebhookEndpointRecord,
} from "../../storage/port/webhooks.ts";
import { nextAttemptAt, retryAfterMs } from "./retry.ts";
import type { Answer, Sending } from "./send.ts";
import { signedHeaders, signingSecrets } from "./signature.ts";

export interface DeliveryDeps {
  store: Pick<Store, "webhooks">;
  now: () => number;
  send: (sending: Sending, stopped: AbortSignal) => Promise<Answer>;
  /** Called with each attempt that ended: `retried` where another one follows. */
  attempted?: (result: "delivered" | "retried" | "failed") => void;
  random?: () => number;
}

/** An attempt that ended. */
interface Ended {
  answer: Answer;
  tookMs: number;
  /** For how long the endpoint has asked to wait, ms; null where it has not. */
  waitMs: number | null;
}

/** @param stopping ends what is being sent: the delivery is due again at once. */
export async function attempt(
  deps: DeliveryDeps,
  delivery: TakenDelivery,
  endpoint: WebhookEndpointRecord,
  stopping: AbortSignal,
): Promise<Ended> {
  const { now } = deps;
  const begunAt = now();
  const body = bodyOf(delivery);
  const signed = { id: delivery.eventId, body, at: begunAt };
  const answer = await deps.send(
    {
      url: endpoint.url,
      headers: {
        "Content-Type": "application/json",
        "User-Agent": `booking-risk/${version}`,
        ...signedHeaders(signed, signingSecrets(endpoint, begunAt)),
      },
      body,
    },
    stopping,
  );
  const waitMs = answer.status === null ? null : retryAfterMs(answer.retryAfter, now());
  const ended = { answer, tookMs: now() - begunAt, waitMs };
  const result = resultOf(deps, delivery, ended, stopping.aborted);
  await deps.store.webhooks.settle(result);
  deps.attempted?.(result.state === "waiting" ? "retried" : result.state);
  return ended;
}

function resultOf(
  { now, random = Math.random }: DeliveryDeps,
  { projectId, eventId, endpointId, attempt }: TakenDelivery,
  { answer, tookMs, waitMs }: Ended,
  stopped: boolean,
): AttemptResult {
  const at = now();
  const { status } = answer;
  const error = answer.status === null ? answer.error : null;
  const known = { projectId, eventId, endpointId, attempt, lastAt: at, status, error, tookMs };
  if (isSuccess(answer)) return { ...known, state: "delivered", dueAt: at };
  if (stopped) return { ...known, state: "waiting", dueAt: at };
  const next = nextAttemptAt(attempt, { now: at, retryAfterMs: waitMs, random: random() });
  return next === null || status === 410
    ? { ...known, state: "failed", dueAt: at }
    : { ...known, state: "waiting", dueAt: next };
}

export const isSuccess = ({ status }: Answer) => status !== null && status >= 200 && status < 300;

/** What was signed is what is sent: the body is put together once. */
export function bodyOf({
  type,
  at,
  sequence,
  data,
}: Pick<TakenDelivery, "type" | "at" | "sequence" | "data">): string {
  const timestamp = isoTime(at);
  return `{"type":${JSON.stringify(type)},"timestamp":"${timestamp}","sequence":${sequence},"data":${data}}`;
}
