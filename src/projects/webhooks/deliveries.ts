/** The log of deliveries, and replaying them. */
import { DomainError, invalidInput } from "../../base/domain-error.ts";
import { isoTime } from "../../base/iso-time.ts";
import { type Actor, auditEntry } from "../../storage/port/audit.ts";
import type { Store } from "../../storage/port/store.ts";
import type { DeliveryLogEntry, DeliveryPage } from "../../storage/port/webhooks.ts";
import { getProject } from "../projects.ts";
import { getEndpoint, type WebhookDeps } from "./endpoints.ts";
import { eventIdAt } from "./event.ts";
import { webhookLimits } from "./limits.ts";

/** A delivery as it is shown. Times are ISO 8601. */
export interface WebhookDelivery {
  eventId: string;
  endpointId: string;
  type: string;
  /** The event's number in its project. */
  sequence: number | null;
  happenedAt: string;
  state: string;
  /** Attempts so far, since the first or since it was replayed. */
  attempts: number;
  /** When it is tried next; null where it is not. */
  nextAttemptAt: string | null;
  lastAttemptAt: string | null;
  /** The HTTP status of the last answer; null where there was none. */
  status: number | null;
  error: string | null;
  tookMs: number | null;
}

/** @throws DomainError invalid_input, project_not_found */
export async function listDeliveries(
  { store }: Pick<WebhookDeps, "store">,
  {
    projectId,
    endpointId = null,
    cursor = null,
    limit = webhookLimits.page,
  }: {
    projectId: string;
    endpointId?: string | null | undefined;
    cursor?: string | null | undefined;
    limit?: number | undefined;
  },
): Promise<{ deliveries: WebhookDelivery[]; next: string | null }> {
  await getProject(store, projectId);
  const wanted = Math.min(Math.max(1, Math.trunc(limit)), webhookLimits.page);
  const before = cursor === null ? null : readCursor(cursor);
  const found = await store.webhooks.log(projectId, { endpointId, before, limit: wanted + 1 });
  const last = found.slice(0, wanted).at(-1);
  return {
    deliveries: found.slice(0, wanted).map(shownDelivery),
    next: found.length > wanted && last ? `${last.eventId}.${last.endpointId}` : null,
  };
}

/** @throws DomainError invalid_input */
function readCursor(cursor: string): DeliveryPage["before"] {
  const [, eventId, endpointId] = /^(evt_[0-9a-f]{32})\.(whe_[0-9A-Za-z]{16})$/.exec(cursor) ?? [];
  if (endpointId !== undefined) return { eventId: eventId!, endpointId };
  throw invalidInput("cursor", "must be the cursor of an earlier answer");
}

/**
 * Sends again, with the same event IDs: one event, to one endpoint or to all that it was sent to; or all that an
 * endpoint did not get, which failed or were dropped, so many at once.
 * @returns how many deliveries wait now.
 * @throws DomainError project_not_found, webhook_not_found, webhook_disabled, webhook_delivery_not_found
 */
export async function replayDeliveries(
  deps: WebhookDeps & { store: Pick<Store, "audit"> },
  actor: Actor,
  {
    projectId,
    eventId = null,
    endpointId = null,
  }: { projectId: string; eventId?: string | null; endpointId?: string | null },
): Promise<{ replayed: number }> {
  const { store, now } = deps;
  if (endpointId !== null) {
    const { disabledAt } = await getEndpoint(deps, { projectId, endpointId });
    if (disabledAt !== null) throw new DomainError("webhook_disabled", { endpointId });
  } else {
    await getProject(store, projectId);
    if (eventId === null) throw invalidInput("endpointId", "or an event is needed");
  }
  const at = now();
  const what = { eventId, endpointId };
  const replayed = await store.webhooks.replay(projectId, what, at, webhookLimits.replayed);
  if (replayed === 0 && eventId !== null) {
    throw new DomainError("webhook_delivery_not_found", { eventId });
  }
  if (replayed > 0) {
    const about = { subject: endpointId ?? eventId!, projectId, detail: { deliveries: replayed } };
    await store.audit.add(auditEntry(actor, at, "webhook.replay", about));
  }
  return { replayed };
}

/** Events that are deleted by one commit. */
const removedAtOnce = 500;

/** Deletes events and deliveries that are older than the log is kept; those that wait stay. @returns how many events. */
export async function removeOldEvents(
  { store, now }: Pick<WebhookDeps, "store" | "now">,
  stopped: () => boolean,
): Promise<number> {
  const before = eventIdAt(now() - webhookLimits.logDays * 24 * 60 * 60 * 1000);
  const endpoints = await store.webhooks.endpoints(null);
  let removed = 0;
  for (const projectId of new Set(endpoints.map((one) => one.projectId))) {
    for (let count = removedAtOnce; count === removedAtOnce && !stopped(); removed += count) {
      count = await store.webhooks.removeBefore(projectId, before, removedAtOnce);
    }
  }
  return removed;
}

function shownDelivery(entry: DeliveryLogEntry): WebhookDelivery {
  const { eventId, endpointId, type, sequence, state, attempt, status, error, tookMs } = entry;
  return {
    eventId,
    endpointId,
    type,
    sequence,
    happenedAt: isoTime(entry.at),
    state,
    attempts: attempt,
    nextAttemptAt: state === "waiting" ? isoTime(entry.dueAt) : null,
    lastAttemptAt: isoTime(entry.lastAt),
    status,
    error,
    tookMs,
  };
}
