/**
 * The budget of a decision: what each stage may cost, for a booking as `npm run bench` sends it and
 * for a visit with telemetry and a history, as the simulator makes them. A feature that needs more
 * is redesigned, leaves the path, or raises the figure here, where a reviewer sees it.
 *
 * - µs: CPU time of all threads per decision, garbage collection included, on the machine that the
 *   figures of docs/performance.md come from: what was measured there, and a quarter to spare. The median
 *   of batches is compared. On a machine that others use too, all stages are slower together.
 * - bytes: heap cells allocated by the calling thread per decision. The characters of strings and
 *   the content of buffers lie outside the heap and are not counted.
 */
export const stageNames = [
  "authenticate",
  "read",
  "identify",
  "history",
  "features",
  "score",
  "encode",
  "commit",
  "answer",
  "index",
] as const;
export type StageName = (typeof stageNames)[number];

/**
 * What is decided: bookings without telemetry, the same with an amount, a payment and attributes, or visits with
 * telemetry.
 */
export const workloads = ["booking", "extended", "visit"] as const;
export type Workload = (typeof workloads)[number];

export interface Cost {
  us: number;
  bytes: number;
}

export interface StageBudget extends Record<Workload, Cost> {
  /** What the stage is, from where to where. */
  what: string;
}

export const budget: Readonly<Record<StageName, StageBudget>> = {
  authenticate: {
    what: "The API key to its project, unrevoked as of now; the rate limit; the key's last use.",
    booking: { us: 2, bytes: 700 },
    extended: { us: 2, bytes: 700 },
    visit: { us: 3, bytes: 700 },
  },
  read: {
    what: "The body's bytes to a valid request: UTF-8, JSON, the schema.",
    booking: { us: 8, bytes: 2000 },
    extended: { us: 12, bytes: 2900 },
    visit: { us: 18, bytes: 2000 },
  },
  identify: {
    what: "The tab's telemetry, the network of its address, identities and traits of the attempt.",
    booking: { us: 11, bytes: 5100 },
    extended: { us: 13, bytes: 5600 },
    visit: { us: 42, bytes: 9400 },
  },
  history: {
    what: "Earlier attempts and outcomes of the identities, and the facts drawn from them.",
    booking: { us: 19, bytes: 12_600 },
    extended: { us: 26, bytes: 15_700 },
    visit: { us: 52, bytes: 10_300 },
  },
  features: {
    what: "The vector of all features.",
    booking: { us: 14, bytes: 8000 },
    extended: { us: 18, bytes: 11_000 },
    visit: { us: 56, bytes: 9500 },
  },
  score: {
    what: "The model's probability; attempts that arrive together share a run.",
    booking: { us: 5, bytes: 700 },
    extended: { us: 5, bytes: 700 },
    visit: { us: 6, bytes: 700 },
  },
  encode: {
    what: "Score, level and action; the record with request, evidence and features as it is stored.",
    booking: { us: 7, bytes: 600 },
    extended: { us: 10, bytes: 800 },
    visit: { us: 16, bytes: 600 },
  },
  commit: {
    what: "To the writer's thread, onto the disk, and back, in groups; velocity learns of it.",
    booking: { us: 42, bytes: 3700 },
    extended: { us: 48, bytes: 4600 },
    visit: { us: 63, bytes: 3300 },
  },
  answer: {
    what: "The record to the response, and the metrics.",
    booking: { us: 3, bytes: 700 },
    extended: { us: 3, bytes: 700 },
    visit: { us: 5, bytes: 700 },
  },
  index: {
    what: "Velocity's index and the search index, in the indexer's thread, in groups of 2,000.",
    booking: { us: 38, bytes: 7000 },
    extended: { us: 43, bytes: 8300 },
    visit: { us: 40, bytes: 8400 },
  },
};
