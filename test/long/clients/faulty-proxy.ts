/** A proxy in front of the service that fails as it is told, and remembers what it was sent. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * What happens to one request: `cut` closes the connection before the service has it, `lost` after the
 * service has answered; `unavailable` is the service's own 503, `bad-gateway` a proxy's page; `silent`
 * never answers, and `half` never ends its body; `dripping` sends one byte of it after another for ever,
 * in chunks or with a length; `elsewhere` redirects to another host; `answer` is the body of a status 200.
 */
export type Fault =
  | "cut"
  | "lost"
  | "unavailable"
  | "unavailable-long"
  | "bad-gateway"
  | "silent"
  | "half"
  | "dripping in chunks"
  | "dripping with a length"
  | "elsewhere"
  | { answer: string };

export interface FaultyProxy {
  url: string;
  /** What each request had, in their order. */
  received: { idempotencyKey: string | undefined; key: string | undefined; path: string }[];
  /** Requests that followed a redirect. */
  elsewhere: string[];
  /** The next requests fail like this; all others are passed on. Forgets what was received. */
  fail(...faults: Fault[]): void;
  close(): void;
}

const unavailable = {
  type: "/docs/problems#unavailable",
  title: "The service is temporarily unavailable",
  status: 503,
  detail: "Nothing was decided. Try again after Retry-After seconds.",
  code: "unavailable",
  requestId: "checkout-1",
};

export async function faultyProxy(target: string): Promise<FaultyProxy> {
  const faults: Fault[] = [];
  const received: FaultyProxy["received"] = [];
  const elsewhere: string[] = [];
  const other = createServer((request, response) => {
    elsewhere.push(String(request.headers["x-service-key"]));
    response.end("{}");
  });
  const otherUrl = await listening(other);
  const server = createServer(async (request, response) => {
    const { url: path = "", headers } = request;
    const [idempotencyKey, key] = ["idempotency-key", "x-service-key"].map(
      (name) => headers[name] as string | undefined,
    );
    received.push({ idempotencyKey, key, path });
    const fault = faults.shift();
    const body = await bodyOf(request);
    if (fault === undefined || fault === "lost") {
      const answer = await passedOn(target, request, body);
      if (fault === "lost") request.socket.destroy();
      else response.writeHead(answer.status, answer.headers).end(answer.body);
    } else fail(fault, request, response, otherUrl);
  });
  return {
    url: await listening(server),
    received,
    elsewhere,
    fail(...next) {
      faults.splice(0, faults.length, ...next);
      received.length = 0;
    },
    close() {
      for (const one of [server, other]) {
        one.close();
        one.closeAllConnections();
      }
    },
  };
}

function fail(fault: Fault, request: IncomingMessage, response: ServerResponse, other: string) {
  const json = { "Content-Type": "application/json" };
  const problem = { "Content-Type": "application/problem+json", "X-Request-Id": "log-1" };
  if (typeof fault === "object") return response.writeHead(200, json).end(fault.answer);
  switch (fault) {
    case "cut":
      return request.socket.destroy();
    case "unavailable":
      return response
        .writeHead(503, { ...problem, "Retry-After": "1" })
        .end(JSON.stringify(unavailable));
    case "unavailable-long":
      return response
        .writeHead(503, { ...problem, "Retry-After": "60" })
        .end(JSON.stringify(unavailable));
    case "bad-gateway":
      return response.writeHead(502, { "Content-Type": "text/html" }).end("<h1>Bad gateway</h1>");
    case "elsewhere":
      return response.writeHead(307, { Location: `${other}/v1/risk` }).end();
    case "half":
      return response.writeHead(200, json).write('{"decision');
    case "dripping in chunks":
      return drip(response.writeHead(200, json));
    case "dripping with a length":
      return drip(response.writeHead(200, { ...json, "Content-Length": 1e6 }));
  }
}

/** Until the client closes the connection. No time without a byte is as long as a client's time-out. */
function drip(response: ServerResponse) {
  const timer = setInterval(() => response.write(" "), 50);
  response.on("close", () => clearInterval(timer));
}

async function listening(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

async function passedOn(target: string, { method, url, headers }: IncomingMessage, body: Buffer) {
  const sent = new Headers();
  for (const name of ["content-type", "x-service-key", "idempotency-key"]) {
    const value = headers[name];
    if (typeof value === "string") sent.set(name, value);
  }
  const hasBody = method === "POST";
  const answer = await fetch(target + url, {
    method: method!,
    headers: sent,
    ...(hasBody && { body: new Uint8Array(body) }),
  });
  const passed = ["content-type", "x-request-id", "retry-after", "idempotency-replayed"];
  const kept = passed.flatMap((name) => {
    const value = answer.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return { status: answer.status, headers: Object.fromEntries(kept), body: await answer.text() };
}
