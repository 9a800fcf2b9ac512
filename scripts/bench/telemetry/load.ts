/**
 * Sends telemetry at a given rate regardless of the service, in a separate process:
 *
 *     bun scripts/bench/telemetry/load.ts '{"url": …, "rate": …, "seconds": …, …}'
 *
 * Latency counts from the time a batch was due, so that pauses are not hidden. A broken connection is
 * reopened, and its request in flight counts as lost.
 */
import type { Socket } from "bun";
import { completeStatus } from "../load.ts";
import { type Latency, percentiles } from "../percentiles.ts";
import { type Kind, mix, type Outgoing, traffic } from "./traffic.ts";

export interface TelemetryLoad {
  url: string;
  keys: { key: string; unknown: string };
  rate: number;
  seconds: number;
  collections: number;
  connections: number;
  /** The file for all batches acknowledged with 204, one line each. */
  acknowledgedFile: string;
}

export interface TelemetryResult {
  sent: number;
  /** Counts by kind and status; "lost" without a response. */
  answers: Record<Kind, Record<string, number>>;
  /** From due to response, ms, for accepted and for refused batches. */
  takenMs: Latency;
  refusedMs: Latency;
}

interface Sent {
  outgoing: Outgoing;
  due: number;
}

const userAgent =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";
/** How long to wait for responses after the last batch was due. */
const graceMs = 10_000;

/** A keep-alive connection with at most one batch in flight. */
class Connection {
  #socket: Socket | null = null;
  #inFlight: Sent | null = null;
  #unsent: Buffer = Buffer.alloc(0);
  #received: Buffer[] = [];
  readonly #url: URL;
  readonly #answered: (sent: Sent, status: string) => void;
  readonly #free: (connection: Connection) => void;

  constructor(
    url: URL,
    answered: (sent: Sent, status: string) => void,
    free: (connection: Connection) => void,
  ) {
    this.#url = url;
    this.#answered = answered;
    this.#free = free;
  }

  async open(): Promise<void> {
    try {
      await Bun.connect({
        hostname: this.#url.hostname,
        port: Number(this.#url.port),
        socket: {
          open: (socket) => {
            this.#socket = socket;
            this.#free(this);
          },
          data: (_, chunk) => this.#receive(Buffer.from(chunk)),
          drain: () => this.#write(),
          close: () => this.#lost(),
          error: () => {},
        },
      });
    } catch {
      setTimeout(() => this.open(), 50); // The service is starting.
    }
  }

  get isOpen(): boolean {
    return this.#socket !== null;
  }

  send(sent: Sent): void {
    const { body, address } = sent.outgoing;
    this.#inFlight = sent;
    this.#unsent = Buffer.from(
      `POST ${this.#url.pathname} HTTP/1.1\r\nHost: ${this.#url.host}\r\n` +
        `Content-Type: text/plain\r\nUser-Agent: ${userAgent}\r\nOrigin: https://hotel.example\r\n` +
        `X-Forwarded-For: ${address}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    this.#write();
  }

  #write(): void {
    if (this.#unsent.length === 0) return;
    const written = this.#socket!.write(this.#unsent);
    this.#unsent = this.#unsent.subarray(Math.max(0, written));
  }

  #receive(chunk: Buffer): void {
    this.#received.push(chunk);
    const status = completeStatus(this.#received);
    if (status === null || !this.#inFlight) return;
    this.#received = [];
    const sent = this.#inFlight;
    this.#inFlight = null;
    this.#answered(sent, status);
    if (this.#unsent.length > 0)
      this.#socket!.terminate(); // The response came before the request was sent completely.
    else this.#free(this);
  }

  #lost(): void {
    const sent = this.#inFlight;
    this.#inFlight = null;
    this.#socket = null;
    this.#received = [];
    this.#unsent = Buffer.alloc(0);
    if (sent) this.#answered(sent, "lost");
    setTimeout(() => this.open(), 50);
  }
}

async function run(load: TelemetryLoad): Promise<TelemetryResult> {
  const next = traffic(load.keys, load.collections);
  const answers = Object.fromEntries(Object.keys(mix).map((kind) => [kind, {}])) as Record<
    Kind,
    Record<string, number>
  >;
  const acknowledged: string[] = [];
  const takenMs: number[] = [];
  const refusedMs: number[] = [];
  /** A connection that broke while idle stays in the set, and is added again after reopening. */
  const idle = new Set<Connection>();
  const late: Sent[] = [];
  let lateFrom = 0;
  let sent = 0;
  let answered = 0;

  const note = ({ outgoing: { kind, batch }, due }: Sent, status: string) => {
    answered += 1;
    answers[kind][status] = (answers[kind][status] ?? 0) + 1;
    if (status === "lost") return;
    (status === "204" ? takenMs : refusedMs).push(performance.now() - due);
    if (status === "204" && batch) {
      acknowledged.push(`${batch.collectionId} ${batch.sequence} ${batch.sentAt}`);
    }
  };
  const free = (connection: Connection) => {
    if (lateFrom < late.length) connection.send(late[lateFrom++]!);
    else idle.add(connection);
  };
  const url = new URL(load.url);
  await Promise.all(
    Array.from({ length: load.connections }, () => new Connection(url, note, free).open()),
  );
  const start = performance.now();
  const end = start + load.seconds * 1000;
  for (let now = start; now < end; now = performance.now()) {
    const dueByNow = Math.floor(((now - start) / 1000) * load.rate);
    for (; sent < dueByNow; sent++) {
      const one = { outgoing: next(), due: start + ((sent + 1) / load.rate) * 1000 };
      const connection = takenFrom(idle);
      if (connection) connection.send(one);
      else late.push(one);
    }
    await Bun.sleep(1);
  }
  while (answered < sent && performance.now() < end + graceMs) await Bun.sleep(20);
  await Bun.write(load.acknowledgedFile, acknowledged.join("\n"));
  return { sent, answers, takenMs: percentiles(takenMs), refusedMs: percentiles(refusedMs) };
}

function takenFrom(idle: Set<Connection>): Connection | undefined {
  for (const connection of idle) {
    idle.delete(connection);
    if (connection.isOpen) return connection;
  }
  return undefined;
}

if (import.meta.main) {
  const result = await run(JSON.parse(process.argv[2]!) as TelemetryLoad);
  process.stdout.write(`${JSON.stringify(result)}\n`);
  process.exit(0);
}
