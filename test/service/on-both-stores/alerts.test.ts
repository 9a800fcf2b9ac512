/** The webhook `alert.fired`: bookings that have changed are told once, by one of the copies, and not after a restart. */
import { afterAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import type { WebhookDelivery } from "../../../src/projects/webhooks/deliveries.ts";
import type { WebhookEndpointWithSecret } from "../../../src/projects/webhooks/endpoints.ts";
import { distinctGuest } from "../../fixtures/distinct-guest.ts";
import { Installation, type Service } from "../../fixtures/executable.ts";
import { startReceiver } from "../../fixtures/webhook-receiver.ts";

const dayMs = 86_400_000;
const weeks = 4;
const perWeek = 320;

const receiver = startReceiver();
afterAll(() => receiver.stop());
const installation = new Installation();
const { projectId } = await installation.project();
const ofProject = ["--project", projectId];

/** Stays booked months before for two nights; in the last week, for tonight and three weeks. */
function pastLines(now: number): string[] {
  return Array.from({ length: weeks * perWeek }, (_, i) => {
    const decidedAt = now - weeks * 7 * dayMs + ((i + 1) * 7 * dayMs) / (perWeek + 1);
    const isLast = i >= (weeks - 1) * perWeek;
    const day = (ahead: number) => new Date(decidedAt + ahead * dayMs).toISOString().slice(0, 10);
    const lead = isLast ? 0 : 60 + (i % 60);
    const booking = { checkIn: day(lead), checkOut: day(lead + (isLast ? 21 : 2)) };
    const request = { ...distinctGuest(i), booking };
    return JSON.stringify({ decidedAt: new Date(decidedAt).toISOString(), request });
  });
}

const alertsIn = ({ log }: Service) => log.filter((line) => line.includes('"event":"alert"'));

test("is sent once for each alert, by whichever copy finds it", async () => {
  const file = join(installation.folder, "past.ndjson");
  writeFileSync(file, pastLines(Date.now()).join("\n"));
  await installation.json("history", "import", file, ...ofProject);
  const add = ["--url", receiver.url, "--event", "alert.fired"];
  const endpoint = await installation.json<WebhookEndpointWithSecret>(
    "webhook",
    "add",
    ...add,
    ...ofProject,
  );
  const serve = () => installation.serve("--webhook-network", "127.0.0.1");
  const first = await serve();
  const [got] = await waitUntil(
    "the event",
    () => receiver.received.length > 0 && receiver.received,
  );
  const event = new Webhook(endpoint.secret).verify(got!.body, got!.headers);
  expect(event).toMatchObject({
    type: "alert.fired",
    data: {
      kind: "features",
      value: expect.any(Number),
      before: null,
      since: expect.stringMatching(/^20\d\d-/),
      link: `/dashboard/p/${projectId}/drift`,
    },
  });
  expect(Object.keys((event as { data: object }).data)).toHaveLength(5);
  const fired = await waitUntil("the check", () => alertsIn(first).length > 0 && alertsIn(first));
  expect(fired.every((line) => line.includes('"isNew":true'))).toBeTrue();

  const other = await serve();
  await waitUntil("the other's check", () => alertsIn(other).length > 0);
  expect(alertsIn(other).join()).not.toContain('"isNew":true');
  const { deliveries } = await installation.json<{ deliveries: WebhookDelivery[] }>(
    "webhook",
    "deliveries",
    ...ofProject,
  );
  expect(deliveries.map(({ type }) => type)).toEqual(fired.map(() => "alert.fired"));
  const audit = (await installation.run("audit", "--format", "ndjson")).out;
  expect(audit.split("\n").filter((line) => line.includes('"alert.fire"'))).toHaveLength(
    fired.length,
  );
});
