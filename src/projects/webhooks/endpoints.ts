/** The endpoints of a project's webhooks: what accounts and operators do with them. */
import { randomBase62 } from "../../base/base62.ts";
import { DomainError, FieldFault, FieldReader } from "../../base/domain-error.ts";
import { isoTime } from "../../base/iso-time.ts";
import { notInOneLine } from "../../base/one-line.ts";
import { type Actor, type AuditRecord, auditEntry } from "../../storage/port/audit.ts";
import type { Store } from "../../storage/port/store.ts";
import type { EndpointChange, WebhookEndpointRecord } from "../../storage/port/webhooks.ts";
import { getProject } from "../projects.ts";
import { newEventId } from "./event.ts";
import { type EventType, eventTypeNames, testEventType } from "./event-types.ts";
import { webhookLimits } from "./limits.ts";
import { newSecret, signingSecrets } from "./signature.ts";

export interface WebhookDeps {
  store: Pick<Store, "webhooks" | "projects">;
  now: () => number;
}

/** An endpoint as it may be shown again and again: everything but its secret. Times are ISO 8601. */
export interface WebhookEndpoint {
  endpointId: string;
  url: string;
  events: readonly string[];
  description: string;
  createdBy: string;
  createdAt: string;
  /** `disabled` by somebody; `gone`: by itself, as it answered 410. */
  status: "enabled" | "disabled" | "gone" | "archived";
  /** Until when the secret before signs, too; null: only the newest does. */
  previousSecretUntil: string | null;
}

/** The one answer that has the secret. */
export interface WebhookEndpointWithSecret extends WebhookEndpoint {
  secret: string;
}

interface EndpointParams {
  projectId: string;
  endpointId: string;
}

/**
 * It gets the events of requests that arrive after the answer.
 * @param input `events`: null or absent: all types.
 * @throws DomainError invalid_input, project_not_found, too_many_webhooks
 */
export async function addWebhook(
  { store, now }: WebhookDeps,
  actor: Actor,
  input: {
    projectId: string;
    url: string;
    events?: readonly string[] | null | undefined;
    description?: string | undefined;
  },
): Promise<WebhookEndpointWithSecret> {
  const { projectId } = input;
  const fields = new FieldReader();
  const url = fields.read("url", () => readUrl(input.url));
  const events = fields.read("events", () => readEvents(input.events ?? null));
  const description = fields.read("description", () => readDescription(input.description ?? ""));
  fields.assertRead();
  await getProject(store, projectId);
  const endpoint: WebhookEndpointRecord = {
    id: `whe_${randomBase62(16)}`,
    projectId,
    url: url!,
    events: events!,
    description: description!,
    secret: newSecret(),
    previousSecret: null,
    previousUntil: null,
    createdBy: actor.name,
    createdAt: now(),
    disabledAt: null,
    disabledBecause: null,
    archivedAt: null,
  };
  const { id, createdAt, secret } = endpoint;
  const detail = { host: new URL(endpoint.url).host, events: endpoint.events };
  const about = { subject: id, projectId, detail };
  const max = webhookLimits.endpoints;
  const audit = auditEntry(actor, createdAt, "webhook.add", about);
  if (!(await store.webhooks.addEndpoint(endpoint, max, audit))) {
    throw new DomainError("too_many_webhooks", { max });
  }
  return { ...shownEndpoint(endpoint, createdAt), secret };
}

/** Newest last, without archived ones. @throws DomainError project_not_found */
export async function listWebhooks(
  { store, now }: WebhookDeps,
  projectId: string,
): Promise<WebhookEndpoint[]> {
  await getProject(store, projectId);
  const endpoints = await store.webhooks.endpoints(projectId);
  return endpoints
    .filter(({ archivedAt }) => archivedAt === null)
    .map((endpoint) => shownEndpoint(endpoint, now()));
}

/**
 * Replaces the secret. The previous one also signs for some hours, so that receivers can be changed meanwhile.
 * @throws DomainError webhook_not_found
 */
export async function rotateWebhookSecret(
  deps: WebhookDeps,
  actor: Actor,
  params: EndpointParams,
): Promise<WebhookEndpointWithSecret> {
  const at = deps.now();
  const secret = newSecret();
  const previousUntil = at + webhookLimits.overlapHours * 60 * 60 * 1000;
  const { projectId, endpointId } = params;
  const audit = auditEntry(actor, at, "webhook.rotate", {
    subject: endpointId,
    projectId,
    detail: {},
  });
  for (;;) {
    const { secret: previousSecret } = await getEndpoint(deps, params);
    const change = { secret, previousSecret, previousUntil };
    // Not where it was replaced meanwhile: each receiver that was given a secret needs an overlap of its own.
    if (await deps.store.webhooks.changeEndpoint(projectId, endpointId, change, audit)) break;
  }
  return { ...shownEndpoint(await getEndpoint(deps, params), at), secret };
}

/**
 * Nothing is sent to a disabled endpoint, and what waits for it is dropped. Enabled again, it gets the events from
 * then on.
 * @throws DomainError webhook_not_found
 */
export async function setWebhookEnabled(
  deps: WebhookDeps,
  actor: Actor,
  { enabled, ...params }: EndpointParams & { enabled: boolean },
): Promise<WebhookEndpoint> {
  await getEndpoint(deps, params);
  const at = deps.now();
  const change: EndpointChange = enabled
    ? { disabledAt: null, disabledBecause: null }
    : { disabledAt: at, disabledBecause: "user" };
  const about = { subject: params.endpointId, projectId: params.projectId };
  const audit = enabled
    ? auditEntry(actor, at, "webhook.enable", { ...about, detail: {} })
    : auditEntry(actor, at, "webhook.disable", { ...about, detail: { because: "user" } });
  const endpoint = await changed(deps, params, change, audit);
  if (!enabled) await dropWaiting(deps.store, params.endpointId);
  return endpoint;
}

/** Ends an endpoint for good. What was sent to it stays in the log. @throws DomainError webhook_not_found */
export async function archiveWebhook(
  deps: WebhookDeps,
  actor: Actor,
  params: EndpointParams,
): Promise<WebhookEndpoint> {
  const endpoint = await getEndpoint(deps, params);
  const at = deps.now();
  const about = { subject: params.endpointId, projectId: params.projectId, detail: {} };
  const audit = auditEntry(actor, at, "webhook.archive", about);
  // Its secrets are of no use any more.
  const change = { archivedAt: at, secret: "", previousSecret: null, previousUntil: null };
  await applied(deps, params, change, audit);
  await dropWaiting(deps.store, params.endpointId);
  return shownEndpoint({ ...endpoint, ...change }, at);
}

/**
 * Sends an event of its own to one endpoint, as every other event is sent.
 * @returns the event's identifier, under which the log has its deliveries.
 * @throws DomainError webhook_not_found, webhook_disabled
 */
export async function testWebhook(
  deps: WebhookDeps & { store: Pick<Store, "audit"> },
  actor: Actor,
  params: EndpointParams,
): Promise<{ eventId: string }> {
  const { projectId, endpointId } = params;
  const { disabledAt } = await getEndpoint(deps, params);
  if (disabledAt !== null) throw new DomainError("webhook_disabled", { endpointId });
  const at = deps.now();
  const id = newEventId(at);
  const data = JSON.stringify({ endpointId, sentBy: "test" });
  await deps.store.webhooks.receive([{ id, projectId, type: testEventType, at, data }]);
  const about = { subject: endpointId, projectId, detail: { eventId: id } };
  await deps.store.audit.add(auditEntry(actor, at, "webhook.test", about));
  return { eventId: id };
}

/** @throws DomainError webhook_not_found, for an archived one too. */
export async function getEndpoint(
  { store }: Pick<WebhookDeps, "store">,
  { projectId, endpointId }: EndpointParams,
): Promise<WebhookEndpointRecord> {
  await getProject(store, projectId);
  const found = await store.webhooks.findEndpoint(projectId, endpointId);
  if (found && found.archivedAt === null) return found;
  throw new DomainError("webhook_not_found", { endpointId });
}

async function changed(
  deps: WebhookDeps,
  params: EndpointParams,
  ...change: [EndpointChange, AuditRecord]
): Promise<WebhookEndpoint> {
  await applied(deps, params, ...change);
  return shownEndpoint(await getEndpoint(deps, params), deps.now());
}

async function applied(
  { store }: WebhookDeps,
  { projectId, endpointId }: EndpointParams,
  ...change: [EndpointChange, AuditRecord]
): Promise<void> {
  if (await store.webhooks.changeEndpoint(projectId, endpointId, ...change)) return;
  throw new DomainError("webhook_not_found", { endpointId }); // It was archived meanwhile.
}

/** Deliveries that are dropped by one commit. */
const droppedAtOnce = 1000;

/** What waits for an endpoint that gets nothing more. */
export async function dropWaiting(
  { webhooks }: Pick<Store, "webhooks">,
  endpointId: string,
): Promise<void> {
  while ((await webhooks.drop(endpointId, droppedAtOnce)) === droppedAtOnce);
}

function readUrl(text: string): string {
  const url = URL.parse(text.trim());
  if (!url || !["https:", "http:"].includes(url.protocol)) {
    throw new FieldFault("must be a URL such as https://hooks.example.com/risk");
  }
  if (url.username !== "" || url.password !== "") {
    throw new FieldFault("must not have a user or a password");
  }
  url.hash = "";
  if (url.href.length <= webhookLimits.url) return url.href;
  throw new FieldFault(`must have at most ${webhookLimits.url} characters`);
}

function readEvents(given: readonly string[] | null): EventType[] {
  if (given === null) return eventTypeNames;
  const known = eventTypeNames.filter((one) => given.includes(one));
  if (known.length > 0 && given.every((one) => known.includes(one as EventType))) return known;
  throw new FieldFault(`must be some of ${eventTypeNames.join(", ")}`);
}

function readDescription(text: string): string {
  const description = text.trim();
  const max = webhookLimits.description;
  if (description.length > max) throw new FieldFault(`must have at most ${max} characters`);
  if (!notInOneLine.test(description) && description.isWellFormed()) return description;
  throw new FieldFault("must not contain line breaks, control or direction characters");
}

function shownEndpoint(endpoint: WebhookEndpointRecord, now: number): WebhookEndpoint {
  const { id, url, events, description, createdBy, createdAt, previousUntil } = endpoint;
  const overlaps = signingSecrets(endpoint, now).length > 1;
  return {
    endpointId: id,
    url,
    events,
    description,
    createdBy,
    createdAt: isoTime(createdAt),
    status: statusOf(endpoint),
    previousSecretUntil: overlaps ? isoTime(previousUntil!) : null,
  };
}

function statusOf({
  archivedAt,
  disabledAt,
  disabledBecause,
}: WebhookEndpointRecord): WebhookEndpoint["status"] {
  if (archivedAt !== null) return "archived";
  if (disabledAt === null) return "enabled";
  return disabledBecause === "gone" ? "gone" : "disabled";
}
