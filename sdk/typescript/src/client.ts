/** The calls of a merchant's server. */
import { ApiError, apiErrorOf, ConnectionError, objectIn, TimeoutError } from "./errors.ts";
import type {
  Decision,
  ExplainedDecision,
  ListEntry,
  ListEntryPage,
  ListKind,
  NewListEntry,
  Outcome,
  OutcomeReport,
  RiskRequest,
} from "./models.ts";
import { version } from "./version.ts";

export interface ClientOptions {
  /** The address of the service, such as `https://risk.example.com`. */
  baseUrl: string;
  /** A secret key (`sk_…`) of the project. */
  secretKey: string;
  /** The time of a whole call, its retries included, ms. By default 2,000 to score, else 10,000. */
  timeoutMs?: number | undefined;
  /** Repetitions after a first attempt that failed, 2 by default. */
  maxRetries?: number | undefined;
}

export interface CallOptions {
  /** As in `ClientOptions`, for this call. */
  timeoutMs?: number | undefined;
  /** As in `ClientOptions`, for this call. */
  maxRetries?: number | undefined;
  /** Ends the call when your own request ends. */
  signal?: AbortSignal | undefined;
}

export interface ScoreOptions extends CallOptions {
  /**
   * The same key with the same request within 24 hours gets the stored decision again. By default a new one
   * for each call, kept through its retries. 1 to 255 printable ASCII characters.
   */
  idempotencyKey?: string | undefined;
}

export interface ListOptions extends CallOptions {
  /** The archived entries instead of the others. */
  archived?: boolean | undefined;
  /** Entries of the page at most: 1 to 200, which is the default. */
  limit?: number | undefined;
  /** `next` of the page before. Without it: the first page. */
  cursor?: string | null | undefined;
}

interface Call {
  method: "GET" | "POST";
  path: string;
  /** JSON. Written before the first attempt: a value that JSON cannot have is no failed connection. */
  body?: string;
  headers?: Record<string, string>;
  /** What every answer to this call has: an ID, or the entries of a page. */
  expected: "decisionId" | "entryId" | "entries";
  /** ms, unless the caller says otherwise. */
  defaultTimeoutMs: number;
}

/** A guest is waiting. */
const scoreTimeoutMs = 2_000;
/** An answer waits for reasons for at most 3 s. */
const otherTimeoutMs = 10_000;
const defaultMaxRetries = 2;
/** The wait before the first repetition, which doubles; half of it is random. */
const firstWaitMs = 100;
/** Nothing was decided, or the same answer will be given: all calls are safe to repeat. */
const retriedStatuses = [408, 429, 502, 503, 504];

export class BookingRisk {
  readonly #baseUrl: string;
  readonly #secretKey: string;
  readonly #options: CallOptions;

  /** @throws TypeError if the address or the key cannot be one; it never repeats the key. */
  constructor({ baseUrl, secretKey, ...options }: ClientOptions) {
    if (!/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/.test(baseUrl)) {
      throw new TypeError("baseUrl must be an address such as https://risk.example.com");
    }
    if (!/^sk_[0-9A-Za-z]+$/.test(secretKey)) {
      throw new TypeError(
        "secretKey must be a secret key of the project: sk_ and letters and digits",
      );
    }
    this.#baseUrl = baseUrl.replace(/\/+$/, "");
    this.#secretKey = secretKey;
    this.#options = options;
  }

  /**
   * Scores a booking attempt. Call it right before you commit the reservation.
   * @throws BookingRiskError. Without a decision, apply your own rule.
   * @throws TypeError, before anything is sent, if the key or the request cannot be one.
   */
  async score(
    request: RiskRequest,
    { idempotencyKey = crypto.randomUUID(), ...options }: ScoreOptions = {},
  ): Promise<Decision> {
    if (!/^[ -~]{1,255}$/.test(idempotencyKey)) {
      throw new TypeError("idempotencyKey must be 1 to 255 printable ASCII characters");
    }
    const call: Call = {
      method: "POST",
      path: "/v1/risk",
      body: jsonOf(request),
      headers: { "Idempotency-Key": idempotencyKey },
      expected: "decisionId",
      defaultTimeoutMs: scoreTimeoutMs,
    };
    return (await this.#call(call, options)) as Decision;
  }

  /**
   * A decision with its outcome and its strongest reasons, for your support and your records.
   * @throws BookingRiskError
   */
  async getDecision(decisionId: string, options: CallOptions = {}): Promise<ExplainedDecision> {
    const path = `/v1/decisions/${encodeURIComponent(decisionId)}`;
    const call: Call = {
      method: "GET",
      path,
      expected: "decisionId",
      defaultTimeoutMs: otherTimeoutMs,
    };
    return (await this.#call(call, options)) as ExplainedDecision;
  }

  /**
   * Reports how a booking ended. The newest report counts, and repeating one changes nothing.
   * @throws BookingRiskError
   */
  async reportOutcome(
    decisionId: string,
    report: OutcomeReport,
    options: CallOptions = {},
  ): Promise<Outcome> {
    const path = `/v1/decisions/${encodeURIComponent(decisionId)}/outcome`;
    const call: Call = {
      method: "POST",
      path,
      body: jsonOf(report),
      expected: "decisionId",
      defaultTimeoutMs: otherTimeoutMs,
    };
    return (await this.#call(call, options)) as Outcome;
  }

  /**
   * Adds an entry to a list. If the value is in the list already, returns the entry that has it, unchanged.
   * @throws BookingRiskError
   */
  async addListEntry(
    kind: ListKind,
    entry: NewListEntry,
    options: CallOptions = {},
  ): Promise<ListEntry> {
    const path = `/v1/lists/${encodeURIComponent(kind)}/entries`;
    const call: Call = {
      method: "POST",
      path,
      body: jsonOf(entry),
      expected: "entryId",
      defaultTimeoutMs: otherTimeoutMs,
    };
    return (await this.#call(call, options)) as ListEntry;
  }

  /**
   * A page of a list, newest entry first.
   * @throws BookingRiskError
   */
  async listEntries(
    kind: ListKind,
    { archived, limit, cursor, ...options }: ListOptions = {},
  ): Promise<ListEntryPage> {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({ archived, limit, cursor })) {
      if (value !== undefined && value !== null) query.set(name, String(value));
    }
    const path = `/v1/lists/${encodeURIComponent(kind)}/entries?${query}`;
    const call: Call = {
      method: "GET",
      path,
      expected: "entries",
      defaultTimeoutMs: otherTimeoutMs,
    };
    return (await this.#call(call, options)) as ListEntryPage;
  }

  /**
   * Archives an entry: it applies to no request that is made afterwards. Repeating it changes nothing.
   * @throws BookingRiskError
   */
  async archiveListEntry(
    kind: ListKind,
    entryId: string,
    options: CallOptions = {},
  ): Promise<ListEntry> {
    const [list, entry] = [kind, entryId].map(encodeURIComponent);
    const path = `/v1/lists/${list}/entries/${entry}/archive`;
    const call: Call = {
      method: "POST",
      path,
      expected: "entryId",
      defaultTimeoutMs: otherTimeoutMs,
    };
    return (await this.#call(call, options)) as ListEntry;
  }

  async #call(call: Call, options: CallOptions): Promise<unknown> {
    const timeoutMs = options.timeoutMs ?? this.#options.timeoutMs ?? call.defaultTimeoutMs;
    const maxRetries = options.maxRetries ?? this.#options.maxRetries ?? defaultMaxRetries;
    const deadline = performance.now() + timeoutMs;
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
    for (let retry = 0; ; retry++) {
      try {
        return await this.#attempt(call, signal);
      } catch (error) {
        options.signal?.throwIfAborted();
        if (timeout.aborted) throw new TimeoutError(`no answer within ${timeoutMs} ms`);
        const waitMs = retry < maxRetries ? waitBefore(retry, error) : null;
        if (waitMs === null || performance.now() + waitMs >= deadline) throw error;
        await wait(waitMs, signal);
      }
    }
  }

  async #attempt(call: Call, signal: AbortSignal): Promise<unknown> {
    const { method, path, body, headers, expected } = call;
    let response: Response;
    let text: string;
    try {
      response = await fetch(this.#baseUrl + path, {
        method,
        headers: {
          Accept: "application/json, application/problem+json",
          "User-Agent": `booking-risk-typescript/${version}`,
          "X-Service-Key": this.#secretKey,
          ...(body !== undefined && { "Content-Type": "application/json" }),
          ...headers,
        },
        ...(body !== undefined && { body }),
        redirect: "manual", // Another host must not get the key.
        signal,
      });
      text = await response.text();
    } catch (error) {
      throw new ConnectionError("the service did not answer", { cause: error });
    }
    if (response.status !== 200) throw apiErrorOf(response, text);
    // A proxy may have answered instead, also with 200 and JSON.
    const answer = objectIn(text);
    const value = answer[expected];
    const isExpected =
      expected === "entries" ? Array.isArray(value) : typeof value === "string" && value !== "";
    if (!isExpected) throw apiErrorOf(response, "");
    return answer;
  }
}

/**
 * A lone surrogate, as in a name that was cut within a pair, becomes U+FFFD: the service would refuse it.
 * @throws TypeError for a value that JSON cannot have, such as a BigInt.
 */
function jsonOf(body: unknown): string {
  return JSON.stringify(body, (_name, value: unknown) =>
    typeof value === "string" ? value.replace(/\p{Surrogate}/gu, "\ufffd") : value,
  );
}

/** ms before the next repetition; null where the error is not one to repeat a call after. */
function waitBefore(retry: number, error: unknown): number | null {
  const jitter = (0.5 + Math.random() / 2) * firstWaitMs * 2 ** retry;
  if (error instanceof ConnectionError) return jitter;
  if (!(error instanceof ApiError) || !retriedStatuses.includes(error.status)) return null;
  return (error.retryAfterSeconds ?? 0) * 1000 + jitter;
}

/** Ends early, without an error, when the signal is aborted: the next attempt then fails at once. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
  });
}
