/** A key is revoked by a command during requests: none that starts afterwards is accepted. */
import { expect, test } from "bun:test";
import { fullRequest } from "../fixtures/booking.ts";
import { callRisk, Installation } from "../fixtures/executable.ts";

const trials = 50;
const perSecond = 200;

const installation = new Installation();
const project = await installation.project();
const service = await installation.serve();
const body = JSON.stringify(fullRequest());

interface Sent {
  startedAt: number;
  status: number;
  code: string | undefined;
}

/** Sends requests at a steady rate until stopped. */
function steadily(key: string) {
  const under: Promise<Sent>[] = [];
  const timer = setInterval(() => {
    const startedAt = performance.now();
    under.push(
      callRisk(service.url, key, body).then(async (answer) => {
        const { code } = (await answer.json()) as { code?: string };
        return { startedAt, status: answer.status, code };
      }),
    );
  }, 1000 / perSecond);
  return async (): Promise<Sent[]> => {
    clearInterval(timer);
    return Promise.all(under);
  };
}

test(`no request that started after the command returned is accepted, in ${trials} trials`, async () => {
  let before = 0;
  let after = 0;
  for (let trial = 0; trial < trials; trial++) {
    const { key, keyId } = await installation.json<{ key: string; keyId: string }>(
      ...["key", "create", "--project", project.projectId, "--kind", "secret"],
    );
    const stop = steadily(key);
    await Bun.sleep(60);
    await installation.json("key", "revoke", keyId);
    const confirmedAt = performance.now();
    await Bun.sleep(60);
    const sent = await stop();
    const later = sent.filter(({ startedAt }) => startedAt > confirmedAt);
    expect(later.map(({ code }) => code)).toEqual(later.map(() => "revoked_key"));
    before += sent.filter(({ status }) => status === 200).length;
    after += later.length;
  }
  // The test proves something only if requests ran before and after the revocation.
  expect(before).toBeGreaterThan(trials * 5);
  expect(after).toBeGreaterThan(trials * 5);
  process.stdout.write(`revocation: ${before} accepted before, ${after} refused after, 0 wrong\n`);
}, 180_000);

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
