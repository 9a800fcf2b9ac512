/**
 * One attempt: the name is resolved once, its addresses are checked, and the connection goes to an address that
 * was checked, with the name in the certificate's check and in the Host header. Redirects are not followed, no
 * proxy of the environment is used, and of the answer only its head is used.
 */
import { lookup } from "node:dns/promises";
import type { IncomingMessage } from "node:http";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import type { Network } from "../../base/client-address.ts";
import { addressRefusal } from "./addresses.ts";
import type { Connections } from "./connections.ts";
import { webhookLimits } from "./limits.ts";

export interface ResolvedAddress {
  address: string;
  family: number;
}

export interface SendOptions {
  /** Networks of the operator's that may be reached besides public addresses. */
  allowed: readonly Network[];
  /** Where connections are taken from, and kept for the next attempt; absent: each attempt has one of its own. */
  connections?: Connections;
  /** Certificates of authorities besides those of the system, PEM; for tests. */
  ca?: string;
  /** Replaced in tests. */
  resolve?: (name: string) => Promise<readonly ResolvedAddress[]>;
  attemptMs?: number;
}

/** A status with the head of the answer, or why there was no answer, in a few words. */
export type Answer =
  | { status: number; retryAfter: string | null }
  | { status: null; error: string };

export interface Sending {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

const resolveAll = (name: string) => lookup(name, { all: true });

/** It never rejects. @param stopped ends the attempt. */
export async function send(
  sending: Sending,
  {
    allowed,
    ca,
    connections,
    resolve = resolveAll,
    attemptMs = webhookLimits.attemptMs,
  }: SendOptions,
  stopped: AbortSignal,
): Promise<Answer> {
  const aborted = AbortSignal.any([stopped, AbortSignal.timeout(attemptMs)]);
  try {
    const url = new URL(sending.url);
    const addresses = await untilAborted(addressesOf(url, resolve), aborted);
    const refusals = addresses.map(({ address }) => addressRefusal(address, url, allowed));
    const permitted = addresses.filter((_, n) => refusals[n] === null);
    if (permitted.length === 0) return { status: null, error: refusals[0] ?? "it has no address" };
    return await post({ ...sending, url }, { addresses: permitted, ca, aborted, connections });
  } catch (error) {
    if (stopped.aborted) return { status: null, error: "the service stopped meanwhile" };
    return { status: null, error: aborted.aborted ? "no answer in time" : plainError(error) };
  }
}

async function addressesOf(
  { hostname }: URL,
  resolve: NonNullable<SendOptions["resolve"]>,
): Promise<readonly ResolvedAddress[]> {
  const host = hostname.replace(/^\[|\]$/g, "");
  const family = isIP(host);
  return family === 0 ? resolve(host) : [{ address: host, family }];
}

/** A resolver may take longer than an attempt. */
function untilAborted<Result>(work: Promise<Result>, aborted: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    aborted.addEventListener("abort", () => reject(aborted.reason), { once: true });
    work.then(resolve, reject);
  });
}

interface PostOptions {
  /** All of them were checked for this attempt. */
  addresses: readonly ResolvedAddress[];
  ca: string | undefined;
  aborted: AbortSignal;
  connections: Connections | undefined;
}

function post(sending: Omit<Sending, "url"> & { url: URL }, options: PostOptions): Promise<Answer> {
  const { url, headers, body } = sending;
  const { addresses, ca, aborted, connections } = options;
  const [request, agent] =
    url.protocol === "https:"
      ? [requestHttps, connections?.https]
      : [requestHttp, connections?.http];
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: "POST",
        headers: { ...headers, "Content-Length": Buffer.byteLength(body) },
        signal: aborted,
        agent: agent ?? false,
        // A connection that was kept is used only if it goes to addresses that were checked now, too.
        checked: addresses.map(({ address }) => address),
        // Asked instead of the resolver, with what was checked.
        lookup: (_name: string, options: { all?: boolean | undefined }, found: Found) => {
          if (options.all) found(null, [...addresses]);
          else found(null, addresses[0]!.address, addresses[0]!.family);
        },
        ...(ca === undefined ? {} : { ca }),
      } as Parameters<typeof request>[1] & { checked: readonly string[] },
      (answer: IncomingMessage) => {
        discardBody(answer);
        const { statusCode = 0 } = answer;
        resolve({ status: statusCode, retryAfter: answer.headers["retry-after"] ?? null });
      },
    );
    sent.on("error", (error) => {
      // The receiver closed a kept connection at the moment of its next use: that says nothing of this attempt.
      if (sent.reusedSocket && isReset(error)) {
        post(sending, { ...options, connections: undefined }).then(resolve, reject);
      } else reject(error);
    });
    sent.end(body);
  });
}

/** Nothing of the body is kept. A short one is drained, so that the connection can be used again. */
function discardBody(answer: IncomingMessage): void {
  answer.on("error", () => {});
  const { statusCode, headers } = answer;
  const length = statusCode === 204 ? 0 : Number(headers["content-length"] ?? Number.NaN);
  if (length <= webhookLimits.drainedBytesMax) answer.resume();
  else answer.destroy();
}

const isReset = (error: Error) =>
  ["ECONNRESET", "EPIPE"].includes(String((error as { code?: unknown }).code));

type Found = (
  error: null,
  address: string | { address: string; family: number }[],
  family?: number,
) => void;

const plainErrors: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was closed",
  ENOTFOUND: "its name is not known",
  EAI_AGAIN: "its name could not be resolved",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another name",
  CERT_HAS_EXPIRED: "its certificate has expired",
};

/** What the other end sent is never part of it. */
function plainError(error: unknown): string {
  const { code, name } = Object(error) as { code?: unknown; name?: unknown };
  const text = typeof code === "string" ? code : String(name);
  const known = plainErrors[text];
  const short = /^[A-Z0-9_]{1,60}$/i.test(text) ? text : "unknown";
  return known ? `${known} (${short})` : `no connection (${short})`;
}
