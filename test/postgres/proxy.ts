/** A TCP proxy before a database, which cuts it off or slows it down. */
import { connect, createServer, type Socket } from "node:net";

export interface DatabaseProxy {
  port: number;
  /** Nothing passes any more, in either direction, and no connection is closed: a cable is out. */
  cut(): void;
  /** What was held passes, as it does when TCP sends it again. */
  mend(): void;
  /** What passes is late by so much, in each direction. */
  delay(ms: number): void;
  close(): void;
}

/** @param path of the database's Unix socket. */
export async function startProxy(path: string): Promise<DatabaseProxy> {
  let isCut = false;
  let delayMs = 0;
  let held: (() => void)[] = [];
  const sockets = new Set<Socket>();
  const pass = (action: () => void) => {
    if (isCut) held.push(action);
    else if (delayMs > 0) setTimeout(() => (isCut ? held.push(action) : action()), delayMs);
    else action();
  };
  const forward = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on("data", (chunk) => pass(() => to.write(chunk)));
    from.on("error", () => {});
    from.on("close", () => {
      sockets.delete(from);
      pass(() => to.destroy());
    });
  };
  const server = createServer((client) => {
    const database = connect(path);
    forward(client, database);
    forward(database, client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as { port: number }).port,
    cut() {
      isCut = true;
    },
    mend() {
      isCut = false;
      const actions = held;
      held = [];
      for (const action of actions) action();
    },
    delay(ms) {
      delayMs = ms;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
