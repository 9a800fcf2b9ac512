/** Reads what is to be listed: the value as the identities of attempts are, so that equal ones are equal. */
import { networkText, parseNetwork } from "../../base/client-address.ts";
import { FieldFault, FieldReader } from "../../base/domain-error.ts";
import { notInOneLine } from "../../base/one-line.ts";
import { readTime, timeRule } from "../../projects/time-text.ts";
import { parseDecisionId } from "../../risk/decision.ts";
import {
  identityOfDomain,
  identityOfNetwork,
  identityOfText,
} from "../../risk/velocity/identities.ts";
import {
  type ListKind,
  type ListType,
  listKinds,
  listTypes,
  type NewListEntry,
} from "../../storage/port/lists.ts";
import { identityTextRules, readIdentityText } from "../identity-text.ts";
import { listLimits, neverAllowed } from "./limits.ts";

/** An entry as it is asked for. */
export interface EntryInput {
  /** A `ListKind`. */
  kind: unknown;
  /** A `ListType`. */
  type: unknown;
  /** As people write it. */
  value: unknown;
  reason: unknown;
  /** ISO 8601; required for the list `allow`. Absent or null: until it is archived. */
  expiresAt?: unknown;
  /** The decision because of which it is added. Absent or null: none. */
  decisionId?: unknown;
  /** Of the list watch: whether bookings that it marks go to review. Absent or null: false. */
  review?: unknown;
}

/** The value of an entry, and the number by which attempts are compared with it. */
export type ListedValue = Pick<NewListEntry, "type" | "value" | "identity" | "network">;
type ReadEntry = ListedValue &
  Pick<NewListEntry, "kind" | "reason" | "expiresAt" | "decisionId" | "review">;

/**
 * @param now Unix ms.
 * @throws DomainError invalid_input, with every field at fault. No message repeats the value.
 */
export function readEntry(projectId: string, input: EntryInput, now: number): ReadEntry {
  const fields = new FieldReader();
  const kind = fields.read("kind", () => readKind(input.kind));
  const type = fields.read("type", () => readType(input.type, kind));
  const value = type && fields.read("value", () => readValue(projectId, type, input.value));
  const reason = fields.read("reason", () => reasonOf(input.reason));
  const expiresAt = fields.read("expiresAt", () => readExpiry(input.expiresAt ?? null, kind, now));
  const decisionId = fields.read("decisionId", () => readDecisionId(input.decisionId ?? null));
  const review = fields.read("review", () => readReview(input.review ?? false, kind));
  fields.assertRead();
  return { ...value!, kind: kind!, reason: reason!, expiresAt, decisionId, review: review! };
}

/**
 * What a typed text may stand for in the lists: for finding entries.
 * @returns empty where it can be none.
 */
export function typedValues(projectId: string, typed: string): ListedValue[] {
  return listTypes.flatMap((type) => typedValue(projectId, type, typed) ?? []);
}

/** A text as a value of one type; null where it is none that can be listed. */
export function typedValue(projectId: string, type: ListType, typed: string): ListedValue | null {
  try {
    return readValue(projectId, type, typed);
  } catch (error) {
    if (error instanceof FieldFault) return null;
    throw error;
  }
}

const oneOf = <Name extends string>(names: readonly Name[], given: unknown): Name => {
  const found = names.find((name) => name === given);
  if (found === undefined) throw new FieldFault(`must be one of ${names.join(", ")}`);
  return found;
};

const readKind = (given: unknown): ListKind => oneOf(listKinds, given);

function readType(given: unknown, kind: ListKind | null): ListType {
  const type = oneOf(listTypes, given);
  if (kind !== "allow" || !neverAllowed.includes(type)) return type;
  throw new FieldFault("must not be domain or ip in the list allow: many people share one");
}

function readValue(projectId: string, type: ListType, given: unknown): ListedValue {
  const text = lineOf(given, listLimits.value);
  if (type === "domain") return readDomain(projectId, text);
  if (type === "ip") return readAddress(projectId, text);
  const value = readIdentityText(type, text);
  if (value === null) throw new FieldFault(identityTextRules[type]);
  return {
    type,
    value: type === "email" ? value.toLowerCase() : value,
    identity: identityOfText(projectId, type, value),
    network: null,
  };
}

const domainForm = /^(?=.{1,253}$)[^\s@.]+(\.[^\s@.]+)+\.?$/;

function readDomain(projectId: string, text: string): ListedValue {
  const name = text.replace(/^@/, "");
  if (!domainForm.test(name)) throw new FieldFault("must be one domain, such as example.com");
  const found = identityOfDomain(projectId, name);
  if (found)
    return { type: "domain", value: found.domain, identity: found.identity, network: null };
  throw new FieldFault("must not be a public mail provider: unrelated people have addresses there");
}

function readAddress(projectId: string, text: string): ListedValue {
  const network = parsedNetwork(text);
  if (network === null) {
    throw new FieldFault("must be an address or a network, such as 203.0.113.7 or 2001:db8::/32");
  }
  const [address, bits] = network;
  const family = address.kind() === "ipv4" ? 4 : 6;
  if (bits < listLimits.prefix[family]) {
    const { prefix } = listLimits;
    throw new FieldFault(
      `must not be larger than a /${prefix[4]} of IPv4 or a /${prefix[6]} of IPv6`,
    );
  }
  const value = networkText(network);
  if (!value.includes("/")) {
    return { type: "ip", value, identity: identityOfText(projectId, "ip", value), network: null };
  }
  const identity = identityOfNetwork(projectId, value);
  return { type: "ip", value, identity, network: `${family}/${bits}` };
}

function parsedNetwork(text: string) {
  try {
    return parseNetwork(text);
  } catch {
    return null;
  }
}

/** What a database returns unchanged, in one line; empty where it is not that, or is too long. */
function lineOf(given: unknown, max: number): string {
  const text = typeof given === "string" ? given.trim() : "";
  return text.length <= max && text.isWellFormed() && !/\p{Cc}/u.test(text) ? text : "";
}

/** @throws DomainError invalid_input */
export function readReason(given: unknown, field = "reason"): string {
  const fields = new FieldReader();
  const reason = fields.read(field, () => reasonOf(given));
  fields.assertRead();
  return reason!;
}

function reasonOf(given: unknown): string {
  const text = lineOf(given, listLimits.reason);
  if (text !== "" && !notInOneLine.test(text)) return text;
  throw new FieldFault(
    `must be one line of 1 to ${listLimits.reason} characters: who reads the entry later asks why`,
  );
}

function readExpiry(given: unknown, kind: ListKind | null, now: number): number | null {
  if (given === null) {
    if (kind === "allow") throw new FieldFault("is required in the list allow");
    return null;
  }
  const at = typeof given === "string" ? readTime(given) : null;
  if (at === null) throw new FieldFault(timeRule);
  if (at <= now) throw new FieldFault("must be in the future");
  return at;
}

function readDecisionId(given: unknown): string | null {
  if (given === null || (typeof given === "string" && parseDecisionId(given))) return given;
  throw new FieldFault("must be the ID of a decision: dec_ and 32 digits from 0-9 and a-f");
}

function readReview(given: unknown, kind: ListKind | null): boolean {
  if (typeof given !== "boolean") throw new FieldFault("must be true or false");
  if (given && kind !== "watch") throw new FieldFault("must not be true but in the list watch");
  return given;
}
