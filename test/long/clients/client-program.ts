/** A program in the language of a client, which makes the calls that it reads from its standard input. */

/** A line of its input. Each language's `calls` program reads it into the client's own types. */
export interface Call {
  baseUrl: string;
  secretKey: string;
  operation:
    | "score"
    | "getDecision"
    | "reportOutcome"
    | "addListEntry"
    | "listEntries"
    | "archiveListEntry";
  request?: unknown;
  /**
   * The units of the language's strings, bytes or UTF-16's, that the program keeps of the booker's first
   * name. What is left need not be valid Unicode, which not every language can read from this line.
   */
  cutName?: number;
  decisionId?: string;
  report?: unknown;
  /** Of a list. */
  kind?: string;
  entry?: unknown;
  page?: { archived?: boolean; limit?: number; cursor?: string };
  entryId?: string;
  /** Verified instead of a call. */
  webhook?: { body: string; headers: Record<string, string>; secret: string };
  timeoutMs?: number;
  maxRetries?: number;
  idempotencyKey?: string;
}

/** A line of its output: what the client returned, as JSON again, or the error that it threw. */
export interface Called {
  result?: Record<string, unknown>;
  error?: {
    /** The name of its class. */
    class: string;
    status: number | null;
    code: string | null;
    detail: string | null;
    requestId: string | null;
    retryAfterSeconds: number | null;
    errors: { pointer: string; message: string }[];
  };
  /** What printing the client and the error gives, with the language's most detailed format. */
  printed: string;
}

export class ClientProgram {
  readonly #process: Bun.Subprocess<"pipe", "pipe", "inherit">;
  readonly #lines: AsyncIterator<string>;

  constructor(
    command: readonly string[],
    folder: string,
    environment: Record<string, string> = {},
  ) {
    this.#process = Bun.spawn([...command], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? "", HOME: folder, ...environment },
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.#lines = linesOf(this.#process.stdout)[Symbol.asyncIterator]();
  }

  async call(call: Call): Promise<Called> {
    this.#process.stdin.write(`${JSON.stringify(call)}\n`);
    this.#process.stdin.flush();
    const { value, done } = await this.#lines.next();
    if (done) throw new Error(`the program ended with ${await this.#process.exited}`);
    return JSON.parse(value) as Called;
  }

  async close(): Promise<void> {
    this.#process.stdin.end();
    await this.#process.exited;
  }
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  const decoder = new TextDecoder();
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
}
