/** A key is revoked by a command during requests: none that starts afterwards is accepted. */
import { expect, test } from "bun:test";
import { fullRequest } from "../fixtures/booking.ts";
import { callRisk, Installation } from "../fixtures/executable.ts";
import { revocationTrials } from "../fixtures/revocation-trials.ts";

const installation = new Installation();
const project = await installation.project();
const service = await installation.serve();
const body = JSON.stringify(fullRequest());

/** `test/long/revocation.test.ts` has 50. */
test("no request that started after the command returned is accepted, in 8 trials", () =>
  revocationTrials(installation, service, 8));

test("rotation: a second key works alongside the first, and still works when that is revoked", async () => {
  const { secret } = project;
  const second = await installation.json<{ key: string; keyId: string }>(
    "key",
    "create",
    "--project",
    project.projectId,
    "--kind",
    "secret",
    "--name",
    "second",
  );
  expect((await callRisk(service.url, secret.key, body)).status).toBe(200);
  expect((await callRisk(service.url, second.key, body)).status).toBe(200);
  await installation.json("key", "revoke", secret.keyId);
  expect((await callRisk(service.url, secret.key, body)).status).toBe(401);
  expect((await callRisk(service.url, second.key, body)).status).toBe(200);
  const listed = await installation.run("key", "list", "--project", project.projectId, "--json");
  for (const { key } of [secret, second]) expect(listed.out).not.toContain(key);
});
