/** The attributes that the request of a stored decision had. */
import type { RiskRequest } from "../attempt/request/risk-request.ts";
import type { Attributes } from "../storage/port/attributes.ts";
import type { DecisionRecord } from "../storage/port/decisions.ts";

/** Undefined where it had none. A request is parsed only if it has some: in a text, quotes are escaped. */
export function storedAttributes({
  request,
}: Pick<DecisionRecord, "request">): Attributes | undefined {
  if (!request.includes('"attributes":{')) return undefined;
  return (JSON.parse(request) as RiskRequest).attributes;
}
