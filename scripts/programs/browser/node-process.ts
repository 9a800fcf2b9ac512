/** Runs scripts in a process of Node, several at the same time, as `script-lines.mjs` describes. */
import { connect, type Socket } from "node:net";
import { join } from "node:path";

/** A script that hangs, in a loop of its own or in the browser, fails after this time. */
const jobMsMax = 9 * 60_000;

interface Answer {
  id: number;
  result?: unknown;
  error?: string;
}

/** The scripts that were sent, and wait for their answers. */
class Scripts {
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #send: (line: string) => void;
  #jobs = 0;
  #rest = "";

  constructor(send: (line: string) => void) {
    this.#send = send;
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** @param onLate is called where no answer has come in time. */
  async run(script: string, argument: object, onLate: () => void): Promise<unknown> {
    const id = ++this.#jobs;
    const answer = Promise.withResolvers<unknown>();
    this.#waiting.set(id, answer);
    this.#send(`${JSON.stringify({ id, script, argument })}\n`);
    const late = setTimeout(() => {
      answer.reject(new Error(`The script did not end within ${jobMsMax / 1000} s.`));
      onLate();
    }, jobMsMax);
    try {
      return await answer.promise;
    } finally {
      clearTimeout(late);
      this.#waiting.delete(id);
    }
  }

  receive(chunk: string): void {
    const lines = `${this.#rest}${chunk}`.split("\n");
    this.#rest = lines.pop()!;
    for (const line of lines) {
      const { id, result, error } = JSON.parse(line) as Answer;
      const answer = this.#waiting.get(id);
      if (error === undefined) answer?.resolve(result);
      else answer?.reject(new Error(error));
    }
  }

  /** Nothing more will come. */
  end(): void {
    const why = new Error("The script has no answer: its process of Node was ended.");
    for (const { reject } of this.#waiting.values()) reject(why);
  }
}

export interface ScriptRunner {
  /** Whether `run` may be called: false from the moment in which the process is told to end. */
  readonly takesScripts: boolean;
  /**
   * The result of a script's default export.
   * @throws Error with the script's stack, or where the process ended before the script did.
   */
  run(script: string, argument: object): Promise<unknown>;
}

/** Starting one and loading Playwright takes 0.3 s of a processor, so one process runs many scripts. */
export class NodeProcess implements ScriptRunner {
  readonly #child;
  readonly #scripts: Scripts;
  readonly #idleMsMax: number;
  #idle: Timer | undefined;
  #takesScripts = true;

  /** @param idleMsMax the process ends this long after its last script, if no other has come. */
  constructor(environment: NodeJS.ProcessEnv, idleMsMax: number) {
    this.#idleMsMax = idleMsMax;
    this.#child = Bun.spawn(["node", join(import.meta.dir, "host.mjs")], {
      env: environment,
      stdio: ["pipe", "pipe", "inherit"],
    });
    const { stdin } = this.#child;
    this.#scripts = new Scripts((line) => {
      stdin.write(line);
      stdin.flush();
    });
    void this.#read();
  }

  get takesScripts(): boolean {
    return this.#takesScripts;
  }

  async run(script: string, argument: object): Promise<unknown> {
    clearTimeout(this.#idle);
    try {
      // With a script that hangs, all end that run in the same process.
      return await this.#scripts.run(script, argument, () => this.#end("SIGKILL"));
    } finally {
      if (this.#scripts.isEmpty) {
        this.#idle = setTimeout(() => this.#end("SIGTERM"), this.#idleMsMax);
      }
    }
  }

  // Marked here, not when the process has ended: a script that comes in between would end with it.
  #end(signal: NodeJS.Signals): void {
    this.#takesScripts = false;
    this.#child.kill(signal);
  }

  async #read(): Promise<void> {
    for await (const chunk of this.#child.stdout.pipeThrough(new TextDecoderStream())) {
      this.#scripts.receive(chunk);
    }
    this.#takesScripts = false;
    this.#scripts.end();
  }
}

/** The process of `server.mjs`, which others use, too. */
export class SharedNode implements ScriptRunner {
  readonly #socket: Socket;
  readonly #scripts: Scripts;
  takesScripts = true;

  /** @param path of its socket. */
  constructor(path: string) {
    this.#socket = connect(path).setEncoding("utf8");
    this.#scripts = new Scripts((line) => this.#socket.write(line));
    this.#socket.on("data", (chunk) => this.#scripts.receive(`${chunk}`));
    this.#socket.on("error", () => {}); // "close" follows.
    this.#socket.on("close", () => {
      this.takesScripts = false;
      this.#scripts.end();
    });
  }

  run(script: string, argument: object): Promise<unknown> {
    return this.#scripts.run(script, argument, () => {});
  }

  close(): void {
    this.#socket.destroy();
  }
}
