/**
 * What brings events to their endpoints: it gives them their numbers, takes the deliveries that are due, and tries
 * each. Any number of copies of the service may do so at once. An endpoint is served by itself, so that one that
 * is slow or dead delays no other.
 */
import { EventLoopShare } from "../../base/event-loop-share.ts";
import { log } from "../../base/log.ts";
import { auditEntry } from "../../storage/port/audit.ts";
import type { Store } from "../../storage/port/store.ts";
import type { ControlEvent, NewWebhookEvent } from "../../storage/port/webhook-event.ts";
import type { TakenDelivery, WebhookEndpointRecord } from "../../storage/port/webhooks.ts";
import { attempt, type DeliveryDeps, isSuccess } from "./attempt.ts";
import { dropWaiting } from "./endpoints.ts";
import { testEventType } from "./event-types.ts";
import { webhookLimits } from "./limits.ts";
import type { Answer } from "./send.ts";

export interface Dispatcher {
  /** Looks for work and begins it; what is sent goes on afterwards. */
  look(): Promise<void>;
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>;
  /** Ends what is being sent: it is due again at once. */
  stop(): Promise<void>;
}

/** Events that are numbered by one commit. */
const distributedAtOnce = 50;

/**
 * Attempts that begin in a turn of the event loop, each of which takes it some 0.1 ms: bookings come between them, and
 * wait for no more than these.
 */
const attemptShare = { perTurn: 2, perMs: 0.5 };

/** What this process knows of an endpoint. */
interface Health {
  /** Whether all of the last attempts failed. */
  failing: boolean;
  pausedUntil: number;
  servedAt: number;
}

export function webhookDispatcher(deps: DeliveryDeps): Dispatcher {
  const { store, now } = deps;
  const { webhooks } = store;
  const stopping = new AbortController();
  const context = { deps, share: new EventLoopShare(attemptShare), stopping: stopping.signal };
  const health = new Map<string, Health>();
  const serving = new Map<string, Promise<void>>();
  const healthOf = (id: string): Health =>
    health.get(id) ?? { failing: false, pausedUntil: 0, servedAt: 0 };

  async function look(): Promise<void> {
    if ((await webhooks.endpoints(null)).length === 0) return;
    await receiveControlEvents(store);
    await distributeFresh(store, now);
    const due = await webhooks.dueEndpoints(now());
    if (due.length === 0) return;
    const endpoints = await webhooks.endpoints(null);
    const served = due
      .filter((id) => !serving.has(id) && healthOf(id).pausedUntil <= now())
      .sort((a, b) => healthOf(a).servedAt - healthOf(b).servedAt);
    for (const id of served) {
      if (stopping.signal.aborted) return;
      if (hasPlace(id)) begin(id, endpoints.find((one) => one.id === id) ?? null);
    }
  }

  /** Those that fail leave half of the places to the others. */
  function hasPlace(id: string): boolean {
    if (serving.size >= webhookLimits.endpointsAtOnce) return false;
    const failing = [...serving.keys()].filter((one) => healthOf(one).failing).length;
    return !healthOf(id).failing || failing < webhookLimits.failingAtOnce;
  }

  function begin(id: string, endpoint: WebhookEndpointRecord | null): void {
    const work = (isInUse(endpoint) ? serve(endpoint) : dropWaiting(store, id))
      .catch((error) => log("warning", "webhooks", { endpoint: id, reason: String(error) }))
      .finally(() => serving.delete(id));
    serving.set(id, work);
  }

  /** Until nothing is due, or a whole round of attempts has failed. */
  async function serve({ projectId, id }: WebhookEndpointRecord): Promise<void> {
    const state: Health = { ...healthOf(id), servedAt: now() };
    health.set(id, state);
    do {
      const endpoint = await webhooks.findEndpoint(projectId, id); // It may have changed meanwhile.
      if (!isInUse(endpoint) || stopping.signal.aborted) return;
      const times = { now: now(), until: now() + webhookLimits.heldMs };
      const taken = await webhooks.take(id, times, state.failing ? 1 : webhookLimits.attemptsOfOne);
      if (taken.length === 0) return;
      const answers = await Promise.all(
        taken.map((one) => attemptInTurn(context, one, endpoint, state)),
      );
      state.failing = answers.every((answer) => !isSuccess(answer));
      if (answers.some(({ status }) => status === 410)) return await disableGone(deps, endpoint);
    } while (!state.failing && state.pausedUntil <= now());
  }

  const idle = async () => {
    while (serving.size > 0) await Promise.all(serving.values());
  };
  return {
    look,
    idle,
    async stop() {
      stopping.abort();
      await idle();
    },
  };
}

/** An attempt that takes its part of the event loop, and pauses its endpoint where that asks for it. */
async function attemptInTurn(
  { deps, share, stopping }: { deps: DeliveryDeps; share: EventLoopShare; stopping: AbortSignal },
  delivery: TakenDelivery,
  endpoint: WebhookEndpointRecord,
  state: Health,
): Promise<Answer> {
  const turn = share.turn();
  if (turn) await turn;
  const { answer, waitMs } = await attempt(deps, delivery, endpoint, stopping);
  if (waitMs !== null && !isSuccess(answer)) state.pausedUntil = deps.now() + waitMs;
  return answer;
}

const isInUse = (endpoint: WebhookEndpointRecord | null): endpoint is WebhookEndpointRecord =>
  endpoint !== null && endpoint.archivedAt === null && endpoint.disabledAt === null;

/** "Sender should disable the webhook endpoint, and stop sending it messages." */
async function disableGone(
  { store, now }: DeliveryDeps,
  { projectId, id }: WebhookEndpointRecord,
): Promise<void> {
  const at = now();
  const about = { subject: id, projectId, detail: { because: "gone" } };
  const audit = auditEntry({ name: "service" }, at, "webhook.disable", about);
  const change = { disabledAt: at, disabledBecause: "gone" } as const;
  await store.webhooks.changeEndpoint(projectId, id, change, audit);
  await dropWaiting(store, id);
  log("warning", "webhook_gone", { projectId, endpoint: id });
}

/**
 * Events of the control plane join the others, those of all projects once for each project. Here as below, the
 * endpoints are read after the events: each that was there when an event was recorded is among them.
 */
async function receiveControlEvents({ webhooks }: Pick<Store, "webhooks">): Promise<void> {
  for (;;) {
    const found = await webhooks.controlEvents(distributedAtOnce);
    if (found.length === 0) return;
    const endpoints = (await webhooks.endpoints(null)).filter(isInUse);
    const projects = [...new Set(endpoints.map(({ projectId }) => projectId))];
    await webhooks.receive(found.flatMap((event) => ofProjects(event, projects)));
    await webhooks.forgetControlEvents(found.map(({ id }) => id));
  }
}

function ofProjects(
  { projectId, ...event }: ControlEvent,
  projects: readonly string[],
): NewWebhookEvent[] {
  const concerned = projectId === null ? projects : [projectId];
  return concerned.map((one) => ({ ...event, projectId: one }));
}

async function distributeFresh(
  { webhooks }: Pick<Store, "webhooks">,
  now: () => number,
): Promise<void> {
  for (;;) {
    const events = await webhooks.fresh(distributedAtOnce);
    if (events.length === 0) return;
    const endpoints = await webhooks.endpoints(null);
    const distributed = events.map(({ projectId, id, ...event }) => ({
      projectId,
      id,
      endpointIds: endpoints
        .filter((one) => one.projectId === projectId && isInUse(one) && gets(one, event))
        .map((one) => one.id),
    }));
    await webhooks.distribute(distributed, now());
  }
}

/** An endpoint gets the events that happened since it was added. */
function gets(
  { id, events, createdAt }: WebhookEndpointRecord,
  { type, at, data }: Pick<NewWebhookEvent, "type" | "at" | "data">,
): boolean {
  if (type === testEventType) return (JSON.parse(data) as { endpointId: string }).endpointId === id;
  return events.includes(type) && at >= createdAt;
}
