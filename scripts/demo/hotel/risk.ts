/** The merchant's side of the integration: one request right before the booking is committed. */
import type { Booker, Stay } from "./stay.ts";

/**
 * How long a guest waits for the risk service. After that this hotel fails open: it accepts the
 * booking and flags it for its staff. That is this merchant's choice; a merchant whose goods are
 * used at once may refuse instead.
 */
const timeoutMs = 2000;

export interface Decision {
  decisionId: string;
  riskScore: number;
  riskLevel: string;
  suggestedAction: "allow" | "deny";
  riskSetting: string;
  decidedAt: string;
}

export interface Assessment {
  request: object;
  /** Absent if the service did not decide. */
  decision?: Decision;
  /** The service's answer, or the reason why there is none. */
  answer: unknown;
  status?: number;
  ms: number;
  action: "allow" | "deny";
  /** The hotel's staff should review this booking. */
  flagged: boolean;
}

/** A body of `POST /v1/risk`. */
interface RiskRequest {
  /** The attempt's. */
  requestId: string;
  [member: string]: unknown;
}

export interface RiskService {
  url: string;
  secretKey: string;
}

/** The booker is the guest, unless the form names someone else. */
function guestsOf(booker: Booker): { firstName: string; lastName: string }[] {
  const { guestFirstName, guestLastName, firstName, lastName } = booker;
  return guestFirstName || guestLastName
    ? [{ firstName: guestFirstName, lastName: guestLastName }]
    : [{ firstName, lastName }];
}

export function riskRequest(
  stay: Stay,
  booker: Booker,
  { collectionId, attempt }: { collectionId: string; attempt: string },
): RiskRequest {
  const { hotel, adults, children } = stay;
  const { addressLine, country } = booker;
  return {
    // Absent if the script was blocked, which the service takes into account.
    ...(collectionId && { collectionId }),
    booker: {
      firstName: booker.firstName,
      lastName: booker.lastName,
      email: booker.email,
      phone: booker.phone,
    },
    guests: guestsOf(booker),
    ...((addressLine || country) && {
      billing: { ...(addressLine && { addressLine }), ...(country && { country }) },
    }),
    hotel: {
      referenceId: hotel.id,
      giataId: hotel.giataId,
      name: hotel.name,
      address: hotel.address,
      country: hotel.country,
    },
    booking: {
      checkIn: stay.checkIn,
      checkOut: stay.checkOut,
      groupSize: { adultCount: adults, ...(children && { childCount: children }) },
    },
    requestId: attempt,
  };
}

export async function assess(service: RiskService, request: RiskRequest): Promise<Assessment> {
  const body = JSON.stringify(request);
  const started = performance.now();
  const took = () => Math.round(performance.now() - started);
  try {
    const response = await fetch(`${service.url}/v1/risk`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "X-Service-Key": service.secretKey,
        // This call sent again counts once; each attempt of a guest counts, however alike they are.
        "Idempotency-Key": request.requestId,
      },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answer: unknown = await response.json();
    const { status } = response;
    // Anyone can cause it with an invalid value, which must not be a way around the score.
    if (status === 422) {
      return { request, answer, status, ms: took(), action: "deny", flagged: false };
    }
    if (status !== 200) return failOpen(request, answer, took(), status);
    const decision = answer as Decision;
    const action = decision.suggestedAction;
    return { request, decision, answer, status, ms: took(), action, flagged: false };
  } catch (error) {
    return failOpen(request, error instanceof Error ? error.message : String(error), took());
  }
}

function failOpen(request: object, answer: unknown, ms: number, status?: number): Assessment {
  return { request, answer, ms, action: "allow", flagged: true, ...(status && { status }) };
}
