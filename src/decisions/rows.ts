/** A decision as a row of a list. */
import type { RiskRequest } from "../attempt/request/risk-request.ts";
import { isoTime } from "../base/iso-time.ts";
import { isBlanked } from "../storage/port/guests.ts";
import type { ListedDecision } from "../storage/port/search.ts";

export interface DecisionRow {
  decisionId: string;
  /** ISO 8601, UTC. */
  decidedAt: string;
  requestId: string;
  /** The key that it was requested with; null where there was none, or it was not stored. */
  keyId: string | null;
  riskScore: number;
  riskLevel: string;
  suggestedAction: string;
  riskSetting: string;
  source: string;
  /** `name@version` */
  model: string;
  outcome: string | null;
  /** Whether there is telemetry. */
  telemetry: "seen" | "unseen";
  hotel: { name: string; country: string; referenceId: string | null; giataId: string | null };
  checkIn: string;
  checkOut: string;
  billingCountry: string | null;
  /** Whether its retention has ended: the guest, the hotel and the stay are removed. */
  isBlanked: boolean;
  /** Null without the permission to see guests' data, and where it is removed. */
  guest: { name: string; email: string; phone: string; referenceId: string | null } | null;
}

/** @param personal whether guests' data may be seen. */
export function rowOf(record: ListedDecision, personal: boolean): DecisionRow {
  const { booker, hotel, booking, billing } = JSON.parse(record.request) as RiskRequest;
  const { id: decisionId, requestId, keyId, riskScore, riskLevel } = record;
  const { suggestedAction, riskSetting, source, outcome } = record;
  return {
    decisionId,
    decidedAt: isoTime(record.at),
    requestId,
    keyId,
    riskScore,
    riskLevel,
    suggestedAction,
    riskSetting,
    source,
    model: `${record.modelName}@${record.modelVersion}`,
    outcome,
    telemetry: record.seen ? "seen" : "unseen",
    hotel: {
      name: hotel.name,
      country: hotel.country,
      referenceId: hotel.referenceId ?? null,
      giataId: hotel.giataId ?? null,
    },
    checkIn: booking.checkIn,
    checkOut: booking.checkOut,
    billingCountry: billing?.country ?? null,
    isBlanked: isBlanked(record),
    guest:
      personal && !isBlanked(record)
        ? {
            name: `${booker.firstName} ${booker.lastName}`,
            email: booker.email,
            phone: booker.phone,
            referenceId: booker.referenceId ?? null,
          }
        : null,
  };
}
