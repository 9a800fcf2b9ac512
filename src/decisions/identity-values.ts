/** The values by which a decision is linked with others, as it stores them. */
import type { RiskRequest } from "../attempt/request/risk-request.ts";
import { wasAtKiosk } from "../risk/recompute.ts";
import type { DecisionRecord } from "../storage/port/decisions.ts";
import { isBlanked } from "../storage/port/guests.ts";
import type { LinkKind } from "../storage/port/search.ts";

/**
 * At a kiosk, neither the device nor the address links a booking with others.
 * @returns empty where the guest's data was removed.
 */
export function identityValues(record: DecisionRecord): Partial<Record<LinkKind, string>> {
  if (isBlanked(record)) return {};
  const { booker, payment } = JSON.parse(record.request) as RiskRequest;
  const { collection } = JSON.parse(record.evidence) as {
    collection?: { lastDeviceId?: string | null; lastIp?: string | null } | null;
  };
  const seen = wasAtKiosk(record) ? null : collection;
  const values: Readonly<Record<LinkKind, string | null | undefined>> = {
    name: `${booker.firstName} ${booker.lastName}`,
    email: booker.email,
    phone: booker.phone,
    booker: booker.referenceId,
    card: payment?.instrumentId,
    device: seen?.lastDeviceId,
    ip: seen?.lastIp,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value));
}
