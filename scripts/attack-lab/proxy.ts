/**
 * The line that a visitor is connected by: a forward HTTP proxy which tells the service whose
 * address it speaks for, as a hosting provider's does, and carries nothing to anywhere else.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Line {
  /** `http://127.0.0.1:PORT` */
  url: string;
  stop(): Promise<void>;
}

/** What a client may claim of its own way here; believed by nobody, so none of it is passed on. */
const hearsay = ["x-forwarded-for", "forwarded", "x-real-ip", "via", "proxy-connection"];
const hopByHop = ["connection", "keep-alive", "proxy-authorization", "te", "trailer", "upgrade"];

/**
 * @param ip the address that requests come from.
 * @param origins what can be reached; browsers also call home, which is answered 403.
 */
export async function startProxy(ip: string, origins: readonly string[]): Promise<Line> {
  const reachable = new Set(origins.map((origin) => new URL(origin).origin));
  const server = createServer((asked, answer) => {
    const target = URL.canParse(asked.url ?? "") ? new URL(asked.url!) : undefined;
    if (target && reachable.has(target.origin)) forward(ip, target, asked, answer);
    else answer.writeHead(403).end();
  });
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

function forward(ip: string, target: URL, asked: IncomingMessage, answer: ServerResponse): void {
  const headers = { ...asked.headers };
  for (const name of [...hearsay, ...hopByHop]) delete headers[name];
  headers["x-forwarded-for"] = ip;
  const options = { method: asked.method, headers };
  const onward = request(target, options, (response) => {
    answer.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(answer);
  });
  onward.on("error", () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
  answer.on("close", () => onward.destroy());
  asked.pipe(onward);
}
