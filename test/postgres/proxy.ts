/** A TCP proxy before a database, which cuts it off, loses what is sent, or slows it down. */
import { connect, createServer, type Socket } from "node:net";

export interface DatabaseProxy {
  port: number;
  /** Nothing passes any more, in either direction, and no connection is closed: a cable is out. */
  cut(): void;
  /**
   * What is sent on the connections of now, and on those made until it is mended, is lost, and no connection is
   * closed: a firewall has forgotten them. Either everything, or only what the database answers.
   */
  lose(what: Lost): void;
  /** What was held passes, as it does when TCP sends it again. What is lost stays lost. */
  mend(): void;
  /** What passes is late by so much, in each direction. */
  delay(ms: number): void;
  close(): void;
}

type Lost = "everything" | "answers";

/** One connection of a client, with that of the proxy to the database. */
interface Pair {
  client: Socket;
  database: Socket;
  lost: Lost | null;
}

/** @param path of the database's Unix socket. */
export async function startProxy(path: string): Promise<DatabaseProxy> {
  let isCut = false;
  let losing: Lost | null = null;
  let delayMs = 0;
  let held: (() => void)[] = [];
  const pairs = new Set<Pair>();
  const pass = (action: () => void) => {
    if (isCut) held.push(action);
    else if (delayMs > 0) setTimeout(() => (isCut ? held.push(action) : action()), delayMs);
    else action();
  };
  const forward = (pair: Pair, from: Socket, to: Socket) => {
    const isLost = () =>
      pair.lost === "everything" || (pair.lost === "answers" && from === pair.database);
    const send = (action: () => void) => {
      if (!isLost()) pass(action);
    };
    from.on("data", (chunk) => send(() => to.write(chunk)));
    from.on("error", () => {});
    from.on("close", () => {
      send(() => to.destroy());
      if (to.destroyed) pairs.delete(pair);
    });
  };
  const server = createServer((client) => {
    const pair = { client, database: connect(path), lost: losing };
    pairs.add(pair);
    forward(pair, client, pair.database);
    forward(pair, pair.database, client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as { port: number }).port,
    cut() {
      isCut = true;
    },
    lose(what) {
      losing = what;
      for (const pair of pairs) pair.lost = what;
    },
    mend() {
      isCut = false;
      losing = null;
      const actions = held;
      held = [];
      for (const action of actions) action();
    },
    delay(ms) {
      delayMs = ms;
    },
    close() {
      server.close();
      for (const { client, database } of pairs) {
        client.destroy();
        database.destroy();
      }
    },
  };
}
