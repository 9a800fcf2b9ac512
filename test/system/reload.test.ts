/** SIGHUP: what the service reads again, and where it is ignored. tls.test.ts has the certificate. */
import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { waitUntil } from "../../scripts/programs/wait-until.ts";
import { Installation } from "../fixtures/executable.ts";

const installation = new Installation();

test("the metrics' token is that of its file as of the last SIGHUP", async () => {
  const file = join(installation.folder, "token");
  const [first, second] = ["the-first-token-of-two", "the-second-token-of-two"];
  writeFileSync(file, first);
  const service = await installation.serve("--metrics-token-file", file);
  const statusWith = async (token: string) => {
    const headers = { "X-Forwarded-For": "203.0.113.7", Authorization: `Bearer ${token}` };
    return (await fetch(`${service.url}/metrics`, { headers })).status;
  };
  const hangUp = (event: string) => {
    service.process.kill("SIGHUP");
    return waitUntil(event, () => service.log.find((line) => line.includes(`"${event}"`)));
  };
  writeFileSync(file, "short");
  const failed = JSON.parse(await hangUp("reload_failed"));
  expect(failed).toMatchObject({ level: "error", reason: expect.stringContaining("16 to 256") });
  expect(await statusWith(first)).toBe(200);
  writeFileSync(file, second);
  await hangUp("reloaded");
  expect(await statusWith(first)).toBe(401);
  expect(await statusWith(second)).toBe(200);
  expect(await service.stop()).toBe(0);
});

test.skipIf(process.platform !== "linux")("under nohup SIGHUP stays ignored", async () => {
  const service = await installation.serveBy("nohup");
  const status = readFileSync(`/proc/${service.process.pid}/status`, "utf8");
  const [, ignored] = /^SigIgn:\s*([0-9a-f]+)$/m.exec(status)!;
  expect(BigInt(`0x${ignored}`) & 1n).toBe(1n);
  service.process.kill("SIGHUP");
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  expect(await service.stop()).toBe(0);
  expect(service.log.filter((line) => line.includes("reload"))).toEqual([]);
});
