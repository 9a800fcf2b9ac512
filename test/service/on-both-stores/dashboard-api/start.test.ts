/** What Getting started shows of a project's first requests. */
import { expect, test } from "bun:test";
import { newPerson } from "../../../../scripts/programs/dashboard-client/account.ts";
import { waitUntil } from "../../../../scripts/programs/wait-until.ts";
import { fullRequest } from "../../../fixtures/booking.ts";
import { callRisk, Installation } from "../../../fixtures/executable.ts";

const installation = new Installation();

test("returns only the project's own arrivals and rejections, without guest data", async () => {
  const { url } = await installation.serve();
  const [one, other] = [await installation.project("One"), await installation.project("Other")];
  const viewer = await newPerson(installation, { url }, "v@example.com", "viewer", one.projectId);
  const look = async () => (await viewer.get(`/projects/${one.projectId}/start`)).body;
  const keys = { secret: 1, publishable: 1 };
  const nothing = { keys, script: null, calls: null, reported: null, refusals: [] };
  expect(await look()).toEqual(nothing);

  await callRisk(url, other.secret.key, fullRequest());
  await callRisk(url, other.secret.key, {});
  expect(await look()).toEqual(nothing);

  await callRisk(url, one.secret.key, { booker: {} });
  expect((await look()).refusals).toMatchObject([
    { endpoint: "risk", code: "validation_failed", count: 1, isAnybodys: false },
  ]);
  const answer = await callRisk(url, one.secret.key, fullRequest());
  const { decisionId } = (await answer.json()) as { decisionId: string };
  // The search index is a moment behind.
  const seen = await waitUntil("the call", async () => {
    const now = await look();
    return now.calls !== null && now;
  });
  expect(seen.calls.first).toEqual(seen.calls.newest);
  expect(seen.calls).toMatchObject({ first: { decisionId }, collection: "unknown" });
  expect(seen.refusals).toEqual([]); // A later success shows that the cause was fixed.
  expect(JSON.stringify(seen)).not.toContain("Lovelace");

  const origin = "https://hotel.example";
  const collectionId = "col_firstVisit00001";
  const sent = await fetch(`${url}/sdk/batch`, {
    method: "POST",
    headers: { origin },
    body: JSON.stringify({
      key: one.publishable.key,
      collectionId,
      sequence: 0,
      startedAt: 0,
      sentAt: 0,
      sdkVersion: "test",
      events: [],
    }),
  });
  expect(sent.status).toBe(204);
  const visited = await callRisk(url, one.secret.key, {
    ...fullRequest(),
    collectionId,
    requestId: "visited",
  });
  const { decisionId: reportedId } = (await visited.json()) as { decisionId: string };
  const report = await fetch(`${url}/v1/decisions/${reportedId}/outcome`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-service-key": one.secret.key },
    body: JSON.stringify({ outcome: "legitimate", requestId: "report" }),
  });
  expect(report.status).toBe(200);
  // The report may be known before the search index has the decision.
  const later = await waitUntil("the report and its decision", async () => {
    const now = await look();
    return now.reported !== null && now.calls.newest.decisionId === reportedId && now;
  });
  expect(later).toMatchObject({
    script: { firstAt: expect.any(String), origin },
    calls: { newest: { decisionId: reportedId }, collection: "seen" },
    reported: { decisionId: reportedId, outcome: "legitimate" },
  });
});
