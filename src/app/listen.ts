/** Listens on the public port, and on that of operations where there is one. */
import type { Server } from "bun";
import type { ServeConfig } from "../config.ts";
import { createServer, type ListenerPart, type ServerDeps } from "../http/server.ts";

/** Seconds that an idle connection stays open; above the usual 60 of a proxy in front. */
const idleTimeoutS = 75;

export interface Listening {
  url: URL;
  operationsUrl: URL | null;
  /** Answers the requests in flight and closes. */
  close(): Promise<void>;
}

export function listen(deps: ServerDeps, { host, port, operations }: ServeConfig): Listening {
  const open = (part: ListenerPart, hostname: string, port: number) => {
    const app = createServer(deps, part);
    app.listen({
      ...{ hostname, port },
      reusePort: false, // So that a second service on the same port fails with EADDRINUSE.
      idleTimeout: idleTimeoutS,
    });
    return app.server!;
  };
  const own = operations && open("operations", operations.host, operations.port);
  const server = open(own ? "public" : "all", host, port);
  return {
    url: server.url,
    operationsUrl: own?.url ?? null,
    async close() {
      await stopServer(server);
      if (own) await stopServer(own); // Last, so that monitoring sees the end.
    },
  };
}

/** Answers what was accepted. Bun closes an idle connection only if it is told to. */
async function stopServer(server: Server<unknown>): Promise<void> {
  const stopped = server.stop();
  while (server.pendingRequests > 0) await Bun.sleep(5);
  await Promise.all([stopped, server.stop(true)]);
}
