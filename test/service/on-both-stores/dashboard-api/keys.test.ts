/** The dashboard's endpoints of keys: one is used, seen to be used, replaced, and refused once it is revoked. */
import { expect, test } from "bun:test";
import { newPerson } from "../../../../scripts/programs/dashboard-client/account.ts";
import { waitUntil } from "../../../../scripts/programs/wait-until.ts";
import { fullRequest } from "../../../fixtures/booking.ts";
import { callRisk, Installation } from "../../../fixtures/executable.ts";

const installation = new Installation();
const service = await installation.serve();
const { url } = service;
const owner = await newPerson(installation, service, "owner@example.com", "owner");

test("a key's last use is known, and the request after its revocation is refused", async () => {
  const { projectId } = (await owner.post("/projects", { name: "Hotel", riskSetting: "balanced" }))
    .body;
  const keys = `/projects/${projectId}/keys`;
  const made = async (name: string) => (await owner.post(keys, { kind: "secret", name })).body;
  const [old, next] = [await made("old"), await made("new")];
  const lastUse = async ({ keyId }: { keyId: string }): Promise<string | null> =>
    (await owner.get(keys)).body.find((one: { keyId: string }) => one.keyId === keyId).lastUsedAt;
  const before = Date.now();
  expect((await callRisk(url, next.key, fullRequest())).status).toBe(200);
  // The service stores every 10 s which keys were used.
  const usedAt = await waitUntil("the use of the key", () => lastUse(next));
  expect(Date.parse(usedAt)).toBeGreaterThanOrEqual(before);
  expect(await lastUse(old)).toBeNull();
  expect((await callRisk(url, old.key, fullRequest())).status).toBe(200);
  expect((await owner.post(`${keys}/${old.keyId}/revoke`)).status).toBe(200);
  const refused = await callRisk(url, old.key, fullRequest());
  expect(await refused.json()).toMatchObject({ status: 401, code: "revoked_key" });
  expect((await callRisk(url, next.key, fullRequest())).status).toBe(200);
});
