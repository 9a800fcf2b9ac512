/** Copies of the executable on one database, which are killed and started again. */
import { join } from "node:path";
import { type StartedServer, startServer } from "../start-server.ts";

export interface CopiesPlan {
  executable: string;
  /** Each copy has a folder in it. */
  folder: string;
  databaseUrl: string;
  copies: number;
  /** More flags of `serve`. */
  flags?: readonly string[];
}

export interface Answer {
  status: number;
  body: { decisionId: string } | null;
}

export interface Copies {
  count: number;
  /** Those that are alive. */
  servers(): StartedServer[];
  /** @returns null where no whole answer arrived: the copy was killed, or is not there. */
  call(copy: number, key: string, request: object, idempotencyKey?: string): Promise<Answer | null>;
  kill(copy: number): void;
  isAlive(copy: number): boolean;
  /** Starts those that were killed, and waits until they answer. */
  restart(): Promise<void>;
  /** Runs a command that must succeed, and returns its JSON. */
  command<Result>(...args: string[]): Promise<Result>;
  end(): Promise<void>;
}

export async function startCopies(plan: CopiesPlan): Promise<Copies> {
  const { executable, folder, databaseUrl, flags = [] } = plan;
  const environment = { DATABASE_URL: databaseUrl };
  const dataOf = (copy: number) => ["--data", join(folder, `copy-${copy}`)];
  const serve = [executable, "serve", "--port", "0", "--drain", "0", ...flags];
  const start = (copy: number) => startServer([...serve, ...dataOf(copy)], environment);
  const running: (StartedServer | null)[] = Array.from({ length: plan.copies }, () => null);

  async function restart(): Promise<void> {
    const started = running.map(async (one, copy) => {
      running[copy] = one ?? (await start(copy));
    });
    await Promise.all(started);
  }

  await restart();
  return {
    count: plan.copies,
    servers: () => running.flatMap((one) => one ?? []),
    restart,
    isAlive: (copy) => running[copy] !== null,
    kill(copy) {
      running[copy]?.process.kill("SIGKILL");
      running[copy] = null;
    },
    async call(copy, key, request, idempotencyKey) {
      const url = running[copy]?.url;
      if (!url) return null;
      const headers = { "content-type": "application/json", "x-service-key": key };
      try {
        const response = await fetch(new URL("/v1/risk", url), {
          method: "POST",
          headers: { ...headers, ...(idempotencyKey && { "idempotency-key": idempotencyKey }) },
          body: JSON.stringify(request),
        });
        const body = (await response.json()) as Answer["body"];
        return { status: response.status, body: response.status === 200 ? body : null };
      } catch {
        return null;
      }
    },
    async command<Result>(...args: string[]) {
      const child = Bun.spawn([executable, ...args, ...dataOf(0), "--json"], {
        env: environment,
        stdio: ["ignore", "pipe", "pipe"],
      });
      const [out, error] = await Promise.all([child.stdout.text(), child.stderr.text()]);
      if ((await child.exited) !== 0) throw new Error(`${args.join(" ")}: ${error || out}`);
      return JSON.parse(out) as Result;
    },
    async end() {
      const left = running.flatMap((one) => one?.process ?? []);
      for (const process of left) process.kill("SIGKILL");
      await Promise.all(left.map((process) => process.exited));
    },
  };
}
