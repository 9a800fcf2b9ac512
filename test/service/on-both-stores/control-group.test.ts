/** The control group on the executable: set, drawn, shown, verified, exported, counted. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { writeRecalibrated } from "../../../scripts/bench/recalibrated.ts";
import { newPerson } from "../../../scripts/programs/dashboard-client/account.ts";
import type { ShownControlGroup } from "../../../src/projects/control-group.ts";
import { distinctGuest } from "../../fixtures/distinct-guest.ts";
import { callRisk, Installation } from "../../fixtures/executable.ts";

const installation = new Installation();
const { projectId, secret, publishable } = await installation.project();
/** It denies everybody. */
const model = "recalibrated@1.0.0";
await installation.json(
  "model",
  "install",
  writeRecalibrated(join(installation.folder, "model"), "1.0.0", 12),
);
await installation.json("model", "promote", model, "--force");
const service = await installation.serve("--trusted-proxy", "127.0.0.1");
const { url } = service;

let sent = 0;

/** A guest with a device and an address of their own. */
async function guest() {
  const number = sent++;
  const digits = String(number).padStart(8, "0");
  const collectionId = `col_${digits}`;
  const batch = await fetch(`${url}/sdk/batch`, {
    method: "POST",
    headers: { "x-forwarded-for": `10.1.${number >> 8}.${number & 255}` },
    body: JSON.stringify({
      key: publishable.key,
      collectionId,
      sequence: 0,
      sdkVersion: "1.1.0",
      startedAt: Date.now() - 60_000,
      sentAt: Date.now(),
      events: [],
      device: { deviceId: `dev_${digits}` },
    }),
  });
  expect(batch.status).toBe(204);
  const response = await callRisk(url, secret.key, { ...distinctGuest(number), collectionId });
  expect(response.status).toBe(200);
  return (await response.json()) as { decisionId: string; suggestedAction: string };
}

const show = () =>
  installation.json<{ controlGroup: ShownControlGroup }>("project", "show", projectId);
const set = (...flags: string[]) => installation.json("project", "set", projectId, ...flags);

test("it is off; some of those that the model denies are let through once it is on", async () => {
  expect((await show()).controlGroup).toMatchObject({ share: 0, used: { bookings: 0, amount: 0 } });
  const denied = await guest();
  expect(denied.suggestedAction).toBe("deny");
  const before = await installation.json<Record<string, unknown>>(
    "decision",
    "show",
    denied.decisionId,
  );
  expect(before).toMatchObject({ controlGroup: null, decidedBy: { kind: "model" } });

  await set("--control-group", "5", "--control-group-bookings", "1");
  let lucky: string | null = null;
  // Of guests of whom one in twenty is let through, none of 600 is in one of 10^13 runs.
  for (let i = 0; lucky === null && i < 600; i++) {
    const { decisionId, suggestedAction } = await guest();
    if (suggestedAction === "allow") lucky = decisionId;
  }
  const got = await fetch(`${url}/v1/decisions/${lucky}`, {
    headers: { "X-Service-Key": secret.key },
  });
  expect(await got.json()).toMatchObject({
    suggestedAction: "allow",
    riskLevel: "high",
    decidedBy: { kind: "controlGroup", entryId: null, listsVersion: null },
  });
  const shown = await installation.run("decision", "show", lucky!);
  expect(shown.out).toContain("let through at random (5 %)");
  for (const id of [lucky!, denied.decisionId]) {
    expect(await installation.json("decision", "verify", id)).toMatchObject({ result: "same" });
  }
  expect((await show()).controlGroup).toMatchObject({ used: { bookings: 1 } });
});

test("its limit of the month ends it, and every draw verifies", async () => {
  for (let i = 0; i < 20; i++) expect((await guest()).suggestedAction).toBe("deny");
  const all = await installation.run("decision", "verify", "--all");
  expect(all.status).toBe(0);
});

test("the dashboard's endpoint shows and sets it, without its key", async () => {
  const path = `/projects/${projectId}/control-group`;
  const owner = await newPerson(installation, service, "owner@example.org", "owner", projectId);
  const viewer = await newPerson(installation, service, "viewer@example.org", "viewer", projectId);
  const { body } = await viewer.get(path);
  expect(Object.keys(body).sort()).toEqual(["amountMax", "bookingsMax", "month", "share", "used"]);
  expect((await viewer.put(path, { share: 0, bookingsMax: 1, amountMax: null })).status).toBe(403);
  const refused = await owner.put(path, {
    share: 0.06,
    bookingsMax: 0,
    amountMax: { value: 5, currency: "EURO" },
  });
  expect(refused.status).toBe(422);
  expect(refused.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
    "/share",
    "/bookingsMax",
    "/amountMax",
  ]);
  const wanted = { share: 0, bookingsMax: 20, amountMax: { value: 5000, currency: "EUR" } };
  expect((await owner.put(path, wanted)).body).toMatchObject(wanted);
  const log = await owner.get(`/audit/${projectId}`);
  const changes = log.body.filter(
    ({ action }: { action: string }) => action === "project.control-group",
  );
  expect(changes).toHaveLength(2);
  for (const { detail } of changes) {
    expect(Object.keys(detail).sort()).toEqual(["amountMax", "before", "bookingsMax", "share"]);
  }
});
