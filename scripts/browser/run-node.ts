/** Runs Node scripts that drive Chromium: Playwright is steadier under Node than under Bun. */
import { join } from "node:path";
import { requireChromium } from "./installed.ts";

/** The variable with the address of a Chromium that scripts share; without it each starts its own. */
export const browserVariable = "CHROMIUM_SERVER";

/** A script that hangs, in a loop of its own or in the browser, is ended with all that run beside it. */
const jobMsMax = 5 * 60_000;
/** Then the process of Node ends; the next script starts another. */
const idleMsMax = 3_000;

interface Answer {
  id: number;
  result?: unknown;
  error?: string;
}

/** The process that runs scripts: starting one and loading Playwright takes 0.3 s of a processor. */
class Host {
  readonly #child = Bun.spawn(["node", join(import.meta.dir, "host.mjs")], {
    env: { ...process.env, CHROMIUM: requireChromium() },
    stdio: ["pipe", "pipe", "inherit"],
  });
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #idle: Timer | undefined;
  #jobs = 0;
  #hasEnded = false;

  constructor() {
    void this.#read();
  }

  get isRunning(): boolean {
    return !this.#hasEnded && !this.#child.killed;
  }

  async run(script: string, argument: object): Promise<unknown> {
    clearTimeout(this.#idle);
    const id = ++this.#jobs;
    const answer = Promise.withResolvers<unknown>();
    this.#waiting.set(id, answer);
    this.#child.stdin.write(`${JSON.stringify({ id, script, argument })}\n`);
    this.#child.stdin.flush();
    const late = setTimeout(() => this.#child.kill("SIGKILL"), jobMsMax);
    try {
      return await answer.promise;
    } finally {
      clearTimeout(late);
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) this.#idle = setTimeout(() => this.#child.kill(), idleMsMax);
    }
  }

  async #read(): Promise<void> {
    let rest = "";
    for await (const chunk of this.#child.stdout.pipeThrough(new TextDecoderStream())) {
      const lines = `${rest}${chunk}`.split("\n");
      rest = lines.pop()!;
      for (const line of lines) this.#settle(JSON.parse(line) as Answer);
    }
    this.#hasEnded = true;
    const why = `The script did not end within ${jobMsMax / 1000} s, or its process of Node was ended.`;
    for (const { reject } of this.#waiting.values()) reject(new Error(why));
  }

  #settle({ id, result, error }: Answer): void {
    const answer = this.#waiting.get(id);
    if (error === undefined) answer?.resolve(result);
    else answer?.reject(new Error(error));
  }
}

let host: Host | undefined;

/**
 * Runs a script's default export on one JSON argument, and returns its result.
 * @param script its absolute path.
 * @throws Error with the script's stack, where it failed.
 */
export async function runInNode<Result>(script: string, argument: object): Promise<Result> {
  if (!host?.isRunning) host = new Host();
  return (await host.run(script, argument)) as Result;
}
