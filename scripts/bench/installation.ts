/** The executable on a data folder: its commands, and the service that a scenario loads. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Target } from "./load.ts";
import { type ProcessFacts, processFacts } from "./process-facts.ts";
import { environmentWith, startServer } from "./start-server.ts";
import { type ThreadCpu, threadCpu } from "./thread-cpu.ts";

const root = resolve(import.meta.dir, "../..");

/**
 * The executable that is measured: the given one, or `dist/booking-risk`, which is built where it is missing or
 * older than what it is built from.
 *
 * @throws Error where the given one does not exist.
 */
export async function executableOf(given?: string): Promise<string> {
  if (given !== undefined) {
    if (existsSync(given)) return resolve(given);
    throw new Error(`${given} does not exist`);
  }
  const built = resolve(root, "dist/booking-risk");
  if (isOlderThanSource(built)) {
    process.stderr.write("Building the executable …\n");
    await Bun.$`${process.execPath} ${resolve(root, "scripts/build/build.ts")}`.cwd(root).quiet();
  }
  return built;
}

function isOlderThanSource(file: string): boolean {
  if (!existsSync(file)) return true;
  const { mtimeMs } = statSync(file);
  const files = new Bun.Glob("{src,sdk/src,models/default}/**/*").scanSync({ cwd: root });
  return [...files].some((one) => statSync(resolve(root, one)).mtimeMs > mtimeMs);
}

export class Installation {
  constructor(
    readonly executable: string,
    readonly folder: string,
    readonly environment: Readonly<Record<string, string>> = {},
  ) {}

  /** @throws Error where the command fails; what it says is printed. */
  async command<Answer = Record<string, string>>(...words: string[]): Promise<Answer> {
    const child = Bun.spawn([this.executable, ...words, "--data", this.folder, "--json"], {
      env: environmentWith(this.environment),
      stdio: ["ignore", "pipe", "inherit"],
    });
    const out = await child.stdout.text();
    if ((await child.exited) !== 0) throw new Error(`${words.join(" ")} failed: ${out}`);
    return JSON.parse(out) as Answer;
  }

  async project(name = "bench"): Promise<{ projectId: string; key: string }> {
    const { projectId } = await this.command<{ projectId: string }>("project", "create", name);
    return { projectId, key: await this.key(projectId, "secret") };
  }

  async key(projectId: string, kind: "secret" | "publishable"): Promise<string> {
    const { key } = await this.command("key", "create", "--project", projectId, "--kind", kind);
    return key!;
  }

  serve(...flags: string[]): Promise<Service> {
    return Service.start(this, flags);
  }
}

/** A started service. Its figures are those since its last start. */
export class Service {
  /** From the start of the process to the line `serving` in its log. */
  startMs = 0;
  readonly #installation: Installation;
  readonly #flags: readonly string[];
  #process!: Bun.Subprocess;
  #url = "";

  private constructor(installation: Installation, flags: readonly string[]) {
    this.#installation = installation;
    this.#flags = flags;
  }

  /** @param port "0": a free one. */
  static async start(
    installation: Installation,
    flags: readonly string[],
    port = "0",
  ): Promise<Service> {
    const service = new Service(installation, flags);
    await service.#start(port);
    return service;
  }

  async #start(port: string): Promise<void> {
    const { executable, folder, environment } = this.#installation;
    const begun = performance.now();
    const command = [executable, "serve", ...this.#flags, "--data", folder, "--port", port];
    const { process, url } = await startServer(command, environment);
    this.#process = process;
    this.#url = url;
    this.startMs = performance.now() - begun;
  }

  get port(): string {
    return new URL(this.#url).port;
  }

  url(path: string): string {
    return new URL(path, this.#url).href;
  }

  /** Bookings with this key, or with those of a file, a key in each line, in turn. */
  bookings(keys: { key: string } | { keysFile: string }): Target {
    const headers = { "Content-Type": "application/json" };
    const url = this.url("/v1/risk");
    if ("keysFile" in keys) return { url, headers, keysFile: keys.keysFile };
    return { url, headers: { ...headers, "X-Service-Key": keys.key } };
  }

  get facts(): ProcessFacts | null {
    return processFacts(this.#process.pid);
  }

  /** Resident now, MiB; NaN on a system without /proc. */
  get residentMiB(): number {
    const file = `/proc/${this.#process.pid}/status`;
    if (!existsSync(file)) return Number.NaN;
    return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(file, "utf8"))?.[1]) / 1024);
  }

  threadCpu(): ThreadCpu {
    return threadCpu(this.#process.pid);
  }

  /** Ends it without warning, and starts it again on the same port. */
  async killAndRestart(): Promise<void> {
    await this.#end("SIGKILL");
    await this.startAgain();
  }

  /** On the same port. */
  startAgain(): Promise<void> {
    return this.#start(this.port);
  }

  /** @throws Error where it ends with another status than 0. */
  async stop(): Promise<void> {
    const status = await this.#end("SIGTERM");
    if (status !== 0) throw new Error(`the service ended with status ${status}`);
  }

  async #end(signal: "SIGTERM" | "SIGKILL"): Promise<number> {
    this.#process.kill(signal);
    return this.#process.exited;
  }
}
