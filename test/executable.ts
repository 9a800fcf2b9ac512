/**
 * The real executable for the tests: copied into an empty folder of its own and started with an
 * empty environment.
 */
import { afterAll } from "bun:test";
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { migratedDatabase, onPostgresVariable } from "./on-postgres.ts";
import { createDatabaseIn } from "./postgres/cluster.ts";

/** For a busy machine. */
const startMsMax = 60_000;

const built = resolve(import.meta.dir, "../dist/booking-risk");

export interface Ran {
  status: number;
  out: string;
  error: string;
}

export interface Service {
  url: string;
  process: Bun.Subprocess<"ignore", "pipe", "pipe">;
  /** The lines of the log so far. */
  log: string[];
  stop(): Promise<number>;
}

/**
 * The variable of a new database where the run of the tests is on PostgreSQL, which a service without an
 * installation needs too; nothing where it is on SQLite.
 */
export function ownDatabase(): Record<string, string> {
  const sockets = process.env[onPostgresVariable];
  return sockets ? { DATABASE_URL: createDatabaseIn(sockets, migratedDatabase) } : {};
}

/** One folder with the executable and its data. Removed when the test file ends. */
export class Installation {
  readonly folder = mkdtempSync(join(tmpdir(), "booking-risk-"));
  readonly executable = join(this.folder, "booking-risk");
  readonly data = join(this.folder, "data");
  readonly #services: Service[] = [];

  /** Of all its commands. */
  readonly environment: Readonly<Record<string, string>>;

  /**
   * @param environment empty but for what a test is about; a test may still add to it, such as a database that
   *   it starts later. Where the run of the tests is on PostgreSQL, the installation has a database of its own
   *   there.
   */
  constructor(environment: Readonly<Record<string, string>> = {}) {
    const own = ownDatabase();
    this.environment = Object.keys(own).length > 0 ? { ...environment, ...own } : environment;
    if (!existsSync(built)) throw new Error("there is no dist/booking-risk; run: npm run build");
    copyFileSync(built, this.executable);
    afterAll(() => this.remove());
  }

  /** Runs a command. */
  async run(...args: string[]): Promise<Ran> {
    const child = Bun.spawn([this.executable, ...args], {
      cwd: this.folder,
      env: this.environment,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [out, error] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    return { status: await child.exited, out, error };
  }

  /** Runs a command that must succeed, and returns its JSON. */
  async json<T = Record<string, string>>(...args: string[]): Promise<T> {
    const { status, out, error } = await this.run(...args, "--json");
    if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}: ${error}`);
    return JSON.parse(out) as T;
  }

  /** Creates a project with a key of each kind. */
  async project(name = "Hotel", ...flags: string[]) {
    const { projectId } = await this.json("project", "create", name, ...flags);
    const of = ["key", "create", "--project", projectId!, "--kind"];
    const secret = await this.json<{ key: string; keyId: string }>(...of, "secret");
    const publishable = await this.json<{ key: string; keyId: string }>(...of, "publishable");
    return { projectId: projectId!, secret, publishable };
  }

  /** Starts `serve` on a free port and waits until it takes requests. */
  serve(...flags: string[]): Promise<Service> {
    return this.serveIn({}, ...flags);
  }

  /** The same with environment variables. */
  async serveIn(environment: Record<string, string>, ...flags: string[]): Promise<Service> {
    const child = Bun.spawn([this.executable, "serve", "--port", "0", "--drain", "0", ...flags], {
      cwd: this.folder,
      env: { ...this.environment, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const errors = child.stderr.text();
    void child.exited.then(async (status) => {
      if (status !== 0 && child.signalCode === null) process.stderr.write(await errors);
    });
    const log: string[] = [];
    const late = Bun.sleep(startMsMax).then(() => {
      throw new Error(`serve was not ready within ${startMsMax / 1000} s: ${log.join(" ")}`);
    });
    const url = await Promise.race([firstAddress(child.stdout, log), late]);
    const service = {
      url: url.replace(/\/$/, ""),
      process: child,
      log,
      async stop() {
        child.kill("SIGTERM");
        return child.exited;
      },
    };
    this.#services.push(service);
    return service;
  }

  async remove(): Promise<void> {
    for (const { process } of this.#services) process.kill("SIGKILL");
    await Promise.all(this.#services.map(({ process }) => process.exited));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Reads the log to its end; resolves with the address in its line `serving`. */
function firstAddress(stream: ReadableStream<Uint8Array>, log: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    (async () => {
      let rest = "";
      for await (const chunk of stream.pipeThrough(new TextDecoderStream() as never)) {
        const lines = (rest + (chunk as unknown as string)).split("\n");
        rest = lines.pop()!;
        for (const line of lines) {
          log.push(line);
          const { event, url } = JSON.parse(line) as { event: string; url?: string };
          if (event === "serving") resolve(url!);
        }
      }
      reject(new Error(`serve ended: ${log.join(" ")}`));
    })();
  });
}

/** Calls `POST /v1/risk` as a merchant's server does. */
export function callRisk(
  url: string,
  key: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${url}/v1/risk`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Service-Key": key, ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}
