/** Webhooks: where a project's events are sent, the events, and the result of each delivery. */
import type { AuditRecord } from "./audit.ts";
import type { ControlEvent, NewWebhookEvent } from "./webhook-event.ts";

export interface WebhookEndpointRecord {
  id: string;
  projectId: string;
  url: string;
  /** The types of event that it gets. */
  events: readonly string[];
  description: string;
  /** `whsec_` and base64. */
  secret: string;
  /** What was replaced by `secret`, and signs too until `previousUntil`; null: nothing. */
  previousSecret: string | null;
  previousUntil: number | null;
  createdBy: string;
  createdAt: number;
  /** Since when nothing is sent; null while it is enabled. */
  disabledAt: number | null;
  /** `gone`: it answered 410. `user`: an account or an operator disabled it. */
  disabledBecause: "gone" | "user" | null;
  /** It is never deleted, but for good out of use. */
  archivedAt: number | null;
}

/**
 * `waiting`: for its next attempt. `delivered`: answered 2xx. `failed`: all attempts failed. `dropped`: its
 * endpoint was disabled or archived before it was delivered. All but the first can be replayed.
 */
export type DeliveryState = "waiting" | "delivered" | "failed" | "dropped";

/** The delivery of one event to one endpoint. */
export interface DeliveryKey {
  projectId: string;
  eventId: string;
  endpointId: string;
}

export interface DeliveryRecord extends DeliveryKey {
  state: DeliveryState;
  /** Attempts that were begun since it began or was replayed. */
  attempt: number;
  /** When the next attempt is due; of one that was taken, when it may be taken again. */
  dueAt: number;
  /** The last attempt that ended: when, with which HTTP status or error, and after how long, ms. */
  lastAt: number | null;
  status: number | null;
  error: string | null;
  tookMs: number | null;
}

/** A delivery whose attempt has to be made now. */
export interface TakenDelivery extends DeliveryKey {
  attempt: number;
  type: string;
  at: number;
  data: string;
  /** The event's number in its project: 1 for the first. */
  sequence: number;
}

/** How an attempt ended. */
export interface AttemptResult extends DeliveryKey {
  /** Of which attempt: a later one is not overwritten. */
  attempt: number;
  state: "waiting" | "delivered" | "failed";
  dueAt: number;
  lastAt: number;
  status: number | null;
  error: string | null;
  tookMs: number;
}

export interface DeliveryLogEntry extends DeliveryRecord {
  type: string;
  at: number;
  sequence: number | null;
}

export interface DeliveryPage {
  /** Only of this endpoint; null: of all. */
  endpointId: string | null;
  /** Those before this one; null: from the newest. */
  before: Omit<DeliveryKey, "projectId"> | null;
  limit: number;
}

export type EndpointChange = Partial<
  Pick<
    WebhookEndpointRecord,
    | "secret"
    | "previousSecret"
    | "previousUntil"
    | "disabledAt"
    | "disabledBecause"
    | "archivedAt"
    | "events"
  >
>;

/** An alert of a project that fires now. */
export interface FiringAlert {
  projectId: string;
  kind: string;
  /** The event that tells it, if it is new. */
  eventId: string;
  at: number;
}

/** The types of event that any of these endpoints gets; null: none. */
export function wantedBy(
  endpoints: readonly Pick<WebhookEndpointRecord, "events">[],
): string[] | null {
  const types = new Set(endpoints.flatMap(({ events }) => events));
  return types.size > 0 ? [...types].sort() : null;
}

/** Deliveries that wait, for monitoring. */
export interface WebhookBacklog {
  /** Counted up to the limit that was asked for. */
  waiting: number;
  /** When the oldest of their events happened, Unix ms; null: none waits. */
  oldestAt: number | null;
}

/**
 * An event is recorded by the transaction of what it tells, and belongs to no delivery at first. From there on
 * any copy of the service may do the next step, and may be killed during it: each step is one transaction, and
 * repeating it changes nothing.
 */
export interface WebhookStore {
  /** @returns false, and nothing was added, if the project has as many that are not archived. */
  addEndpoint(endpoint: WebhookEndpointRecord, max: number, audit: AuditRecord): Promise<boolean>;
  /** @returns whether there is such an endpoint, not archived, whose secret is the previous one of the change. */
  changeEndpoint(
    projectId: string,
    id: string,
    change: EndpointChange,
    audit: AuditRecord,
  ): Promise<boolean>;
  findEndpoint(projectId: string, id: string): Promise<WebhookEndpointRecord | null>;
  /** Of a project, or of all (null), oldest first, archived ones too. */
  endpoints(projectId: string | null): Promise<WebhookEndpointRecord[]>;
  /** The types of event that any endpoint of the project gets; null: none. */
  wanted(projectId: string): Promise<readonly string[] | null>;

  /**
   * Notes that an alert fires. It is new unless it was noted at `goesOnSince` or later; only then are the audit entry and
   * its event recorded, whichever of several copies notes it first.
   * @returns whether it is new.
   */
  noteAlert(alert: FiringAlert, goesOnSince: number, audit: AuditRecord): Promise<boolean>;

  /** Events of the control plane (lists, models, alerts) in their order, which were not received yet. */
  controlEvents(limit: number): Promise<ControlEvent[]>;
  /** Adds events; one that is known stays as it is. */
  receive(events: readonly NewWebhookEvent[]): Promise<void>;
  /** Removes events of the control plane that were received. */
  forgetControlEvents(ids: readonly string[]): Promise<void>;

  /** Events without a sequence number yet, oldest first. */
  fresh(limit: number): Promise<NewWebhookEvent[]>;
  /**
   * Gives events the next numbers of their projects and adds a delivery, due at once, to each of their
   * endpoints. One that has a number already is left as it is.
   */
  distribute(
    events: readonly (Pick<NewWebhookEvent, "projectId" | "id"> & {
      endpointIds: readonly string[];
    })[],
    now: number,
  ): Promise<void>;

  /** The endpoints with a delivery that is due. */
  dueEndpoints(now: number): Promise<string[]>;
  /** Takes deliveries that are due: nobody else gets them until `until`, unless their attempt ended. */
  take(
    endpointId: string,
    times: { now: number; until: number },
    limit: number,
  ): Promise<TakenDelivery[]>;
  /** @returns whether it was recorded: not if the delivery was taken again, replayed or dropped meanwhile. */
  settle(result: AttemptResult): Promise<boolean>;
  /** Drops deliveries of an endpoint that wait, at most `limit`. @returns how many. */
  drop(endpointId: string, limit: number): Promise<number>;
  /**
   * Makes deliveries wait again, due now, with all attempts before them: one event's, to one endpoint or to
   * all that it was sent to (null); or, without an event, those to an endpoint that failed or were dropped, at
   * most `limit`.
   * @returns how many.
   */
  replay(
    projectId: string,
    what: { eventId: string | null; endpointId: string | null },
    now: number,
    limit: number,
  ): Promise<number>;

  /** Deliveries, the newest event first. */
  log(projectId: string, page: DeliveryPage): Promise<DeliveryLogEntry[]>;
  /** @param max up to which deliveries are counted. */
  backlog(max: number): Promise<WebhookBacklog>;
  /** Deletes at most `limit` events before an identifier whose deliveries all ended. @returns how many. */
  removeBefore(projectId: string, id: string, limit: number): Promise<number>;
}
