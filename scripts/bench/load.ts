/**
 * Generates HTTP load over keep-alive connections, in a separate process:
 *
 *     bun scripts/bench/load.ts '{"url": …, "headers": …, "seconds": …, "connections": …, "rate"?: …}'
 *
 * Without `rate`, each connection sends its next request after the previous response (closed loop), which
 * measures the throughput; SIGTERM ends it early. With `rate`, requests start at that rate regardless of the
 * service (open loop), and latency counts from the time they were due, so that pauses are not hidden.
 */
import { readFileSync } from "node:fs";
import type { Socket } from "bun";
import { type BookingMix, bookingBodies } from "./bookings.ts";
import { type Latency, percentiles } from "./percentiles.ts";

/** Who is asked, and with which keys. */
export interface Target {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** A file with a secret key in each line: requests use them in turn. */
  keysFile?: string;
}

export interface Load extends Target {
  seconds: number;
  connections: number;
  rate?: number;
  bookings?: BookingMix;
}

export interface LoadResult {
  /** Responses in the wanted time; the few that come shortly after it count in everything else. */
  perSecond: number;
  /** Responses by status. */
  statuses: Record<string, number>;
  /** Due and without a response: `unsent`, and those that were sent. */
  unanswered: number;
  /** Due, and never sent: no connection was free, or this process did not get round to it. */
  unsent: number;
  latencyMs: Latency;
  /** Of those that were answered with 200, and of all others. */
  scoredMs: Latency;
  refusedMs: Latency;
  /** The same from the time that they were sent: without waiting here for a free connection. */
  scoredSinceSentMs: Latency;
  refusedSinceSentMs: Latency;
  sent: number;
  /** CPU time of this process per request sent. */
  generatorUs: number;
}

interface Connection {
  socket: Socket<Connection>;
  /** When the request in flight was due, ms; null where there is none. */
  due: number | null;
  sentAt: number;
  /** The beginning of a response that is not complete. */
  received: Buffer[];
}

/** How long a response may take after the end of the load before its request counts as unanswered. */
const graceMs = 500;

export async function run(load: Load): Promise<LoadResult> {
  const { hostname, port, pathname } = new URL(load.url);
  const nextBody = bookingBodies(load.bookings);
  const heads = headersOf(load).map(
    (headers) => `${requestHead(pathname, hostname, headers)}Content-Length: `,
  );
  const answers = new Answers();
  const idle: Connection[] = [];
  const late = new Queue();
  let sent = 0;
  let inTime = 0;
  let start = 0;
  let end = 0;

  const send = (connection: Connection, due: number) => {
    const body = nextBody();
    const head = heads[sent % heads.length];
    connection.due = due;
    connection.sentAt = performance.now();
    sent += 1;
    connection.socket.write(`${head}${body.length}\r\n\r\n${body}`); // ASCII: as many bytes.
  };
  // A server closes what was idle for long, 75 s in Bun; the others are enough, as they always were.
  const closed = (connection: Connection) => {
    const at = idle.indexOf(connection);
    if (at >= 0) idle.splice(at, 1);
  };
  const answered = (connection: Connection, status: string) => {
    // HAProxy says 408 before it closes a connection on which no request came.
    if (connection.due === null) return closed(connection);
    const now = performance.now();
    if (now <= end) inTime += 1;
    answers.add(status, now - connection.due, now - connection.sentAt);
    connection.due = null;
    if (now >= end) return;
    if (load.rate === undefined) send(connection, now);
    else if (late.length > 0) send(connection, late.take());
    else idle.push(connection);
  };
  const connections = await Promise.all(
    Array.from({ length: load.connections }, () =>
      connect(hostname, Number(port), { answered, closed }),
    ),
  );
  const cpuBefore = process.cpuUsage();
  start = performance.now();
  end = start + load.seconds * 1000;
  if (load.rate === undefined) for (const connection of connections) send(connection, start);
  else {
    idle.push(...connections);
    await arrivals(load.rate, start, end, (due) => {
      const connection = idle.pop();
      if (connection) send(connection, due);
      else late.add(due);
    });
  }
  const isBusy = () => connections.some(({ due }) => due !== null);
  end = await endOf(end);
  while (isBusy() && performance.now() < end + graceMs) await Bun.sleep(5);
  const { user, system } = process.cpuUsage(cpuBefore);
  for (const { socket } of connections) socket.terminate();
  return {
    perSecond: Math.round((inTime / (end - start)) * 1000),
    ...answers.figures(),
    unanswered: late.length + sent - answers.count,
    unsent: late.length,
    sent,
    generatorUs: Number(((user + system) / sent).toFixed(1)),
  };
}

/** Resolves at this time, or when SIGTERM comes before it. @returns when that was. */
async function endOf(planned: number): Promise<number> {
  const stopped = new Promise<void>((stop) => process.once("SIGTERM", () => stop()));
  await Promise.race([Bun.sleep(Math.max(0, planned - performance.now())), stopped]);
  return Math.min(planned, performance.now());
}

/** How long each answer took, since its request was due and since it was sent, by whether its status is 200. */
class Answers {
  readonly #statuses: Record<string, number> = {};
  readonly #all: number[] = [];
  readonly #scored = { due: [] as number[], sent: [] as number[] };
  readonly #refused = { due: [] as number[], sent: [] as number[] };
  get count(): number {
    return this.#all.length;
  }
  add(status: string, sinceDueMs: number, sinceSentMs: number): void {
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
    this.#all.push(sinceDueMs);
    const { due, sent } = status === "200" ? this.#scored : this.#refused;
    due.push(sinceDueMs);
    sent.push(sinceSentMs);
  }
  figures() {
    return {
      statuses: this.#statuses,
      latencyMs: percentiles(this.#all),
      scoredMs: percentiles(this.#scored.due),
      refusedMs: percentiles(this.#refused.due),
      scoredSinceSentMs: percentiles(this.#scored.sent),
      refusedSinceSentMs: percentiles(this.#refused.sent),
    };
  }
}

/** First in, first out; the array's own `shift` moves every element once it is long. */
class Queue {
  #values: number[] = [];
  #first = 0;
  get length(): number {
    return this.#values.length - this.#first;
  }
  add(value: number): void {
    this.#values.push(value);
  }
  take(): number {
    return this.#values[this.#first++]!;
  }
}

function headersOf({ headers, keysFile }: Load): Readonly<Record<string, string>>[] {
  if (keysFile === undefined) return [headers];
  const keys = readFileSync(keysFile, "utf8").split("\n");
  return keys.map((key) => ({ ...headers, "X-Service-Key": key }));
}

function requestHead(path: string, host: string, headers: Record<string, string>): string {
  const lines = Object.entries({ Host: host, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return `POST ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n`;
}

interface Events {
  answered: (connection: Connection, status: string) => void;
  closed: (connection: Connection) => void;
}

function connect(
  hostname: string,
  port: number,
  { answered, closed }: Events,
): Promise<Connection> {
  return new Promise((resolve, reject) => {
    Bun.connect<Connection>({
      hostname,
      port,
      socket: {
        open(socket) {
          socket.data = { socket, due: null, sentAt: 0, received: [] };
          resolve(socket.data);
        },
        data({ data: connection }, chunk) {
          const { received } = connection;
          // Nearly always a whole response, which is then not copied.
          const isWhole = received.length === 0 && statusOf(chunk);
          if (isWhole) return answered(connection, isWhole);
          received.push(Buffer.from(chunk));
          const status = completeStatus(received);
          if (status === null) return;
          connection.received = [];
          answered(connection, status);
        },
        close: ({ data: connection }) => closed(connection),
        error: (_, error) => reject(error),
      },
    }).catch(reject);
  });
}

/** The status of a response once it is complete; null before. */
export function completeStatus(received: Buffer[]): string | null {
  return statusOf(received.length === 1 ? received[0]! : Buffer.concat(received));
}

function statusOf(answer: Buffer): string | null {
  const headEnd = answer.indexOf("\r\n\r\n");
  if (headEnd < 0) return null;
  const head = answer.toString("latin1", 0, headEnd);
  const at = head.indexOf(lengthHeader);
  const length = at < 0 ? 0 : Number.parseInt(head.slice(at + lengthHeader.length), 10);
  return answer.length >= headEnd + 4 + length ? head.slice(9, 12) : null;
}

/** The end of `Content-Length: ` in any common letter case; no other header of a response ends so. */
const lengthHeader = "ength: ";

async function arrivals(rate: number, start: number, end: number, arrive: (due: number) => void) {
  let sent = 0;
  for (let now = start; ; now = Math.min(end, performance.now())) {
    const dueByNow = Math.floor(((now - start) / 1000) * rate);
    for (; sent < dueByNow; sent++) arrive(start + ((sent + 1) / rate) * 1000);
    if (now === end) return; // All are due, however late this process was.
    await Bun.sleep(1);
  }
}

if (import.meta.main) {
  const result = await run(JSON.parse(process.argv[2]!) as Load);
  process.stdout.write(`${JSON.stringify(result)}\n`);
  process.exit(0);
}
