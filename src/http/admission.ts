/**
 * Decides which requests are worked on when there are more than the service can answer in time. One that
 * is refused at once costs a tenth of one that is scored; one that waits too long costs as much, and its
 * caller has given up. While few are in flight, nobody is refused and nothing is measured.
 */
import { callerOf } from "./rate-limit.ts";
import { unavailable } from "./to-problem.ts";

export const admissionLimits = {
  /** Requests in flight, of all projects: the memory that their bodies may take. */
  inFlight: 4096,
  /**
   * Of one project, and from one address, with any number of keys: a quarter, so that others find a
   * place, and do not wait long for one's burst to be worked off.
   */
  ofProject: 1024,
  ofAddress: 1024,
  /** Fewer in flight than this are never too many: one client with 256 connections is not refused. */
  few: 320,
  /**
   * How long an accepted request may take while there are too many, ms. By Little's law, as many may
   * be in flight as are answered in this time.
   */
  delayMs: 100,
  /** How often the rate of answers is measured, ms. */
  windowMs: 100,
  /**
   * Windows in a row in which most requests found too many in flight, until some are refused: a burst
   * is answered, and only what stays is refused.
   */
  windows: 2,
} as const;

/** What a window of time saw. */
interface Seen {
  since: number;
  arrived: number;
  answered: number;
  /** Arrivals that found more in flight than are answered in `delayMs`. */
  crowded: number;
  refused: number;
}

const nothing = (since: number): Seen => ({
  ...{ since, arrived: 0, answered: 0, crowded: 0, refused: 0 },
});

const { inFlight, ofProject, ofAddress, few, delayMs, windowMs, windows } = admissionLimits;

export class Admission {
  #total = 0;
  readonly #byProject = new Map<string, number>();
  /** Only of requests that arrived while more than a few were in flight. */
  readonly #byAddress = new Map<string, number>();
  #seen = nothing(0);
  #isMeasuring = false;
  #answersPerMs = 0;
  /** In flight at most while there are too many, from the rate of answers. */
  #target: number = few;
  #crowdedWindows = 0;
  #isOverloaded = false;

  /**
   * Takes a place.
   * @param addressOf only called where more than a few are in flight.
   * @returns what `leave` needs.
   * @throws Problem unavailable
   */
  enter(projectId: string, addressOf: () => string): string | null {
    const own = this.#byProject.get(projectId) ?? 0;
    this.#seen.arrived += 1;
    const address = this.#total < few ? null : this.#enterCrowded(own, addressOf);
    this.#total += 1;
    this.#byProject.set(projectId, own + 1);
    return address;
  }

  /** Gives the place back, answered or failed. */
  leave(projectId: string, address: string | null): void {
    this.#total -= 1;
    this.#seen.answered += 1;
    decrement(this.#byProject, projectId);
    if (address !== null) decrement(this.#byAddress, address);
  }

  get inFlight(): number {
    return this.#total;
  }

  get isOverloaded(): boolean {
    return this.#isOverloaded;
  }

  #enterCrowded(own: number, addressOf: () => string): string {
    if (!this.#isMeasuring) this.#startMeasuring();
    if (this.#total >= this.#target) this.#seen.crowded += 1;
    const limit = this.#isOverloaded ? this.#target : inFlight;
    if (this.#total >= limit && own >= this.#shareOf(own, limit)) {
      this.#refuse("The service is overloaded.");
    }
    if (own >= ofProject) this.#refuse("Too many requests of this project are in flight.");
    const address = callerOf(addressOf());
    const fromAddress = this.#byAddress.get(address) ?? 0;
    if (fromAddress >= ofAddress) this.#refuse("Too many requests of this address are in flight.");
    this.#byAddress.set(address, fromAddress + 1);
    return address;
  }

  /**
   * What each project that has requests in flight may have, whatever the others send: an equal part of
   * the limit, or of half of what is in flight, while another's burst is worked off before them.
   */
  #shareOf(own: number, limit: number): number {
    const projects = this.#byProject.size + (own === 0 ? 1 : 0);
    return Math.max(1, Math.floor(Math.max(limit, this.#total / 2) / projects));
  }

  #refuse(reason: string): never {
    this.#seen.refused += 1;
    throw unavailable(`${reason} Nothing was decided. Try again.`);
  }

  #startMeasuring(): void {
    this.#isMeasuring = true;
    this.#seen = nothing(performance.now());
    this.#waitForWindow();
  }

  #waitForWindow(): void {
    setTimeout(() => this.#endWindow(), windowMs).unref();
  }

  #endWindow(): void {
    const now = performance.now(); // Later than planned where the thread is busy.
    const { since, arrived, answered, crowded, refused } = this.#seen;
    this.#seen = nothing(now);
    const perMs = answered / (now - since);
    this.#answersPerMs = this.#answersPerMs === 0 ? perMs : (this.#answersPerMs * 2 + perMs) / 3;
    this.#target = Math.max(few, Math.round(this.#answersPerMs * delayMs));
    this.#crowdedWindows = crowded * 2 > arrived ? this.#crowdedWindows + 1 : 0;
    if (this.#isOverloaded) this.#isOverloaded = refused > 0;
    else this.#isOverloaded = this.#crowdedWindows >= windows;
    const isQuiet = this.#total < few && !this.#isOverloaded;
    this.#isMeasuring = !isQuiet;
    if (isQuiet) this.#answersPerMs = 0;
    else this.#waitForWindow();
  }
}

function decrement(counts: Map<string, number>, name: string): void {
  const count = counts.get(name)!;
  if (count === 1) counts.delete(name);
  else counts.set(name, count - 1);
}
