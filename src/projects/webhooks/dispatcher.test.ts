import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import { projectFixture } from "../../../test/fixtures/project.ts";
import {
  type Received,
  type Receiver,
  startReceiver,
} from "../../../test/fixtures/webhook-receiver.ts";
import { parseNetwork } from "../../base/client-address.ts";
import { auditEntry } from "../../storage/port/audit.ts";
import type { Store } from "../../storage/port/store.ts";
import type { NewWebhookEvent } from "../../storage/port/webhook-event.ts";
import { openSqliteStore } from "../../storage/sqlite/sqlite-store.ts";
import type { DeliveryDeps } from "./attempt.ts";
import { listDeliveries, removeOldEvents, replayDeliveries } from "./deliveries.ts";
import { webhookDispatcher } from "./dispatcher.ts";
import {
  addWebhook,
  archiveWebhook,
  rotateWebhookSecret,
  setWebhookEnabled,
  testWebhook,
} from "./endpoints.ts";
import { controlEvent, webhookEvent } from "./event.ts";
import { attemptDelaysMs, webhookLimits } from "./limits.ts";
import { send } from "./send.ts";

const folder = mkdtempSync(join(tmpdir(), "booking-risk-dispatcher-"));
const allowed = [parseNetwork("127.0.0.0/8")];
const actor = { name: "ada@example.com" };
const hourMs = 3_600_000;
let store: Store;
let projectId: string;
let receiver: Receiver;
let clock = Date.now();
const now = () => clock;

beforeAll(async () => {
  store = await openSqliteStore(folder);
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  // Of the tests before: each has the endpoints of its own project only.
  for (const { id, projectId, archivedAt } of await store.webhooks.endpoints(null)) {
    if (archivedAt === null)
      await archiveWebhook({ store, now }, actor, { projectId, endpointId: id });
  }
  clock = Date.now(); // The library that verifies signatures compares with it.
  projectId = (await projectFixture(store)).id;
  receiver = startReceiver();
  return () => receiver.stop();
});

const deps = () => ({ store, now });
const endpointAt = (url: string, events?: string[]) =>
  addWebhook(deps(), actor, { projectId, url, events });
const dispatcherWith = (more: Partial<DeliveryDeps> = {}) =>
  webhookDispatcher({
    store,
    now,
    random: () => 0,
    send: (sending, stopped) => send(sending, { allowed, attemptMs: 60_000 }, stopped),
    ...more,
  });

/** What one look leads to. */
async function delivered(dispatcher = dispatcherWith()): Promise<void> {
  await dispatcher.look();
  await dispatcher.idle();
}

let decisions = 0;
/** As the transaction of a denied decision records it. */
async function deny(): Promise<NewWebhookEvent> {
  const wanted = await store.webhooks.wanted(projectId);
  decisions += 1;
  const event = webhookEvent(wanted, { projectId, type: "decision.denied", at: now() }, () => ({
    decisionId: `dec_${decisions}`,
    riskScore: 90,
    riskLevel: "high",
    suggestedAction: "deny" as const,
    decidedBy: "model" as const,
    entryId: null,
  }));
  await store.webhooks.receive([event!]);
  return event!;
}

const log = async (endpointId?: string) =>
  (await listDeliveries(deps(), { projectId, endpointId })).deliveries;
const idOf = ({ headers }: Received) => headers["webhook-id"]!;
const messageOf = ({ body }: Received) =>
  JSON.parse(body) as { type: string; sequence: number; data: Record<string, unknown> };

describe("an event", () => {
  test("is posted to its project's endpoints that want it, signed, with a number", async () => {
    const { secret, endpointId } = await endpointAt(`${receiver.url}/all`);
    await endpointAt(`${receiver.url}/lists`, ["list.changed"]);
    const events = [await deny(), await deny()];
    await delivered();
    expect(receiver.received.map(({ path }) => path)).toEqual(["/all", "/all"]);
    for (const got of receiver.received) {
      const { sequence, ...message } = messageOf(got);
      const event = events.find(({ id }) => id === idOf(got))!;
      const timestamp = new Date(event.at).toISOString();
      expect(message).toEqual({
        type: "decision.denied",
        timestamp,
        data: JSON.parse(event.data),
      } as never);
      expect(sequence).toBe(events.indexOf(event) + 1);
      expect(new Webhook(secret).verify(got.body, got.headers)).toBeTruthy();
      expect(got.headers).toMatchObject({
        "content-type": "application/json",
        "user-agent": expect.stringContaining("booking-risk/"),
      });
    }
    expect(await log(endpointId)).toMatchObject(
      [1, 0].map((n) => ({ eventId: events[n]!.id, state: "delivered", attempts: 1, status: 204 })),
    );
    await delivered();
    expect(receiver.received.length).toBe(2);
  });

  test("of the control plane reaches the projects that it concerns", async () => {
    const other = (await projectFixture(store)).id;
    await endpointAt(`${receiver.url}/own`);
    await addWebhook(deps(), actor, { projectId: other, url: `${receiver.url}/other` });
    const audited = (concerned: string | null, model: string) =>
      auditEntry(actor, now(), "project.rename", {
        subject: projectId,
        projectId,
        detail: { name: model },
        event: controlEvent(concerned, "model.promoted", now(), {
          change: "promoted",
          model,
          appliesTo: concerned ? "project" : "allProjects",
        }),
      });
    await store.projects.rename(projectId, "P", audited(null, "a@1"));
    await store.projects.rename(projectId, "P", audited(projectId, "b@1"));
    await delivered();
    const got = receiver.received.map((one) => `${one.path} ${messageOf(one).data.model}`);
    expect(got.sort()).toEqual(["/other a@1", "/own a@1", "/own b@1"]);
    expect(await store.webhooks.controlEvents(10)).toEqual([]);
  });

  test("reaches an endpoint that was added while the service looked for events", async () => {
    await endpointAt(`${receiver.url}/first`);
    const { webhooks } = store;
    let late: NewWebhookEvent | null = null;
    const fresh: typeof webhooks.fresh = async (limit) => {
      if (late === null) {
        await endpointAt(`${receiver.url}/second`);
        late = await deny();
      }
      return webhooks.fresh(limit);
    };
    await delivered(dispatcherWith({ store: { webhooks: { ...webhooks, fresh } } }));
    await delivered();
    expect(receiver.received.map(({ path }) => path).sort()).toEqual(["/first", "/second"]);
  });

  test("happened before an endpoint was added is not for it", async () => {
    await endpointAt(`${receiver.url}/first`);
    await deny();
    clock += 1;
    await endpointAt(`${receiver.url}/second`);
    await delivered();
    expect(receiver.received.map(({ path }) => path)).toEqual(["/first"]);
  });

  test("is signed with both secrets for a day after a rotation", async () => {
    const { secret: before, endpointId } = await endpointAt(receiver.url);
    const rotated = await rotateWebhookSecret(deps(), actor, { projectId, endpointId });
    await deny();
    await delivered();
    const [got] = receiver.received;
    for (const secret of [before, rotated.secret]) {
      expect(new Webhook(secret).verify(got!.body, got!.headers)).toBeTruthy();
    }
    clock += webhookLimits.overlapHours * hourMs;
    await deny();
    await delivered();
    expect(receiver.received[1]!.headers["webhook-signature"]!.split(" ").length).toBe(1);
  });

  test("is signed with each secret that was given to one of two who rotated at the same time", async () => {
    const { endpointId } = await endpointAt(receiver.url);
    const rotate = () => rotateWebhookSecret(deps(), actor, { projectId, endpointId });
    const both = await Promise.all([rotate(), rotate()]);
    await deny();
    await delivered();
    const [got] = receiver.received;
    for (const { secret } of both) {
      expect(new Webhook(secret).verify(got!.body, got!.headers)).toBeTruthy();
    }
  });

  test("of the test button goes to one endpoint, whatever it gets otherwise", async () => {
    const { endpointId } = await endpointAt(`${receiver.url}/lists`, ["list.changed"]);
    await endpointAt(`${receiver.url}/all`);
    const { eventId } = await testWebhook(deps(), actor, { projectId, endpointId });
    await delivered();
    expect(receiver.received.map((one) => [one.path, idOf(one), messageOf(one).type])).toEqual([
      ["/lists", eventId, "webhook.test"],
    ]);
  });
});

describe("a receiver", () => {
  test("that is down for an hour gets everything afterwards, under the same IDs", async () => {
    const { port } = new URL(receiver.url);
    const { endpointId } = await endpointAt(`http://hooks.example:${port}/`);
    // Nobody listens at the first address on this port.
    let address = "127.0.0.2";
    const resolve = async () => [{ address, family: 4 }];
    const dispatcher = dispatcherWith({
      send: (sending, stopped) => send(sending, { allowed, resolve }, stopped),
    });
    const ids = new Set<string>();
    const end = clock + hourMs;
    for (; clock < end; clock += 60_000) {
      ids.add((await deny()).id);
      await delivered(dispatcher);
    }
    const down = await log(endpointId);
    expect(new Set(down.map(({ state }) => state))).toEqual(new Set(["waiting"]));
    expect(down.at(-1)!.error).toContain("ECONNREFUSED");
    expect(receiver.received.length).toBe(0);
    address = "127.0.0.1";
    for (; receiver.received.length < ids.size && clock < end + 6 * hourMs; clock += 60_000) {
      await delivered(dispatcher);
    }
    expect(new Set(receiver.received.map(idOf))).toEqual(ids);
    expect(receiver.received.length).toBe(ids.size);
    expect((await store.webhooks.backlog(10)).waiting).toBe(0);
  });

  test("that answers 500 is tried ten times within the schedule, and then on request", async () => {
    receiver.answer = () => new Response(null, { status: 500 });
    const { endpointId } = await endpointAt(receiver.url);
    const { id } = await deny();
    const dispatcher = dispatcherWith();
    const results: string[] = [];
    const counting = dispatcherWith({ attempted: (result) => results.push(result) });
    await delivered(counting);
    for (const [n, delay] of attemptDelaysMs.slice(1).entries()) {
      clock += delay - 1;
      await delivered(dispatcher);
      expect(receiver.received.length).toBe(n + 1);
      clock += 1;
      await delivered(counting);
      expect(receiver.received.length).toBe(n + 2);
    }
    expect(new Set(receiver.received.map(idOf))).toEqual(new Set([id]));
    expect(results).toEqual([...Array(9).fill("retried"), "failed"]);
    clock += 100 * hourMs;
    await delivered();
    expect(receiver.received.length).toBe(10);
    expect(await log(endpointId)).toMatchObject([{ state: "failed", attempts: 10, status: 500 }]);
    receiver.answer = () => new Response(null, { status: 200 });
    expect(await replayDeliveries(deps(), actor, { projectId, endpointId })).toEqual({
      replayed: 1,
    });
    await delivered();
    expect(idOf(receiver.received[10]!)).toBe(id);
    expect(await log(endpointId)).toMatchObject([{ state: "delivered", attempts: 1 }]);
  });

  test("is not asked before its Retry-After has passed", async () => {
    receiver.answer = () => new Response(null, { status: 503, headers: { "Retry-After": "600" } });
    await endpointAt(receiver.url);
    const dispatcher = dispatcherWith();
    await deny();
    await delivered(dispatcher);
    await deny();
    clock += 599_000;
    await delivered(dispatcher);
    expect(receiver.received.length).toBe(1);
    receiver.answer = () => new Response();
    clock += 2000;
    await delivered(dispatcher);
    expect(receiver.received.length).toBe(3);
  });

  test("that answers 410 gets nothing more until it is enabled", async () => {
    receiver.answer = () => new Response(null, { status: 410 });
    const { endpointId } = await endpointAt(receiver.url);
    for (let n = 0; n < 40; n++) await deny();
    await delivered();
    const asked = receiver.received.length;
    expect(asked).toBeLessThanOrEqual(webhookLimits.attemptsOfOne);
    expect(await store.webhooks.wanted(projectId)).toBeNull();
    clock += hourMs;
    await delivered();
    expect(receiver.received.length).toBe(asked);
    const states = (await log()).map(({ state }) => state);
    expect([...new Set(states)].sort()).toEqual(["dropped", "failed"]);
    expect(await store.audit.about(endpointId, 1)).toMatchObject([
      { actor: "service", action: "webhook.disable", detail: '{"because":"gone"}' },
    ]);
    receiver.answer = () => new Response();
    await setWebhookEnabled(deps(), actor, { projectId, endpointId, enabled: true });
    await replayDeliveries(deps(), actor, { projectId, endpointId });
    await delivered();
    expect(new Set(receiver.received.slice(asked).map(idOf)).size).toBe(40);
  });

  test("that redirects, or whose name leads elsewhere the second time, has not taken the event", async () => {
    receiver.answer = () => Response.redirect("http://127.0.0.1:1/", 302);
    const { endpointId } = await endpointAt(receiver.url);
    await deny();
    await delivered();
    expect(await log(endpointId)).toMatchObject([{ state: "waiting", attempts: 1, status: 302 }]);
    receiver.answer = () => new Response();
    const addresses = ["127.0.0.1", "127.9.9.9"];
    const resolve = async () => [{ address: addresses.shift()!, family: 4 }];
    const dispatcher = dispatcherWith({
      send: (sending, stopped) =>
        send(sending, { allowed: [parseNetwork("127.0.0.1")], resolve }, stopped),
    });
    await archiveWebhook(deps(), actor, { projectId, endpointId });
    const { port } = new URL(receiver.url);
    const named = await endpointAt(`http://hooks.example:${port}/`);
    await deny();
    await delivered(dispatcher);
    await deny();
    await delivered(dispatcher);
    expect(await log(named.endpointId)).toMatchObject([
      { state: "waiting", status: null, error: expect.stringContaining("not public") },
      { state: "delivered", status: 200 },
    ]);
    expect(addresses).toEqual([]);
  });

  test("that does not answer delays no other", async () => {
    const hanging = Promise.withResolvers<Response>();
    receiver.answer = ({ path }) => (path === "/slow" ? hanging.promise : new Response());
    await endpointAt(`${receiver.url}/slow`);
    const { endpointId } = await endpointAt(`${receiver.url}/fast`);
    const dispatcher = dispatcherWith();
    for (let n = 0; n < 100; n++) await deny();
    await dispatcher.look();
    const asked = (wanted: string) => receiver.received.filter(({ path }) => path === wanted);
    await waitUntil("the others", async () =>
      (await log(endpointId)).every(({ state }) => state === "delivered"),
    );
    expect(asked("/fast").length).toBe(100);
    expect(asked("/slow").length).toBe(webhookLimits.attemptsOfOne);
    await dispatcher.stop();
    hanging.resolve(new Response());
    // What was being sent is due again at once.
    receiver.answer = () => new Response();
    await delivered();
    expect((await store.webhooks.backlog(10)).waiting).toBe(0);
  });
});

test("two dispatchers make each delivery once", async () => {
  await endpointAt(receiver.url);
  for (let n = 0; n < 60; n++) await deny();
  const [first, second] = [dispatcherWith(), dispatcherWith()];
  await Promise.all([delivered(first), delivered(second)]);
  expect(receiver.received.length).toBe(60);
  expect(new Set(receiver.received.map(idOf)).size).toBe(60);
});

test("what a killed process had taken is sent again when its time is over", async () => {
  const { endpointId } = await endpointAt(receiver.url);
  const { id } = await deny();
  const killed = dispatcherWith({ send: () => new Promise(() => {}) });
  await killed.look();
  await waitUntil("the attempt", async () => (await log())[0]?.attempts === 1);
  await delivered();
  expect(receiver.received.length).toBe(0);
  clock += webhookLimits.heldMs;
  await delivered();
  expect(receiver.received.map(idOf)).toEqual([id]);
  expect(await log(endpointId)).toMatchObject([{ state: "delivered", attempts: 2 }]);
});

test("the log is kept for 30 days", async () => {
  await endpointAt(receiver.url);
  await deny();
  await delivered();
  clock += 30 * 24 * hourMs - 1;
  await removeOldEvents(deps(), () => false);
  expect((await log()).length).toBe(1);
  clock += 2;
  await removeOldEvents(deps(), () => false);
  expect(await log()).toEqual([]);
});
