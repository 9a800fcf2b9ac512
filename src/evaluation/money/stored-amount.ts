/** The amount of a stored booking. */
import { minorUnitsOf } from "../../attempt/request/currency.ts";
import type { RiskRequest } from "../../attempt/request/risk-request.ts";

/**
 * In units of the currency; null where the request has none in it, nothing is to be paid, or the request was
 * removed at the end of its retention.
 *
 * @param request as stored, JSON. @param currency null: no amount counts.
 */
export function storedAmount(request: string, currency: string | null): number | null {
  if (currency === null) return null;
  const { booking } = readRequest(request);
  const amount = booking?.totalAmount;
  if (amount?.currency !== currency || !(amount.value > 0)) return null;
  return amount.value / minorUnitsOf(currency);
}

function readRequest(request: string): Partial<RiskRequest> {
  try {
    return Object(JSON.parse(request));
  } catch {
    return {};
  }
}
