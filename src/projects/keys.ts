/** Keys: their format, which a typo or a scanner can be checked against offline, and their life. */
import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import type { AuditRecord } from "../storage/audit.ts";
import type { KeyOwner, KeyRecord } from "../storage/keys.ts";
import type { Store } from "../storage/store.ts";

export type KeyKind = KeyRecord["kind"];

const prefixes: Readonly<Record<KeyKind, string>> = { secret: "sk_", publishable: "pk_" };
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const randomLength = 32; // 190 bits
const checksumLength = 6; // 62^6 > 2^32
const format = /^[ps]k_[0-9A-Za-z]{38}$/;

/** A new key: `pk_` or `sk_`, 32 random base62 characters, and the checksum of all before it. */
export function newKey(kind: KeyKind): string {
  const body = prefixes[kind] + randomBase62(randomLength);
  return body + checksumOf(body);
}

/** Whether a text has a key's form and its checksum is right. Says nothing about whose it is. */
export function isWellFormedKey(text: string): boolean {
  if (!format.test(text)) return false;
  return text.slice(-checksumLength) === checksumOf(text.slice(0, -checksumLength));
}

/** CRC-32 in base62, most significant digit first, padded with zeros. */
function checksumOf(body: string): string {
  let rest = crc32(body);
  let digits = "";
  for (let i = 0; i < checksumLength; i++) {
    digits = alphabet[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** Bytes above the largest multiple of 62 are thrown away, so that no character is likelier. */
export function randomBase62(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += alphabet[byte % 62];
    }
  }
  return text;
}

export type KeyRefusal = "missing_key" | "invalid_key" | "revoked_key" | "key_mode_mismatch";

/**
 * Whose key this is, or why it is refused. Looks the key up each time: a revocation that any
 * process confirmed holds for every request that starts after it.
 */
export async function authenticate(
  key: string | null,
  wanted: KeyKind,
  store: Store,
): Promise<KeyOwner | KeyRefusal> {
  if (!key) return "missing_key";
  const other: KeyKind = wanted === "secret" ? "publishable" : "secret";
  if (key.startsWith(prefixes[other])) return "key_mode_mismatch";
  if (!isWellFormedKey(key)) return "invalid_key";
  const owner = await store.keys.findOwner(hash("sha256", key));
  if (!owner || owner.kind !== wanted) return "invalid_key";
  // What is archived is out of use: its keys are as good as revoked, until it is taken up again.
  const isOut = owner.revokedAt !== null || owner.project.archivedAt !== null;
  return isOut ? "revoked_key" : owner;
}

/** A key as it may be shown again and again: everything but the key. */
export interface KeySummary {
  keyId: string;
  kind: KeyKind;
  display: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
  revokedAt: string | null;
  /** Null: pages of any origin may use it. A secret key is used by no page. */
  allowedOrigins: readonly string[] | null;
}

/** Characters that a key's name may have. */
export const keyNameMax = 100;

/** What is asked for with a new key. */
export interface NewKey {
  projectId: string;
  kind: KeyKind;
  name: string;
  at: number;
  /** As `readOrigins` gives them; null for any. */
  allowedOrigins?: readonly string[] | null;
}

/**
 * Makes a key of a project. The answer is the only place where the key itself ever stands.
 * @param audit the line that tells who made it.
 * @returns null where there is no such project.
 */
export async function createKey(
  { projectId, kind, name, at, allowedOrigins = null }: NewKey,
  store: Store,
  audit?: (key: KeyRecord) => AuditRecord,
): Promise<
  | (Pick<KeySummary, "keyId" | "kind" | "name" | "createdAt" | "allowedOrigins"> & {
      key: string;
    })
  | null
> {
  if (!(await store.projects.find(projectId))) return null;
  const key = newKey(kind);
  const record: KeyRecord = {
    id: `key_${randomBase62(16)}`,
    projectId,
    kind,
    hash: hash("sha256", key),
    start: key.slice(0, 8),
    end: key.slice(-4),
    name,
    createdAt: at,
    lastUsedAt: null,
    revokedAt: null,
    allowedOrigins,
  };
  await store.keys.create(record, audit?.(record));
  const createdAt = new Date(at).toISOString();
  return { keyId: record.id, kind, key, name, createdAt, allowedOrigins };
}

export function keySummary(key: KeyRecord): KeySummary {
  const time = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  return {
    keyId: key.id,
    kind: key.kind,
    display: `${key.start}…${key.end}`,
    name: key.name,
    createdAt: new Date(key.createdAt).toISOString(),
    lastUsedAt: time(key.lastUsedAt),
    revokedAt: time(key.revokedAt),
    allowedOrigins: key.allowedOrigins,
  };
}
