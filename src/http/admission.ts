/**
 * Decides which requests are worked on, and when. Only as many are worked on at once as keep the threads
 * busy; the others wait, projects in turns, so that a project waits for its own requests and not for
 * another's. What would wait too long is refused at once, which costs a tenth of working on it. While few
 * are in flight, nobody waits and nothing is measured.
 */
import { ProjectQueue } from "./project-queue.ts";
import { callerOf } from "./rate-limit.ts";
import { unavailable } from "./to-problem.ts";

/** Requests of an endpoint that are worked on at once. */
export interface Working {
  /** While one project sends all of them. More at once use a slow disk better. */
  alone: number;
  /** While several projects do. Each of them is worked on for less long. */
  all: number;
  /** Of one of several. Less than all, so that another's next request does not wait for one to be done. */
  ofProject: number;
}

export const admissionLimits = {
  /**
   * Where all work is the service's own. Several projects have a group for the disk, and one that is
   * prepared meanwhile.
   */
  working: { alone: 256, all: 72, ofProject: 24 },
  /** Where most of the time is waiting for another thread, as for reasons. */
  workingSlowly: { alone: 1024, all: 1024, ofProject: 256 },
  /** For how long a project is one of several after another was beside it, ms. */
  besideMs: 1000,
  /** Requests of an endpoint that wait, of all projects: the memory that their bodies may take. */
  waiting: 4096,
  /** Of one project, and from one address, with any number of keys. */
  ofProject: 1024,
  ofAddress: 1024,
  /** Fewer that wait than this are never too many: one client with 256 connections is not refused. */
  few: 256,
} as const satisfies { working: Working; workingSlowly: Working; [limit: string]: unknown };

const { besideMs, waiting, ofProject, ofAddress, few } = admissionLimits;

/** Made once: each is the answer to thousands of requests a second. */
const refusals = {
  overloaded: refusal("The service is overloaded."),
  ofProject: refusal("Too many requests of this project are waiting."),
  ofAddress: refusal("Too many requests of this address are waiting."),
};

function refusal(reason: string) {
  return unavailable(`${reason} Nothing was decided. Try again.`);
}

export class Admission {
  readonly #limit: Working;
  #working = 0;
  #waiting = 0;
  /** When requests of two projects were worked on at once, by `performance.now()`. */
  #besideAt = Number.NEGATIVE_INFINITY;
  /** Of every project that has sent a request since the start. */
  readonly #queues = new Map<string, ProjectQueue>();
  /** Those in which requests wait. The first is next; whose turn it was comes last. */
  readonly #turns: ProjectQueue[] = [];
  /** Waiting requests by address; only of those that found more than a few waiting. */
  readonly #byAddress = new Map<string, number>();

  constructor(limit: Working = admissionLimits.working) {
    this.#limit = limit;
  }

  get working(): number {
    return this.#working;
  }

  get waiting(): number {
    return this.#waiting;
  }

  queueOf(projectId: string): ProjectQueue {
    const found = this.#queues.get(projectId);
    if (found) return found;
    const queue = new ProjectQueue();
    this.#queues.set(projectId, queue);
    return queue;
  }

  /** To be called before any work on a request. @throws Problem unavailable */
  assertRoom(queue: ProjectQueue): void {
    if (queue.waiting === 0) return;
    if (queue.waiting >= ofProject) throw refusals.ofProject;
    const share = this.#shareOf(queue);
    const isFull = this.#waiting >= waiting && queue.waiting >= waiting * share;
    if (isFull || queue.isTooLong(few * share)) throw refusals.overloaded;
  }

  /**
   * Begins the work on a request, or resolves when its turn has come. `leave` has to follow.
   * @param addressOf only called where more than a few wait.
   * @throws Problem unavailable
   */
  enter(queue: ProjectQueue, addressOf: () => string): Promise<void> | undefined {
    if (this.#working > queue.working) this.#besideAt = performance.now();
    if (queue.waiting > 0 || !this.#mayBegin(queue)) return this.#wait(queue, addressOf);
    this.#working += 1;
    queue.working += 1;
    return undefined;
  }

  /** The request is answered or has failed. */
  leave(queue: ProjectQueue): void {
    this.#working -= 1;
    queue.working -= 1;
    while (this.#turns.length > 0 && this.#startNext());
  }

  #mayBegin({ working }: ProjectQueue): boolean {
    const { alone, all, ofProject } = this.#limit;
    if (working < ofProject && this.#working < all) return true;
    return this.#working < alone && performance.now() - this.#besideAt > besideMs;
  }

  #wait(queue: ProjectQueue, addressOf: () => string): Promise<void> {
    this.assertRoom(queue);
    const address = this.#waiting < few ? null : this.#addAddress(queue, addressOf);
    return new Promise((resolve) => {
      if (queue.waiting === 0) this.#turns.push(queue);
      queue.add(resolve, address);
      this.#waiting += 1;
    });
  }

  /** A proxy may send the requests of all projects, so an address's part is shared by them. */
  #addAddress(queue: ProjectQueue, addressOf: () => string): string {
    const address = callerOf(addressOf());
    const count = this.#byAddress.get(address) ?? 0;
    const isOver = queue.waiting >= ofAddress * this.#shareOf(queue);
    if (count >= ofAddress && isOver) throw refusals.ofAddress;
    this.#byAddress.set(address, count + 1);
    return address;
  }

  /** Of the places, an equal part for each project that waits, whatever the others send. */
  #shareOf(queue: ProjectQueue): number {
    return 1 / (this.#turns.length + (queue.waiting === 0 ? 1 : 0));
  }

  /** @returns whether there was a place for one that waits. */
  #startNext(): boolean {
    const at = this.#turns.findIndex((queue) => this.#mayBegin(queue));
    if (at < 0) return false;
    const [queue] = this.#turns.splice(at, 1) as [ProjectQueue];
    const { start, address } = queue.take();
    if (queue.waiting > 0) this.#turns.push(queue);
    this.#waiting -= 1;
    this.#working += 1;
    queue.working += 1;
    if (address !== null) decrement(this.#byAddress, address);
    start();
    return true;
  }
}

function decrement(counts: Map<string, number>, name: string): void {
  const count = counts.get(name)!;
  if (count === 1) counts.delete(name);
  else counts.set(name, count - 1);
}
