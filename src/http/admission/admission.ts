/**
 * Decides which requests are processed, and when. Only as many are processed at once as keep the threads
 * busy; of the others, those of the project that was served least are next, so that a project waits for
 * its own requests and not for another's. A request that would wait too long is refused at once, which
 * costs a quarter of processing it. While few are in flight, nobody waits and nothing is measured.
 */
import { unavailable } from "../problems/to-problem.ts";
import { ProjectQueue } from "./project-queue.ts";
import { callerOf } from "./rate-limit.ts";

/** Requests of an endpoint that are worked on at once. */
export interface Working {
  /** Places of each project that no other can take, so that its next request does not wait for one. */
  own: number;
  /** The own places of all projects together. */
  ownOfAll: number;
  /** Places shared by projects that send more, while only one project sends. A slow disk needs many. */
  sharedAlone: number;
  /** While several projects send. Fewer, as each request then waits for all that are being processed. */
  shared: number;
}

export const admissionLimits = {
  /**
   * Where the service's own thread does all the work. A decision takes a tenth of a millisecond of it, so
   * a project that sends more than its share delays another's next request by about 4 ms.
   */
  working: { own: 16, ownOfAll: 96, sharedAlone: 240, shared: 16 },
  /** Where most of the time is spent waiting for another thread, as for reasons. */
  workingSlowly: { own: 256, ownOfAll: 768, sharedAlone: 768, shared: 256 },
  /**
   * The largest lead, in requests, of a project that sent fewer than others: a burst of that many is
   * processed first, and a project that begins to flood does not delay the others for longer.
   */
  ahead: 256,
  /** How long several projects count as sending after two were last processed at once, ms. */
  besideMs: 1000,
  /** Requests of an endpoint that wait, of all projects: the memory that their bodies may take. */
  waiting: 4096,
  /** Of one project, and from one address, with any number of keys. */
  ofProject: 1024,
  ofAddress: 1024,
  /** Up to this many may always wait, so that one client with 256 connections is not refused. */
  few: 256,
} as const satisfies { working: Working; workingSlowly: Working; [limit: string]: unknown };

const { ahead, besideMs, waiting, ofProject, ofAddress, few } = admissionLimits;

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
  /** Requests worked on, by the kind of their place. */
  #inOwn = 0;
  #inShared = 0;
  #waiting = 0;
  /** When requests of two projects were worked on at once, by `performance.now()`. */
  #besideAt = Number.NEGATIVE_INFINITY;
  /** Of every project that has sent a request since the start. */
  readonly #queues = new Map<string, ProjectQueue>();
  /** Those in which requests wait. */
  readonly #backlogged: ProjectQueue[] = [];
  /** The largest turn that was begun, of those that waited; of all, while nobody waits. */
  #turn = 0;
  /** Waiting requests by address; only of those that found more than a few waiting. */
  readonly #byAddress = new Map<string, number>();

  constructor(limit: Working = admissionLimits.working) {
    this.#limit = limit;
  }

  get working(): number {
    return this.#inOwn + this.#inShared;
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
    if (isFull || (!this.#isBehind(queue) && queue.isTooLong(few * share)))
      throw refusals.overloaded;
  }

  /**
   * Begins the work on a request, or resolves when its turn has come. `leave` has to follow.
   * @param addressOf only called where more than a few wait.
   * @throws Problem unavailable
   */
  enter(queue: ProjectQueue, addressOf: () => string): Promise<void> | undefined {
    if (this.working > queue.working) this.#besideAt = performance.now();
    if (queue.waiting > 0 || !this.#mayBegin(queue)) return this.#wait(queue, addressOf);
    this.#begin(queue);
    if (this.#backlogged.length === 0) this.#turn = Math.max(this.#turn, queue.turn);
    return undefined;
  }

  /** The request is answered or has failed. */
  leave(queue: ProjectQueue): void {
    queue.working -= 1;
    if (queue.working < this.#limit.own) this.#inOwn -= 1;
    else this.#inShared -= 1;
    while (this.#backlogged.length > 0 && this.#startNext());
  }

  #mayBegin({ working }: ProjectQueue): boolean {
    const { own, ownOfAll, sharedAlone, shared } = this.#limit;
    if (working < own) return this.#inOwn < ownOfAll;
    if (this.#inShared < shared) return true;
    return this.#inShared < sharedAlone && performance.now() - this.#besideAt > besideMs;
  }

  /** It uses less than its share, so it did not cause the queue: it is next until it has caught up. */
  #isBehind({ turn }: ProjectQueue): boolean {
    return turn < this.#turn - ahead / 2;
  }

  #begin(queue: ProjectQueue): void {
    if (queue.working < this.#limit.own) this.#inOwn += 1;
    else this.#inShared += 1;
    queue.working += 1;
    queue.turn = Math.max(queue.turn, this.#turn - ahead) + 1;
  }

  #wait(queue: ProjectQueue, addressOf: () => string): Promise<void> {
    this.assertRoom(queue);
    const address = this.#waiting < few ? null : this.#addAddress(queue, addressOf);
    return new Promise((resolve) => {
      if (queue.waiting === 0) this.#backlogged.push(queue);
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
    return 1 / (this.#backlogged.length + (queue.waiting === 0 ? 1 : 0));
  }

  /** @returns whether there was a place for one that waits. */
  #startNext(): boolean {
    const queue = this.#next();
    if (!queue) return false;
    const { start, address } = queue.take();
    if (queue.waiting === 0) this.#backlogged.splice(this.#backlogged.indexOf(queue), 1);
    this.#waiting -= 1;
    this.#begin(queue);
    this.#turn = Math.max(this.#turn, queue.turn);
    if (address !== null) decrement(this.#byAddress, address);
    start();
    return true;
  }

  /** Of those that may begin, the one that was served least. */
  #next(): ProjectQueue | undefined {
    let next: ProjectQueue | undefined;
    for (const queue of this.#backlogged) {
      if ((!next || queue.turn < next.turn) && this.#mayBegin(queue)) next = queue;
    }
    return next;
  }
}

function decrement(counts: Map<string, number>, name: string): void {
  const count = counts.get(name)!;
  if (count === 1) counts.delete(name);
  else counts.set(name, count - 1);
}
