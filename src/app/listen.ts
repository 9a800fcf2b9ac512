/** Listens on the public port, and on that of operations where there is one: HTTPS where there is a certificate. */
import type { Server } from "bun";
import { createServer, type ListenerPart, type ServerDeps } from "../http/server.ts";
import type { Certificate } from "../http/tls-certificate.ts";
import type { ServeConfig } from "./config/config.ts";

/** Seconds that an idle connection stays open; above the usual 60 of a proxy in front. */
const idleTimeoutS = 75;

export interface Listening {
  url: URL;
  operationsUrl: URL | null;
  /** New connections get this certificate. Requests in flight are answered, other connections closed. */
  replaceCertificate(certificate: Certificate): void;
  /** Answers the requests in flight and closes. */
  close(): Promise<void>;
}

export function listen(
  deps: ServerDeps,
  { host, port, operations }: ServeConfig,
  certificate: Certificate | null,
): Listening {
  const own = operations && openPort(deps, "operations", operations, certificate);
  const open = openPort(deps, own ? "public" : "all", { host, port }, certificate);
  return {
    url: open.url,
    operationsUrl: own?.url ?? null,
    replaceCertificate(next) {
      open.replaceCertificate(next);
      own?.replaceCertificate(next);
    },
    async close() {
      await open.close();
      await own?.close(); // Last, so that monitoring sees the end.
    },
  };
}

interface Address {
  host: string;
  port: number;
}

interface Listener {
  server: Server<unknown>;
  /** Whether another one takes the connections of its port from now on. */
  isReplaced: boolean;
}

/** A server of Bun keeps its certificate: with a new one, another server takes the connections of its port. */
function openPort(
  deps: ServerDeps,
  part: ListenerPart,
  { host, port }: Address,
  certificate: Certificate | null,
) {
  if (certificate !== null) assertFree({ host, port });
  let listener = startListener(deps, part, { host, port }, certificate);
  const { url, port: ownPort } = listener.server;
  /** Those with earlier certificates, until their connections are closed. */
  const replaced = new Set<Listener>();
  return {
    url,
    replaceCertificate(next: Certificate): void {
      const earlier = listener;
      listener = startListener(deps, part, { host, port: ownPort! }, next);
      earlier.isReplaced = true;
      replaced.add(earlier);
      void earlier.server.stop().then(() => replaced.delete(earlier));
    },
    async close(): Promise<void> {
      await Promise.all([listener, ...replaced].map(({ server }) => stopServer(server)));
    },
  };
}

function startListener(
  deps: ServerDeps,
  part: ListenerPart,
  { host, port }: Address,
  certificate: Certificate | null,
): Listener {
  const isDraining = () => listener.isReplaced || deps.isDraining();
  const app = createServer({ ...deps, isDraining }, part);
  app.listen({
    hostname: host,
    port,
    // Without it, a second service on the same port fails with EADDRINUSE.
    reusePort: certificate !== null && process.platform !== "win32",
    idleTimeout: idleTimeoutS,
    ...(certificate && { tls: { cert: certificate.cert, key: certificate.key } }),
  });
  const listener = { server: app.server!, isReplaced: false };
  return listener;
}

/** @throws EADDRINUSE if a service listens there: a port that can be taken over could also be shared by mistake. */
function assertFree({ host, port }: Address): void {
  const probe = { hostname: host, port, reusePort: false, fetch: () => new Response() };
  void Bun.serve(probe).stop(true);
}

/** Answers what was accepted. Bun closes an idle connection only if it is told to. */
async function stopServer(server: Server<unknown>): Promise<void> {
  const stopped = server.stop();
  while (server.pendingRequests > 0) await Bun.sleep(5);
  await Promise.all([stopped, server.stop(true)]);
}
