import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CertificateAuthority } from "../../../test/fixtures/certificates.ts";
import { describeWith, openssl } from "../../../test/fixtures/needs.ts";
import { type Receiver, startReceiver } from "../../../test/fixtures/webhook-receiver.ts";
import { parseNetwork } from "../../base/client-address.ts";
import { keptConnections } from "./connections.ts";
import { type SendOptions, send } from "./send.ts";

const allowed = [parseNetwork("127.0.0.0/8")];
const never = new AbortController().signal;
let receiver: Receiver;
beforeEach(() => {
  receiver = startReceiver();
  return () => receiver.stop();
});

const sendTo = (url: string, options: Partial<SendOptions> = {}) =>
  send(
    {
      url,
      headers: { "Content-Type": "application/json", "webhook-id": "evt_1" },
      body: '{"ä":1}',
    },
    { allowed, ...options },
    never,
  );
const portOf = ({ url }: Receiver) => new URL(url).port;

describe("an attempt", () => {
  test("posts the body with its headers, and gives the status", async () => {
    const answer = await sendTo(`${receiver.url}/risk?token=1`);
    expect(answer).toEqual({ status: 204, retryAfter: null });
    const got = receiver.received.at(-1)!;
    expect(got).toMatchObject({ path: "/risk", body: '{"ä":1}' });
    expect(got.headers).toMatchObject({
      "content-type": "application/json",
      "webhook-id": "evt_1",
      host: `127.0.0.1:${portOf(receiver)}`,
    });
  });

  test("follows no redirect", async () => {
    receiver.answer = ({ path }) =>
      path === "/first" ? Response.redirect(`${receiver.url}/second`, 307) : new Response("");
    expect(await sendTo(`${receiver.url}/first`)).toMatchObject({ status: 307 });
    expect(receiver.received.at(-1)!.path).toBe("/first");
  });

  test("does not wait for the body of the answer, whatever it has", async () => {
    let read = 0;
    receiver.answer = () =>
      new Response(
        new ReadableStream({
          pull(controller) {
            read += 1;
            controller.enqueue(new Uint8Array(1024));
            return new Promise(() => {}); // It never ends.
          },
        }),
        { status: 500, headers: { "Retry-After": "7" } },
      );
    expect(await sendTo(receiver.url)).toEqual({ status: 500, retryAfter: "7" });
    expect(read).toBeLessThan(4);
  });

  test("ends in time, and when the service stops", async () => {
    receiver.answer = () => new Promise(() => {});
    expect(await sendTo(receiver.url, { attemptMs: 50 })).toEqual({
      status: null,
      error: "no answer in time",
    });
    const unresolved = { resolve: () => new Promise<never>(() => {}), attemptMs: 50 };
    expect(await sendTo("https://hooks.example", unresolved)).toMatchObject({
      error: "no answer in time",
    });
    const stopping = new AbortController();
    const sending = { url: receiver.url, headers: {}, body: "{}" };
    const sent = send(sending, { allowed }, stopping.signal);
    stopping.abort();
    expect(await sent).toMatchObject({ error: "the service stopped meanwhile" });
  });

  test("uses no proxy of the environment", async () => {
    receiver.answer = () => new Response("");
    process.env.HTTP_PROXY = "http://127.0.0.1:1";
    try {
      expect(await sendTo(receiver.url)).toMatchObject({ status: 200 });
    } finally {
      delete process.env.HTTP_PROXY;
    }
  });

  test("that finds nobody says why, in words of its own", async () => {
    expect(await sendTo("http://127.0.0.1:1")).toEqual({
      status: null,
      error: "the connection was refused (ECONNREFUSED)",
    });
    const resolve = async () => {
      throw Object.assign(new Error("secret of the other end"), { code: "ENOTFOUND" });
    };
    expect(await sendTo("https://hooks.example", { resolve })).toEqual({
      status: null,
      error: "its name is not known (ENOTFOUND)",
    });
    expect(await sendTo("https://hooks.example", { resolve: async () => [] })).toMatchObject({
      error: "it has no address",
    });
  });
});

describe("the address", () => {
  test("that was checked is the one connected to: the name is resolved once", async () => {
    receiver.answer = () => new Response("");
    let asked = 0;
    // As an attacker's name server: an address that may be reached at first, another one later.
    const resolve = async () => {
      asked += 1;
      return [{ address: asked === 1 ? "127.0.0.1" : "127.9.9.9", family: 4 }];
    };
    const url = `http://hooks.example:${portOf(receiver)}/`;
    const only = { allowed: [parseNetwork("127.0.0.1")], resolve };
    expect(await sendTo(url, only)).toMatchObject({ status: 200 });
    expect(asked).toBe(1);
    expect(receiver.received.at(-1)!.headers.host).toBe(`hooks.example:${portOf(receiver)}`);
    const before = receiver.received.length;
    expect(await sendTo(url, only)).toMatchObject({ error: expect.stringContaining("not public") });
    expect(receiver.received.length).toBe(before);
  });

  test("that is not public is never connected to, even next to one that is allowed", async () => {
    const before = receiver.received.length;
    const refused = { allowed: [], resolve: async () => [{ address: "127.0.0.1", family: 4 }] };
    for (const host of [
      "127.0.0.1",
      "localhost",
      "hooks.example",
      "[::1]",
      "2130706433",
      "0x7f.1",
    ]) {
      const answer = await sendTo(`http://${host}:${portOf(receiver)}/`, refused);
      expect(answer).toMatchObject({ status: null, error: expect.stringContaining("not public") });
    }
    expect(receiver.received.length).toBe(before);
    const both = async () => [
      { address: "127.9.9.9", family: 4 },
      { address: "127.0.0.1", family: 4 },
    ];
    const url = `http://hooks.example:${portOf(receiver)}/`;
    const answer = await sendTo(url, { allowed: [parseNetwork("127.0.0.1")], resolve: both });
    expect(answer).toMatchObject({ status: 204 });
  });
});

describeWith(openssl)("over TLS", () => {
  const folder = mkdtempSync(join(tmpdir(), "booking-risk-webhooks-"));
  let secure: Receiver;
  let ca: string;
  beforeAll(() => {
    const authority = new CertificateAuthority(folder);
    authority.issue("receiver");
    ca = authority.root;
    const [key, cert] = [authority.key, authority.certificate].map((f) => readFileSync(f, "utf8"));
    secure = startReceiver({ key: key!, cert: cert! });
  });
  afterAll(async () => {
    await secure.stop();
    rmSync(folder, { recursive: true });
  });
  const resolve = async () => [{ address: "127.0.0.1", family: 4 }];

  test("the certificate is checked for the name, while the address is the one that was checked", async () => {
    const port = portOf(secure);
    const before = secure.received.length;
    expect(await sendTo(`https://localhost:${port}/`, { ca, resolve })).toMatchObject({
      status: 204,
    });
    expect(secure.received.at(-1)!.headers.host).toBe(`localhost:${port}`);
    expect(await sendTo(`https://hooks.example:${port}/`, { ca, resolve })).toEqual({
      status: null,
      error: "its certificate is for another name (ERR_TLS_CERT_ALTNAME_INVALID)",
    });
    const unknown = await sendTo(`https://localhost:${port}/`, { resolve });
    expect(unknown).toMatchObject({
      status: null,
      error: expect.stringContaining("no connection"),
    });
    expect(secure.received.length).toBe(before + 1);
  });

  test("a kept connection is not used for another name at the same address", async () => {
    const kept = keptConnections();
    const way = { ca, resolve, connections: kept };
    const port = portOf(secure);
    for (let n = 0; n < 2; n++) {
      expect(await sendTo(`https://localhost:${port}/`, way)).toMatchObject({ status: 204 });
    }
    expect(await sendTo(`https://hooks.example:${port}/`, way)).toMatchObject({ status: null });
    kept.close();
  });
});
