/** A started competitor, and the load that is put on it. */
import { bookingBodies } from "./bookings.ts";
import type { Competitor } from "./competitors.ts";
import type { Load, LoadResult } from "./load.ts";
import { type ProcessFacts, processFacts } from "./process-facts.ts";
import { runLoad } from "./run-load.ts";
import { type StartedServer, startServer } from "./start-server.ts";

const startTimeoutMs = 60_000;

export class Running {
  readonly competitor: Competitor;
  readonly #server: StartedServer;
  /** From the start of the process to its first answer with 200. */
  readonly startMs: number;

  private constructor(competitor: Competitor, server: StartedServer, startMs: number) {
    this.competitor = competitor;
    this.#server = server;
    this.startMs = startMs;
  }

  /** @throws Error where it does not answer a booking with 200 in a minute. */
  static async start(competitor: Competitor): Promise<Running> {
    const begin = performance.now();
    const server = await startServer(competitor.command);
    const { path, headers, name } = competitor;
    const init = { method: "POST", headers, body: bookingBodies(competitor.bookings)() };
    while (performance.now() < begin + startTimeoutMs) {
      const answer = await fetch(new URL(path, server.url), init).catch(() => null);
      if (answer?.status === 200) {
        return new Running(competitor, server, performance.now() - begin);
      }
      if (answer) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`);
      await Bun.sleep(2); // Not listening yet.
    }
    throw new Error(`${name} did not answer in a minute`);
  }

  get url(): string {
    return this.#server.url;
  }

  get facts(): ProcessFacts | null {
    return processFacts(this.#server.process.pid);
  }

  /** Load with bookings; `headers` replace the competitor's own. */
  load(
    wanted: Omit<Load, "url" | "headers"> & Partial<Pick<Load, "headers">>,
  ): Promise<LoadResult> {
    const { path, headers, bookings = {} } = this.competitor;
    return runLoad({ headers, bookings, ...wanted, url: new URL(path, this.#server.url).href });
  }

  async stop(): Promise<void> {
    this.#server.process.kill();
    await this.#server.process.exited;
  }
}
