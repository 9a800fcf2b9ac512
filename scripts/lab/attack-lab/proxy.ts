/**
 * A visitor's connection: a forward HTTP proxy that sets X-Forwarded-For to the visitor's IP address, as
 * a hosting provider's proxy does, and forwards to the hotel and the service only.
 */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

export interface VisitorProxy {
  /** `http://127.0.0.1:PORT` */
  url: string;
  stop(): Promise<void>;
}

/** What an attacker sees of a request in a proxy of their own. */
export interface SeenRequest {
  method: string;
  url: URL;
  headers: IncomingHttpHeaders;
  body: string;
  /** When it began, Unix ms. */
  at: number;
}

type Watcher = (request: SeenRequest) => void;

/** Longer than the pauses of a visit, so that no request meets a connection that is being closed. */
const idleMsMax = 60_000;

/** Headers with which a client could claim another IP address; they are not forwarded. */
const clientClaims = ["x-forwarded-for", "forwarded", "x-real-ip", "via", "proxy-connection"];
const hopByHop = ["connection", "keep-alive", "proxy-authorization", "te", "trailer", "upgrade"];

/**
 * @param ip the visitor's IP address.
 * @param origins the reachable origins; a browser's background requests get a 403.
 * @param onRequest called with every forwarded request once it has been read.
 */
export async function startProxy(
  ip: string,
  origins: readonly string[],
  onRequest?: Watcher,
): Promise<VisitorProxy> {
  const reachable = new Set(origins.map((origin) => new URL(origin).origin));
  const server = createServer((incoming, response) => {
    const target = URL.canParse(incoming.url ?? "") ? new URL(incoming.url!) : undefined;
    if (!target || !reachable.has(target.origin)) return void response.writeHead(403).end();
    if (onRequest) watch(target, incoming, onRequest);
    forward(ip, target, incoming, response);
  });
  server.keepAliveTimeout = idleMsMax;
  server.on("connect", (_, socket) => socket.end("HTTP/1.1 403 Forbidden\r\n\r\n"));
  server.on("clientError", (_, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function watch(url: URL, incoming: IncomingMessage, onRequest: Watcher): void {
  const { method = "GET", headers } = incoming;
  const at = Date.now();
  const chunks: Buffer[] = [];
  incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
  incoming.on("end", () =>
    onRequest({ method, url, headers, body: Buffer.concat(chunks).toString(), at }),
  );
}

function forward(
  ip: string,
  target: URL,
  incoming: IncomingMessage,
  response: ServerResponse,
): void {
  const headers = { ...incoming.headers };
  for (const name of [...clientClaims, ...hopByHop]) delete headers[name];
  headers["x-forwarded-for"] = ip;
  const options = { method: incoming.method, headers };
  const outgoing = request(target, options, (upstream) => {
    response.writeHead(upstream.statusCode ?? 502, upstream.headers);
    upstream.pipe(response);
  });
  outgoing.on("error", () =>
    response.headersSent ? response.destroy() : response.writeHead(502).end(),
  );
  response.on("close", () => outgoing.destroy());
  incoming.pipe(outgoing);
}
