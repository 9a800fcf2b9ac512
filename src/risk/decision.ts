/** Decisions: their identifiers, and the response that a merchant gets. */
import { UUID, V7Generator } from "uuidv7";
import { isoTime } from "../base/iso-time.ts";
import type { DecisionRecord } from "../storage/port/decisions.ts";

/** The response of `POST /v1/risk`. */
export interface Decision {
  decisionId: string;
  riskScore: number;
  riskLevel: string;
  suggestedAction: string;
  riskSetting: string;
  decidedAt: string;
}

export function decisionResponse(record: DecisionRecord): Decision {
  return {
    decisionId: record.id,
    riskScore: record.riskScore,
    riskLevel: record.riskLevel,
    suggestedAction: record.suggestedAction,
    riskSetting: record.riskSetting,
    decidedAt: isoTime(record.decidedAt),
  };
}

/** A decision's place in the order of all decisions: its time, and a tie breaker within one ms. */
export interface DecisionOrder {
  id: string;
  /** Unix ms. */
  at: number;
  tie: number;
}

/** How far the system clock may be set back before identifiers follow it, ms (RFC 9562, 6.2). */
const rollbackMs = 10_000;

/**
 * Generates the identifiers of decisions: `dec_` and a UUIDv7 without dashes (RFC 9562). Each sorts
 * after the one before it. The time of a decision is that of its identifier, so that the two never
 * disagree about the order.
 */
export function decisionOrders(now: () => number): () => DecisionOrder {
  const generator = new V7Generator();
  return () => orderOf(generator.generateOrResetCore(now(), rollbackMs));
}

/** Parses a decision ID; null where the text is not one. */
export function parseDecisionId(id: string): DecisionOrder | null {
  if (!/^dec_[0-9a-f]{32}$/.test(id)) return null;
  return orderOf(UUID.parse(id.slice("dec_".length)));
}

/**
 * The identifier of an imported attempt: a UUIDv7 of its time and of a digest of its content, so that
 * the same attempt has the same identifier each time. Within one millisecond the order is random.
 *
 * @param digest at least 19 hexadecimal digits of the attempt's digest.
 */
export function pastDecisionOrder(at: number, digest: string): DecisionOrder {
  const bits = (from: number, to: number, most: number) =>
    Number.parseInt(digest.slice(from, to), 16) & most;
  const rest = Number.parseInt(digest.slice(11, 19), 16);
  return orderOf(UUID.fromFieldsV7(at, bits(0, 3, 0xfff), bits(3, 11, 0x3fffffff), rest));
}

/** The same place at another time: the identifier begins with its time. */
export function movedTo(order: DecisionOrder, at: number): DecisionOrder {
  if (at === order.at) return order;
  const time = at.toString(16).padStart(12, "0");
  return { ...order, at, id: `dec_${time}${order.id.slice("dec_".length + time.length)}` };
}

/** A UUIDv7: 48 bits of Unix ms, 4 of version, 12 of counter, 2 of variant, 30 of counter, … */
function orderOf(uuid: UUID): DecisionOrder {
  const hex = uuid.toHex();
  return {
    id: `dec_${hex}`,
    at: Number.parseInt(hex.slice(0, 12), 16),
    tie: Number.parseInt(hex.slice(13, 24), 16),
  };
}
