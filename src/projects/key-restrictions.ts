/** What narrows the use of an API key: until when, from which addresses, how often. */
import { isInNetworks, type Network, networkText, parseNetwork } from "../base/client-address.ts";
import { FieldFault, FieldReader } from "../base/domain-error.ts";
import { isoTime } from "../base/iso-time.ts";
import type { KeyRestrictions } from "../storage/port/keys.ts";
import type { KeyKind } from "./key-format.ts";
import { readTime, timeRule } from "./time-text.ts";

export const keyRestrictionLimits = {
  /** Addresses and networks of one key: each request is compared with all of them. */
  addresses: 100,
  /** Requests a second; as for the service's own limits. */
  perSecond: 1_000_000,
} as const;

/** The given ones are set, null removes one, and an absent one stays as it is. */
export interface RestrictionsInput {
  /** ISO 8601 with a time zone, or a day, which begins at midnight UTC. */
  expiresAt?: string | null | undefined;
  /** Addresses, and networks such as `203.0.113.0/24` and `2001:db8::/32`. */
  allowedAddresses?: readonly string[] | null | undefined;
  /** Requests a second. */
  rateLimit?: number | null | undefined;
}

/**
 * @param now Unix ms.
 * @returns those that were given.
 * @throws DomainError invalid_input, with every field at fault.
 */
export function readRestrictions(
  kind: KeyKind,
  input: RestrictionsInput,
  now: number,
): Partial<KeyRestrictions> {
  const fields = new FieldReader();
  const read: Partial<KeyRestrictions> = {};
  const readInto = <Name extends keyof KeyRestrictions>(
    name: Name,
    reader: () => KeyRestrictions[Name],
  ) => {
    if (input[name] === undefined) return;
    fields.read(name, () => {
      read[name] = reader();
    });
  };
  readInto("expiresAt", () => readExpiry(input.expiresAt ?? null, now));
  readInto("allowedAddresses", () => readAddresses(kind, input.allowedAddresses ?? null));
  readInto("rateLimit", () => readRateLimit(input.rateLimit ?? null));
  fields.assertRead();
  return read;
}

function readExpiry(text: string | null, now: number): number | null {
  if (text === null) return null;
  const at = readTime(text);
  if (at === null) throw new FieldFault(timeRule);
  if (at <= now) throw new FieldFault("must be in the future; to end a key now, revoke it");
  return at;
}

function readAddresses(kind: KeyKind, texts: readonly string[] | null): string[] | null {
  if (texts === null) return null;
  // A publishable key is used by visitors, from anywhere.
  if (kind !== "secret") throw new FieldFault("applies to secret keys only");
  if (texts.length === 0) throw new FieldFault("must not be empty");
  if (texts.length > keyRestrictionLimits.addresses) {
    throw new FieldFault(`must contain at most ${keyRestrictionLimits.addresses} addresses`);
  }
  return [...new Set(texts.map(readNetwork))];
}

function readNetwork(text: string): string {
  try {
    return networkText(parseNetwork(text.trim()));
  } catch {
    const shown = text.length > 80 ? `${text.slice(0, 80)}…` : text;
    throw new FieldFault(
      "must contain only addresses and networks, such as 203.0.113.7 or 2001:db8::/32; " +
        `${JSON.stringify(shown)} is neither`,
    );
  }
}

function readRateLimit(perSecond: number | null): number | null {
  const { perSecond: max } = keyRestrictionLimits;
  const isValid =
    perSecond === null || (Number.isInteger(perSecond) && perSecond >= 1 && perSecond <= max);
  if (isValid) return perSecond;
  throw new FieldFault(`must be a whole number from 1 to ${max}`);
}

export type RestrictionRefusal = "expired_key" | "address_not_allowed";

/**
 * Why a request may not use a key; null where it may.
 * @param now Unix ms.
 * @param address as `clientAddress` gives it; "" where it is not known.
 */
export function restrictionRefusal(
  { expiresAt, allowedAddresses }: KeyRestrictions,
  now: number,
  address: string,
): RestrictionRefusal | null {
  if (expiresAt !== null && expiresAt <= now) return "expired_key";
  if (allowedAddresses === null) return null;
  return isInNetworks(address, networksOf(allowedAddresses)) ? null : "address_not_allowed";
}

/** Parsed once for each list that the store has read, which it caches with its key. */
const parsed = new WeakMap<readonly string[], readonly Network[]>();

function networksOf(texts: readonly string[]): readonly Network[] {
  let networks = parsed.get(texts);
  if (!networks) {
    networks = texts.map(parseNetwork);
    parsed.set(texts, networks);
  }
  return networks;
}

/** For the audit log, with the time in ISO 8601. */
export function restrictionsDetail({ expiresAt, ...others }: Partial<KeyRestrictions>) {
  if (expiresAt === undefined) return others;
  return { ...others, expiresAt: isoTime(expiresAt) };
}
