/** A key is revoked by a command during requests: none that starts afterwards is accepted. */
import { expect, test } from "bun:test";
import { waitUntil } from "../../scripts/wait-until.ts";
import { fullRequest } from "../fixtures/booking.ts";
import { callRisk, Installation } from "../fixtures/executable.ts";

const trials = 50;
/** Of a trial, before the revocation is asked for and after it was confirmed. */
const requestsSent = 6;

const installation = new Installation();
const project = await installation.project();
const service = await installation.serve();
const body = JSON.stringify(fullRequest());

/** Sends requests one after another until stopped, and says of each whether it began after `confirm`. */
function callers(key: string, count: number) {
  const sent: { isAfter: boolean; status: number; code: string | undefined }[] = [];
  let isConfirmed = false;
  let isStopped = false;
  const caller = async () => {
    while (!isStopped) {
      const isAfter = isConfirmed;
      const answer = await callRisk(service.url, key, body);
      const { code } = (await answer.json()) as { code?: string };
      sent.push({ isAfter, status: answer.status, code });
    }
  };
  const all = Promise.all(Array.from({ length: count }, caller));
  return {
    sent,
    confirm: () => {
      isConfirmed = true;
    },
    stop: async () => {
      isStopped = true;
      await all;
    },
  };
}

test(`no request that started after the command returned is accepted, in ${trials} trials`, async () => {
  for (let trial = 0; trial < trials; trial++) {
    const { key, keyId } = await installation.key(project.projectId, "secret");
    const { sent, confirm, stop } = callers(key, 2);
    const accepted = () => sent.filter(({ status }) => status === 200);
    const after = () => sent.filter(({ isAfter }) => isAfter);
    await waitUntil("accepted requests", () => accepted().length >= requestsSent);
    await installation.json("key", "revoke", keyId);
    confirm();
    await waitUntil("requests after the revocation", () => after().length >= requestsSent);
    await stop();
    expect(new Set(after().map(({ code }) => code))).toEqual(new Set(["revoked_key"]));
  }
});

test("rotation: a second key works beside the first, and still works when that is revoked", async () => {
  const { secret } = project;
  const second = await installation.json<{ key: string; keyId: string }>(
    ...["key", "create", "--project", project.projectId, "--kind", "secret", "--name", "second"],
  );
  expect((await callRisk(service.url, secret.key, body)).status).toBe(200);
  expect((await callRisk(service.url, second.key, body)).status).toBe(200);
  await installation.json("key", "revoke", secret.keyId);
  expect((await callRisk(service.url, secret.key, body)).status).toBe(401);
  expect((await callRisk(service.url, second.key, body)).status).toBe(200);
  const listed = await installation.run("key", "list", "--project", project.projectId, "--json");
  for (const { key } of [secret, second]) expect(listed.out).not.toContain(key);
});
