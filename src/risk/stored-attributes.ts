/** The attributes that the request of a stored decision had. */
import type { Attributes } from "../request/attributes.ts";
import type { RiskRequest } from "../request/risk-request.ts";
import type { DecisionRecord } from "../storage/decisions.ts";

/** Undefined where it had none; a request is read only if it may have some: a text with the name may be anything. */
export function storedAttributes({
  request,
}: Pick<DecisionRecord, "request">): Attributes | undefined {
  if (!request.includes('"attributes":{')) return undefined;
  return (JSON.parse(request) as RiskRequest).attributes;
}
