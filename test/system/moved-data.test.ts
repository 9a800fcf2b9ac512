/** The data folder of a running service is moved away, or its files are replaced: nothing that would be lost is acknowledged. */
import { expect, test } from "bun:test";
import { copyFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { waitUntil } from "../../scripts/programs/wait-until.ts";
import { booking } from "../fixtures/booking.ts";
import { callRisk, Installation, type Service } from "../fixtures/executable.ts";

async function serving() {
  const installation = new Installation();
  const { secret } = await installation.project();
  const service = await installation.serve();
  const score = async () => (await callRisk(service.url, secret.key, booking())).status;
  expect(await score()).toBe(200);
  return { data: installation.data, service, score };
}

async function readyz({ url }: Service) {
  const answer = await fetch(`${url}/readyz`);
  const { detail = "" } = (await answer.json()) as { detail?: string };
  return { status: answer.status, detail };
}

test("a folder that is moved away stops the service from scoring, until it is back", async () => {
  const { data, service, score } = await serving();
  renameSync(data, `${data}-elsewhere`);
  await waitUntil("a refusal", async () => (await score()) === 503);
  expect(await readyz(service)).toEqual({
    status: 503,
    detail: expect.stringContaining("control.db is no longer where it was opened"),
  });
  expect(await score()).toBe(503);

  renameSync(`${data}-elsewhere`, data);
  await waitUntil("a decision", async () => (await score()) === 200);
  expect((await readyz(service)).status).toBe(200);
  const events = service.log.map((line) => (JSON.parse(line) as { event: string }).event);
  expect(events.filter((event) => event.startsWith("data_files_"))).toEqual([
    "data_files_gone",
    "data_files_back",
  ]);
  expect(await service.stop()).toBe(0);
});

test.each(["events.db", "events.db-wal", "control.db"])("so does another %s", async (name) => {
  const { data, service, score } = await serving();
  const file = join(data, name);
  copyFileSync(file, `${file}.copy`);
  renameSync(`${file}.copy`, file);
  await waitUntil("a refusal", async () => (await score()) === 503);
  expect((await readyz(service)).detail).toContain(`${name} is no longer where it was opened`);
});

test("and a folder that is deleted", async () => {
  const { data, service, score } = await serving();
  rmSync(data, { recursive: true });
  await waitUntil("a refusal", async () => (await score()) === 503);
  expect((await readyz(service)).status).toBe(503);
});
