/**
 * Requests of the dashboard's API without a session, which anybody can send: they are limited by address, few
 * of them begin in a turn of the event loop, and their bodies are short. A flood of them then costs little of
 * the thread that decides. All of it comes before a body is read.
 */
import { clientAddress } from "../../base/client-address.ts";
import { EventLoopShare } from "../../base/event-loop-share.ts";
import { RecentValues } from "../../base/recent-values.ts";
import type { AnswerPace } from "../admission/answer-pace.ts";
import { limited, callerOf as networkOf, tokenBuckets } from "../admission/rate-limit.ts";
import { unavailable } from "../problems/to-problem.ts";
import type { RouteDeps } from "./deps.ts";
import { callerOf, sessionOf } from "./guards.ts";

export const withoutSessionLimits = {
  /** Requests from an address, an IPv6 /64 being one: a second, and at once after a pause. */
  address: { perSecond: 30, capacity: 300 },
  /** Requests that wait for their turn, from all addresses. */
  waiting: 1024,
  /** Of a body. The largest is a passkey's, of 2 KiB. */
  bodyBytes: 4096,
} as const;

const bodyBytesOfSession = 64 * 1024;

/** How long a session that was found is not looked for here again, ms. The guards look for it each time. */
export const knownMs = 60_000;
const knownMax = 10_000;

/** The cookie's name is the sign-in library's. */
const sessionCookie = /(?:^|;\s*)(?:__Secure-)?booking-risk\.session_token=([^;]+)/;

export type Admit = (request: Request, peer: string) => Promise<number>;

/**
 * @returns a function that admits a request, and resolves with the most bytes that its body may have. It
 *   throws Problem rate_limited, unavailable.
 */
export function admission(
  deps: Pick<RouteDeps, "now" | "trustedProxies" | "signIn">,
  pace: AnswerPace,
): Admit {
  const { now, trustedProxies } = deps;
  const take = tokenBuckets(now);
  const share = new EventLoopShare({ perTurn: 1, perMs: 0 });
  /** When the session of a cookie was found. */
  const known = new RecentValues<number>(knownMax);
  let waiting = 0;

  async function waitForTurn(): Promise<void> {
    if (waiting >= withoutSessionLimits.waiting) {
      throw unavailable("Too many requests without a session are waiting. Try again.");
    }
    const turn = share.turn();
    if (!turn) return;
    waiting += 1;
    await turn;
    waiting -= 1;
  }

  async function limit(request: Request, peer: string): Promise<void> {
    try {
      takeOne(take, clientAddress(peer, request.headers.get("x-forwarded-for"), trustedProxies));
      await waitForTurn();
    } catch (refusal) {
      await pace.turn("");
      throw refusal;
    }
  }

  return async (request, peer) => {
    const [, cookie] = sessionCookie.exec(request.headers.get("cookie") ?? "") ?? [];
    const foundAt = cookie === undefined ? undefined : known.get(cookie);
    if (foundAt === undefined) await limit(request, peer);
    else if (now() - foundAt < knownMs) return bodyBytesOfSession;
    if (cookie === undefined) return withoutSessionLimits.bodyBytes;
    if (await sessionOf(deps, callerOf(deps, request, peer))) {
      known.set(cookie, now());
      return bodyBytesOfSession;
    }
    known.delete(cookie); // It has ended: from now on its requests are limited.
    return withoutSessionLimits.bodyBytes;
  };
}

/** @throws Problem rate_limited */
function takeOne(take: ReturnType<typeof tokenBuckets>, address: string): void {
  const { perSecond, capacity } = withoutSessionLimits.address;
  const waitS = take(networkOf(address), 1, { perSecond, capacity });
  if (waitS === 0) return;
  const detail = `Without a session, the limit is ${perSecond} requests a second from an address.`;
  throw limited(detail, '"address"', `q=${capacity};w=${capacity / perSecond}`, waitS);
}
