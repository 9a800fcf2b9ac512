import { afterEach, beforeEach, expect, test } from "bun:test";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import { parseNetwork } from "../../base/client-address.ts";
import { type Connections, keptConnections } from "./connections.ts";
import { webhookLimits } from "./limits.ts";
import { send } from "./send.ts";

const empty = "HTTP/1.1 204 No Content\r\n\r\n";
const delivered = { status: 204, retryAfter: null };
const allowed = [parseNetwork("127.0.0.0/8")];
const never = new AbortController().signal;

/** Counts its connections, which a server of HTTP does not tell. */
let server: Server;
let sockets: Socket[];
/** The next answer; null: it closes the connection instead. */
let answer: string | null;
let connections: Connections;

beforeEach(async () => {
  [sockets, answer] = [[], empty];
  connections = keptConnections();
  server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
    socket.on("data", () => {
      if (answer === null) socket.destroy();
      else socket.write(answer);
      answer ??= empty;
    });
  });
  await new Promise<void>((listening) => server.listen(0, "0.0.0.0", listening));
});
afterEach(() => {
  connections.close();
  for (const one of sockets) one.destroy();
  server.close();
});

/** One attempt to a name with these addresses. */
async function attempt(...addresses: string[]) {
  const { port } = server.address() as AddressInfo;
  const sending = { url: `http://hooks.example:${port}/`, headers: {}, body: "{}" };
  const resolve = async () => addresses.map((address) => ({ address, family: 4 }));
  return send(sending, { allowed, connections, resolve }, never);
}

/** An attempt whose connection was given back. */
async function attempted(...addresses: string[]) {
  const answer = await attempt(...addresses);
  await waitUntil(
    "the connection is free",
    () => Object.keys(connections.http.sockets).length === 0,
  );
  return answer;
}

test("a connection is used again for the same addresses, whatever their order", async () => {
  for (let n = 0; n < 3; n++) expect(await attempted("127.0.0.1")).toEqual(delivered);
  expect(sockets.length).toBe(1);
  await attempted("127.0.0.2", "127.0.0.3");
  await attempted("127.0.0.3", "127.0.0.2");
  expect(sockets.length).toBe(2);
});

test("a name that has other addresses now gets a connection to these", async () => {
  await attempted("127.0.0.1");
  await attempted("127.0.0.2");
  expect(sockets.map(({ localAddress }) => localAddress)).toEqual(["127.0.0.1", "127.0.0.2"]);
  expect(await attempt("10.0.0.1")).toMatchObject({ error: expect.stringContaining("not public") });
  expect(sockets.length).toBe(2);
});

test("a kept connection that the receiver closes meanwhile fails no attempt", async () => {
  await attempted("127.0.0.1");
  answer = null;
  expect(await attempt("127.0.0.1")).toEqual(delivered);
  expect(sockets.length).toBe(2);
});

test("a new connection that the receiver closes is an attempt that failed", async () => {
  answer = null;
  expect(await attempt("127.0.0.1")).toMatchObject({ status: null });
  expect(sockets.length).toBe(1);
});

test("a short body is passed over; a long or an endless one ends its connection", async () => {
  answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
  for (let n = 0; n < 2; n++) expect(await attempted("127.0.0.1")).toMatchObject({ status: 200 });
  expect(sockets.length).toBe(1);
  const long = `Content-Length: ${webhookLimits.drainedBytesMax + 1}\r\n\r\n`;
  for (const head of [long, "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n"]) {
    answer = `HTTP/1.1 200 OK\r\n${head}`;
    const closed = new Promise((ended) => sockets[sockets.length - 1]!.once("close", ended));
    expect(await attempt("127.0.0.1")).toMatchObject({ status: 200 });
    await closed;
    answer = empty;
    await attempted("127.0.0.1");
  }
  expect(sockets.length).toBe(3);
});

test("a connection that nobody uses is closed before receivers close theirs", async () => {
  await attempted("127.0.0.1");
  const [kept] = sockets;
  await new Promise((closed) => kept!.once("close", closed));
});
