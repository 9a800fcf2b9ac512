/** Keys that expire, that are accepted from some addresses only, or that have a limit of their own. */
import { expect, test } from "bun:test";
import { fullRequest } from "../fixtures/booking.ts";
import { callRisk, Installation } from "../fixtures/executable.ts";

const installation = new Installation();
const project = await installation.project();
// As a proxy on this machine says who called.
const service = await installation.serve("--trusted-proxy", "127.0.0.1");

const keyWith = (kind: string, ...flags: string[]) =>
  installation.json<{ key: string; keyId: string }>(
    "key",
    "create",
    "--project",
    project.projectId,
    "--kind",
    kind,
    ...flags,
  );
const set = (keyId: string, ...flags: string[]) => installation.json("key", "set", keyId, ...flags);

async function call(key: string, address = "203.0.113.7") {
  const answer = await callRisk(service.url, key, fullRequest(), { "X-Forwarded-For": address });
  const { code } = (await answer.json()) as { code?: string };
  return { status: answer.status, code, headers: answer.headers };
}

async function send(key: string) {
  const answer = await fetch(`${service.url}/sdk/batch`, {
    method: "POST",
    body: JSON.stringify({ key }),
  });
  return ((await answer.json()) as { code: string }).code;
}

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const isOver = async (at: string) => Bun.sleep(Math.max(0, Date.parse(at) - Date.now()) + 20);

test("a key is refused from its end on, as is a publishable one; a later end lets it in again", async () => {
  const at = inMs(10_000);
  const [secret, publishable] = [
    await installation.key(project.projectId, "secret", { expiresAt: at }),
    await installation.key(project.projectId, "publishable", { expiresAt: at }),
  ];
  expect((await call(secret.key)).status).toBe(200);
  expect(await send(publishable.key)).toBe("validation_failed");
  await isOver(at);
  const refused = await call(secret.key);
  expect(refused).toMatchObject({ status: 401, code: "expired_key" });
  expect(refused.headers.get("www-authenticate")).toContain("X-Service-Key");
  expect(await send(publishable.key)).toBe("expired_key");
  const { out } = await installation.run("key", "list", "--project", project.projectId);
  expect(out).toContain(`expired ${at}`);
  await set(secret.keyId, "--expires", "never");
  expect((await call(secret.key)).status).toBe(200);
});

test("a key is accepted from its addresses only", async () => {
  const { key, keyId } = await keyWith("secret", "--address", "203.0.113.0/24", "2001:db8::/32");
  for (const address of ["203.0.113.7", "2001:db8::7", "10.9.9.9, 203.0.113.7"]) {
    expect((await call(key, address)).status).toBe(200);
  }
  // The last one is who called the proxy; what is before it is hearsay.
  for (const address of ["203.0.114.7", "2001:db9::1", "203.0.113.7, 198.51.100.1", ""]) {
    expect(await call(key, address)).toMatchObject({ status: 403, code: "address_not_allowed" });
  }
  await set(keyId, "--any-address");
  expect((await call(key, "203.0.114.7")).status).toBe(200);
});

test("a key has a limit of its own, which does not limit others", async () => {
  const { key } = await keyWith("secret", "--rate-limit", "2");
  const answers = await Promise.all(Array.from({ length: 20 }, () => call(key)));
  const limited = answers.filter(({ status }) => status === 429);
  expect(limited.length).toBeGreaterThanOrEqual(10);
  expect(limited[0]!.headers.get("ratelimit-policy")).toBe('"key";q=2;w=1');
  expect((await call(project.secret.key)).status).toBe(200);
});

test("a restriction that a command has confirmed holds for every later request", async () => {
  const { key, keyId } = await keyWith("secret");
  for (let trial = 0; trial < 10; trial++) {
    await set(keyId, "--address", "198.51.100.1");
    expect((await call(key)).code).toBe("address_not_allowed");
    await set(keyId, "--any-address");
    expect((await call(key)).status).toBe(200);
  }
});

test("wrong usage says what is meant", async () => {
  const { keyId } = project.secret;
  for (const [flags, message] of [
    [[], "specify what to set"],
    [["--address", "10.0.0.1", "--any-address"], "use either --address or --any-address"],
    [["--origin", "https://a.example", "--expires", "never"], "set origins in a separate command"],
    [["--rate-limit", "many"], "--rate-limit must be a whole number from 1 to 1000000"],
    [["--expires", "2020-01-01"], "--expires must be in the future"],
  ] as const) {
    const { status, error } = await installation.run("key", "set", keyId, ...flags);
    expect(status).toBeGreaterThan(0);
    expect(error).toContain(message);
  }
});
