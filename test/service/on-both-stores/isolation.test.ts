/** Two projects: the same e-mail, device and collection in one never move a feature in the other. */
import { expect, test } from "bun:test";
import { fullRequest } from "../../fixtures/booking.ts";
import { callRisk, Installation } from "../../fixtures/executable.ts";

const installation = new Installation();
const [busy, quiet, control] = [
  await installation.project("Busy"),
  await installation.project("Quiet"),
  await installation.project("Control"),
];
const service = await installation.serve();
const collectionId = "col_sharedByBoth0001";
const deviceId = "dev_sharedByBoth0001";

async function sendBatch(key: string, sequence: number): Promise<number> {
  const startedAt = Date.now() - 60_000;
  const answer = await fetch(`${service.url}/sdk/batch`, {
    method: "POST",
    headers: { "Content-Type": "text/plain" },
    body: JSON.stringify({
      key,
      collectionId,
      sequence,
      startedAt,
      sentAt: Date.now(),
      sdkVersion: "test",
      device: { deviceId, webdriver: true },
      events: [
        {
          kind: "page",
          at: 10,
          page: sequence,
          path: "/",
          referrerHost: "",
          navigation: "navigate",
        },
      ],
    }),
  });
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  return answer.status;
}

async function featuresOf(key: string): Promise<Record<string, number | null>> {
  const answer = await callRisk(service.url, key, { ...fullRequest(), collectionId });
  const { decisionId } = (await answer.json()) as { decisionId: string };
  const stored = await installation.json<{ features: Record<string, number | null> }>(
    "decision",
    "show",
    decisionId,
  );
  return stored.features;
}

test("what happens in one project changes nothing in the other", async () => {
  for (let i = 0; i < 4; i++) expect(await sendBatch(busy.publishable.key, i)).toBe(204);
  for (let i = 0; i < 5; i++) {
    expect(
      (await callRisk(service.url, busy.secret.key, { ...fullRequest(), collectionId })).ok,
    ).toBe(true);
  }
  const seen = await featuresOf(busy.secret.key);
  expect(seen).toMatchObject({
    email_attempts_1h: 5,
    device_attempts_1h: 5,
    ip_attempts_1h: 5,
    collection_attempts_24h: 5,
    collection_is_known: 1,
    device_is_automated: 1,
    pages_viewed: 4,
  });

  const unmoved = await featuresOf(quiet.secret.key);
  expect(unmoved).toEqual(await featuresOf(control.secret.key));
  expect(unmoved).toMatchObject({
    email_attempts_30d: 0,
    phone_attempts_30d: 0,
    collection_attempts_24h: 0,
    collection_is_known: 0,
    device_attempts_30d: null,
    device_is_automated: null,
    pages_viewed: null,
  });
});

test("the same collection id in two projects is two collections", async () => {
  expect(await sendBatch(quiet.publishable.key, 0)).toBe(204);
  const features = await featuresOf(quiet.secret.key);
  expect(features).toMatchObject({
    collection_is_known: 1,
    pages_viewed: 1,
    device_attempts_30d: 0,
    ip_attempts_30d: 0,
  });
  expect((await featuresOf(busy.secret.key)).pages_viewed).toBe(4);
});

test("a decision is found under its own project only", async () => {
  const answer = await callRisk(service.url, busy.secret.key, fullRequest(), {
    "Idempotency-Key": "same-in-both",
  });
  const other = await callRisk(service.url, quiet.secret.key, fullRequest(), {
    "Idempotency-Key": "same-in-both",
  });
  expect(other.headers.has("idempotency-replayed")).toBe(false);
  const [a, b] = (await Promise.all([answer.json(), other.json()])) as { decisionId: string }[];
  expect(a!.decisionId).not.toBe(b!.decisionId);
});
