/** A process of Node that runs scripts, several at the same time, as `host.mjs` describes. */
import { join } from "node:path";

/** A script that hangs, in a loop of its own or in the browser, is ended with all that run beside it. */
const jobMsMax = 5 * 60_000;

interface Answer {
  id: number;
  result?: unknown;
  error?: string;
}

/** Starting one and loading Playwright takes 0.3 s of a processor, so one process runs many scripts. */
export class NodeProcess {
  readonly #child;
  readonly #idleMsMax: number;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #idle: Timer | undefined;
  #jobs = 0;
  #takesScripts = true;

  /** @param idleMsMax the process ends this long after its last script, if no other has come. */
  constructor(environment: NodeJS.ProcessEnv, idleMsMax: number) {
    this.#idleMsMax = idleMsMax;
    this.#child = Bun.spawn(["node", join(import.meta.dir, "host.mjs")], {
      env: environment,
      stdio: ["pipe", "pipe", "inherit"],
    });
    void this.#read();
  }

  /** Whether `run` may be called: false from the moment in which the process is told to end. */
  get takesScripts(): boolean {
    return this.#takesScripts;
  }

  /**
   * The result of a script's default export.
   * @throws Error with the script's stack, or where the process ended before the script did.
   */
  async run(script: string, argument: object): Promise<unknown> {
    clearTimeout(this.#idle);
    const id = ++this.#jobs;
    const answer = Promise.withResolvers<unknown>();
    this.#waiting.set(id, answer);
    this.#child.stdin.write(`${JSON.stringify({ id, script, argument })}\n`);
    this.#child.stdin.flush();
    const late = setTimeout(() => this.#end("SIGKILL"), jobMsMax);
    try {
      return await answer.promise;
    } finally {
      clearTimeout(late);
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) {
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
    let rest = "";
    for await (const chunk of this.#child.stdout.pipeThrough(new TextDecoderStream())) {
      const lines = `${rest}${chunk}`.split("\n");
      rest = lines.pop()!;
      for (const line of lines) this.#settle(JSON.parse(line) as Answer);
    }
    this.#takesScripts = false;
    const why = `The script did not end within ${jobMsMax / 1000} s, or its process of Node was ended.`;
    for (const { reject } of this.#waiting.values()) reject(new Error(why));
  }

  #settle({ id, result, error }: Answer): void {
    const answer = this.#waiting.get(id);
    if (error === undefined) answer?.resolve(result);
    else answer?.reject(new Error(error));
  }
}
