/** Webhooks, by the commands and by requests: what happens is sent, signed, and can be looked up and sent again. */
import { afterAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import type { ListEntry } from "../../../src/decisions/lists/lists.ts";
import type { WebhookDelivery } from "../../../src/projects/webhooks/deliveries.ts";
import type {
  WebhookEndpoint,
  WebhookEndpointWithSecret,
} from "../../../src/projects/webhooks/endpoints.ts";
import { distinctGuest } from "../../fixtures/distinct-guest.ts";
import { callRisk, Installation } from "../../fixtures/executable.ts";
import { type Received, startReceiver } from "../../fixtures/webhook-receiver.ts";

const receiver = startReceiver();
afterAll(() => receiver.stop());
const installation = new Installation();
const { projectId, secret } = await installation.project();
const service = await installation.serve("--webhook-network", "127.0.0.1");

const ofProject = ["--project", projectId];
const webhook = <Result>(name: string, ...args: string[]) =>
  installation.json<Result>("webhook", name, ...args, ...ofProject);
const add = (path: string, ...more: string[]) =>
  webhook<WebhookEndpointWithSecret>("add", "--url", `${receiver.url}${path}`, ...more);
const deliveriesTo = async (endpointId: string) =>
  (await webhook<{ deliveries: WebhookDelivery[] }>("deliveries", "--endpoint", endpointId))
    .deliveries;

let files = 0;
function listed(email: string): Promise<ListEntry> {
  const file = join(installation.folder, `value-${files++}.txt`);
  writeFileSync(file, email);
  const value = ["--type", "email", "--reason", "a test", "--value-file", file];
  return installation.json("list", "add", "deny", ...value, ...ofProject);
}

let bookings = 0;
async function book(email: string): Promise<Record<string, unknown>> {
  const { booker, ...request } = distinctGuest(bookings++);
  const answer = await callRisk(service.url, secret.key, {
    ...request,
    booker: { ...booker, email },
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Record<string, unknown>;
}
const report = (decisionId: unknown, outcome: string) =>
  fetch(`${service.url}/v1/decisions/${decisionId}/outcome`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Service-Key": secret.key },
    body: JSON.stringify({ outcome, requestId: `report-${bookings}` }),
  });

const at = (path: string) => receiver.received.filter((one) => one.path === path);
const messageOf = ({ body }: Received) =>
  JSON.parse(body) as { type: string; sequence: number; data: Record<string, unknown> };
const arrived = (path: string, count: number) =>
  waitUntil(`${count} events at ${path}`, () => at(path).length >= count && at(path));

const byType = (a: { type: string }, b: { type: string }) => (a.type < b.type ? -1 : 1);

describe("an endpoint that a command adds while the service runs", () => {
  test("gets what happens from then on, verified by the published library", async () => {
    const before = await listed("before@hotel.example");
    expect((await book("before@hotel.example")).suggestedAction).toBe("deny");
    const endpoint = await add("/all", "--description", "the order system");
    const entry = await listed("denied@hotel.example");
    const denied = await book("denied@hotel.example");
    expect((await book("grace.hopper@example.com")).suggestedAction).toBe("allow");
    expect((await report(denied.decisionId, "legitimate")).status).toBe(200);
    expect((await report(denied.decisionId, "legitimate")).status).toBe(200); // Nothing new.
    await installation.json("outcome", "withdraw", `${denied.decisionId}`, ...ofProject);
    await installation.json("list", "archive", before.entryId, ...ofProject);
    const got = await arrived("/all", 5);
    const verified = got.map(({ body, headers }) => {
      return new Webhook(endpoint.secret).verify(body, headers) as ReturnType<typeof messageOf>;
    });
    const sorted = verified.toSorted((a, b) => a.sequence - b.sequence);
    expect(sorted.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
    const ofType = (type: string) =>
      sorted.filter((one) => one.type === type).map(({ data }) => data);
    expect(ofType("decision.denied")).toEqual([
      {
        decisionId: denied.decisionId,
        riskScore: denied.riskScore,
        riskLevel: denied.riskLevel,
        suggestedAction: "deny",
        decidedBy: "deny",
        entryId: entry.entryId,
      },
    ]);
    expect(ofType("list.changed")).toEqual([
      { change: "added", list: "deny", entryId: entry.entryId },
      { change: "archived", list: "deny", entryId: before.entryId },
    ]);
    expect(ofType("outcome.reported")).toMatchObject([
      { decisionId: denied.decisionId, outcome: "legitimate", occurredAt: null },
      { decisionId: denied.decisionId, outcome: "withdrawn" },
    ]);
    for (const { body } of got) expect(body).not.toContain("@hotel.example");
    expect(new Set(got.map(({ headers }) => headers["webhook-id"])).size).toBe(5);
  });

  test("gets what happens in the queue of reviews, and the outcome that a verdict reports", async () => {
    await installation.json("review", "rules", ...ofProject, "--band", "0-99", "--share", "0");
    const endpoint = await add("/reviews");
    await listed("reviewed@hotel.example");
    const { decisionId, riskScore } = await book("reviewed@hotel.example");
    await installation.json("review", "rules", ...ofProject, "--band", "none", "--share", "0");
    const byHand = (await book("ada.lovelace@example.com")).decisionId;
    await installation.json("review", "open", `${byHand}`, ...ofProject);
    await installation.json("review", "decide", `${decisionId}`, ...ofProject, "--verdict", "good");
    const got = (await arrived("/reviews", 6)).map(messageOf);
    const sorted = got.toSorted((a, b) => a.sequence - b.sequence);
    const of = (id: unknown) =>
      sorted.filter(({ data }) => data.decisionId === id).map(({ type, data }) => ({ type, data }));
    const opened = (id: unknown, because: string) => ({
      type: "decision.review_opened",
      data: { decisionId: id, because: [because], deadline: expect.any(String) },
    });
    const [denied, waits, ...decided] = of(decisionId).toSorted(byType);
    expect([denied!.type, denied!.data.decisionId]).toEqual(["decision.denied", decisionId]);
    expect(waits).toMatchObject(opened(decisionId, "band"));
    expect(waits!.data.riskScore).toBe(riskScore as number);
    expect(decided).toMatchObject([
      { type: "decision.reviewed", data: { verdict: "good" } },
      { type: "outcome.reported", data: { outcome: "legitimate" } },
    ]);
    expect(of(byHand)).toMatchObject([opened(byHand, "person")]);
    await webhook("archive", endpoint.endpointId);
  });

  test("is shown without its secret, which is in no log and no audit entry", async () => {
    const { secret: signing, ...shown } = await add("/shown?token=of-the-receiver");
    const endpoints = await webhook<WebhookEndpoint[]>("show");
    expect(endpoints.find(({ endpointId }) => endpointId === shown.endpointId)).toEqual(shown);
    expect(JSON.stringify(endpoints)).not.toContain("whsec_");
    const audit = (await installation.run("audit", "--format", "ndjson")).out;
    expect(audit).toContain(`"webhook.add"`);
    for (const text of [audit, service.log.join("\n")]) {
      expect(text).not.toContain(signing);
      expect(text).not.toContain("of-the-receiver");
    }
    await webhook("archive", shown.endpointId);
  });

  test("takes a test event, a new secret, and nothing while it is disabled", async () => {
    const endpoint = await add("/tested", "--event", "outcome.reported");
    const { endpointId } = endpoint;
    const tested = await webhook<WebhookDelivery>("test", endpointId);
    expect(tested).toMatchObject({ type: "webhook.test", state: "delivered", status: 204 });
    const rotated = await webhook<WebhookEndpointWithSecret>("rotate", endpointId);
    expect(rotated.secret).not.toBe(endpoint.secret);
    await webhook("test", endpointId);
    const [, second] = await arrived("/tested", 2);
    for (const one of [endpoint, rotated]) {
      expect(new Webhook(one.secret).verify(second!.body, second!.headers)).toBeTruthy();
    }
    expect(await webhook<WebhookEndpoint>("disable", endpointId)).toMatchObject({
      status: "disabled",
    });
    const refused = await installation.run("webhook", "test", endpointId, ...ofProject);
    expect([refused.status, refused.error]).toEqual([1, expect.stringContaining("is disabled")]);
    await webhook("enable", endpointId);
    receiver.answer = () => new Response(null, { status: 500 });
    const failed = await installation.run("webhook", "test", endpointId, ...ofProject);
    receiver.answer = () => new Response(null, { status: 204 });
    expect([failed.status, failed.out]).toEqual([
      1,
      expect.stringContaining("was not delivered: the endpoint answered 500"),
    ]);
    await webhook("archive", endpointId);
    expect((await installation.run("webhook", "test", endpointId, ...ofProject)).status).toBe(1);
  });

  test("gets an event again on request, under its ID", async () => {
    const { endpointId } = await add("/again", "--event", "decision.denied");
    await listed("again@hotel.example");
    await book("again@hotel.example");
    const [first] = await arrived("/again", 1);
    const eventId = first!.headers["webhook-id"]!;
    await waitUntil(
      "the log",
      async () => (await deliveriesTo(endpointId))[0]?.state === "delivered",
    );
    expect(await webhook("replay", "--event", eventId, "--endpoint", endpointId)).toEqual({
      replayed: 1,
    });
    const [, second] = await arrived("/again", 2);
    expect([second!.headers["webhook-id"], second!.body]).toEqual([eventId, first!.body]);
    const unknown = `evt_${"0".repeat(32)}`;
    const refused = await installation.run("webhook", "replay", "--event", unknown, ...ofProject);
    expect([refused.status, refused.error]).toEqual([1, expect.stringContaining(unknown)]);
  });
});

test("another network than the operator's is never reached", async () => {
  const { port } = new URL(receiver.url);
  for (const host of ["127.0.0.2", "localhost.localdomain.invalid", "[::1]", "169.254.169.254"]) {
    const url = `http://${host}:${port}/secret`;
    const { endpointId } = await webhook<WebhookEndpoint>("add", "--url", url);
    const tested = await installation.run("webhook", "test", endpointId, ...ofProject);
    expect([tested.status, tested.out]).toEqual([
      1,
      expect.stringMatching(/not delivered: (its address is not public|its name)/),
    ]);
    await webhook("archive", endpointId);
  }
  expect(at("/secret")).toEqual([]);
});

test.each([
  ["another scheme", "must be a URL", "ftp://hooks.example.com"],
  ["a password", "must not have a user or a password", "https://user:pass@hooks.example.com"],
  ["no scheme", "must be a URL", "hooks.example.com"],
  ["too many characters", "at most 2048 characters", `https://h.example/${"x".repeat(2048)}`],
])("a URL with %s is refused", async (_, message, url) => {
  const { status, error } = await installation.run("webhook", "add", "--url", url, ...ofProject);
  expect([status, error]).toEqual([2, expect.stringContaining(message)]);
});

test("the backlog and the attempts are in the metrics", async () => {
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  expect(metrics).toMatch(/^booking_risk_webhooks_waiting \d+$/m);
  expect(metrics).toMatch(/^booking_risk_webhook_attempts_total\{result="delivered"\} \d+$/m);
});
