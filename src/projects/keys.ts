/** API keys: authentication, and what accounts and operators do with them. */
import { hash } from "node:crypto";
import { randomBase62 } from "../base/base62.ts";
import { DomainError, invalidInput } from "../base/domain-error.ts";
import { isoTime } from "../base/iso-time.ts";
import { type Actor, type AuditRecord, auditEntry } from "../storage/port/audit.ts";
import type { KeyLimits, KeyOwner, KeyRecord, KeyRestrictions } from "../storage/port/keys.ts";
import type { Store } from "../storage/port/store.ts";
import { isWellFormedKey, type KeyKind, keyKinds, keyPrefixes, newKey } from "./key-format.ts";
import {
  type RestrictionsInput,
  readRestrictions,
  restrictionsDetail,
} from "./key-restrictions.ts";
import { readName } from "./name.ts";
import { BadOrigin, readOrigins } from "./origins.ts";
import { getProject } from "./projects.ts";
import { isChange } from "./setting-change.ts";

export { type KeyKind, keyKinds } from "./key-format.ts";

export type KeyRefusal = "missing_key" | "invalid_key" | "revoked_key" | "key_mode_mismatch";

/**
 * The key's project, or why the key is refused. The store is asked each time: a revocation that any
 * process has confirmed holds for every request that starts after it.
 */
export function authenticate(
  key: string | null,
  wanted: KeyKind,
  store: Pick<Store, "keys">,
): KeyOwner | KeyRefusal | Promise<KeyOwner | KeyRefusal> {
  if (!key) return "missing_key";
  const other: KeyKind = wanted === "secret" ? "publishable" : "secret";
  if (key.startsWith(keyPrefixes[other])) return "key_mode_mismatch";
  if (!isWellFormedKey(key)) return "invalid_key";
  const found = store.keys.findOwner(hash("sha256", key));
  return found instanceof Promise
    ? found.then((owner) => ownerOrRefusal(owner, wanted))
    : ownerOrRefusal(found, wanted);
}

function ownerOrRefusal(owner: KeyOwner | null, wanted: KeyKind): KeyOwner | KeyRefusal {
  if (!owner || owner.kind !== wanted) return "invalid_key";
  // The keys of an archived project are refused as if they were revoked, until it is restored.
  const isRefused = owner.revokedAt !== null || owner.project.archivedAt !== null;
  return isRefused ? "revoked_key" : owner;
}

/** A key as it may be shown again and again: everything but the key itself. */
export interface KeySummary {
  keyId: string;
  kind: KeyKind;
  display: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
  revokedAt: string | null;
  /** Null: pages of any origin may use it. No page uses a secret key. */
  allowedOrigins: readonly string[] | null;
  /** From then on the key is refused; null: never. */
  expiresAt: string | null;
  /** Null: servers of any address may use it. Pages use a publishable key from anywhere. */
  allowedAddresses: readonly string[] | null;
  /** Requests a second; null: it has no limit of its own. */
  rateLimit: number | null;
}

/** The one answer that contains the key itself. */
export interface CreatedKey extends Omit<KeySummary, "display" | "lastUsedAt" | "revokedAt"> {
  key: string;
}

export interface KeyDeps {
  store: Pick<Store, "keys" | "projects">;
  now: () => number;
}

/** @throws DomainError project_not_found */
export async function listKeys(
  { store }: Pick<KeyDeps, "store">,
  projectId: string,
): Promise<KeySummary[]> {
  await getProject(store, projectId);
  return (await store.keys.list(projectId)).map(keySummary);
}

/** @throws DomainError invalid_input, project_not_found, project_archived */
export async function createKey(
  { store, now }: KeyDeps,
  actor: Actor,
  input: {
    projectId: string;
    kind: string;
    /** Absent: a key without a name. */
    name?: string | undefined;
    /** Null or absent: any. */
    allowedOrigins?: readonly string[] | null | undefined;
  } & RestrictionsInput,
): Promise<CreatedKey> {
  const { projectId } = input;
  const kind = readKind(input.kind);
  const name = input.name === undefined ? "" : readName(input.name);
  const allowedOrigins = readAllowedOrigins(kind, input.allowedOrigins ?? null);
  const at = now();
  const restrictions = { ...unrestricted, ...readRestrictions(kind, input, at) };
  const project = await getProject(store, projectId);
  if (project.archivedAt !== null) throw new DomainError("project_archived", { projectId });
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
    ...restrictions,
  };
  const { id: keyId, end } = record;
  await store.keys.create(
    record,
    auditEntry(actor, at, "key.create", {
      subject: keyId,
      projectId,
      detail: { kind, name, end, ...setOnes(restrictions) },
    }),
  );
  const { createdAt, expiresAt } = keySummary(record);
  const shown = { keyId, kind, key, name, createdAt, allowedOrigins };
  return { ...shown, ...restrictions, expiresAt };
}

const unrestricted: KeyRestrictions = { expiresAt: null, allowedAddresses: null, rateLimit: null };

/** Those that the key has, for the audit log. */
function setOnes(restrictions: KeyRestrictions) {
  const all = Object.entries(restrictionsDetail(restrictions));
  return Object.fromEntries(all.filter(([, value]) => value !== null));
}

/** A key, by its identifier; with `projectId` only a key of that project. */
export interface KeyInput {
  keyId: string;
  projectId?: string;
}

/** @throws DomainError invalid_input, key_not_found */
export async function renameKey(
  { store, now }: KeyDeps,
  actor: Actor,
  input: KeyInput & { name: string },
): Promise<KeySummary> {
  const name = readName(input.name);
  const key = await getKey(store, input);
  const { id, projectId } = key;
  await store.keys.rename(
    id,
    name,
    auditEntry(actor, now(), "key.rename", { subject: id, projectId, detail: { name } }),
  );
  return keySummary({ ...key, name });
}

/**
 * Takes effect with the next request.
 * @param input `replaces`: the origins that were shown; undefined: whatever is stored.
 * @throws DomainError invalid_input, key_not_found, setting_changed
 */
export async function setKeyOrigins(
  deps: KeyDeps,
  actor: Actor,
  input: KeyInput & {
    allowedOrigins: readonly string[] | null;
    replaces?: readonly string[] | null | undefined;
  },
): Promise<KeySummary> {
  return changeLimits(deps, input, (key) => {
    if (key.kind === "secret") throw secretKeyHasNoOrigins();
    const allowedOrigins = readAllowedOrigins(key.kind, input.allowedOrigins);
    const about = { subject: key.id, projectId: key.projectId, detail: { allowedOrigins } };
    const audit = auditEntry(actor, deps.now(), "key.origins", about);
    return { limits: { allowedOrigins }, shown: key.allowedOrigins, audit };
  });
}

/**
 * Sets when a key expires, from which addresses it is accepted and how often. Takes effect with the
 * next request.
 * @param input `replaces`: the restrictions that were shown; undefined: whatever is stored.
 * @throws DomainError invalid_input, key_not_found, setting_changed
 */
export async function restrictKey(
  deps: KeyDeps,
  actor: Actor,
  input: KeyInput & RestrictionsInput & { replaces?: ShownRestrictions | undefined },
): Promise<KeySummary> {
  return changeLimits(deps, input, (key) => {
    const at = deps.now();
    const limits = readRestrictions(key.kind, input, at);
    const { expiresAt, allowedAddresses, rateLimit } = keySummary(key);
    const about = { subject: key.id, projectId: key.projectId, detail: restrictionsDetail(limits) };
    const audit = auditEntry(actor, at, "key.restrict", about);
    return { limits, shown: { expiresAt, allowedAddresses, rateLimit }, audit };
  });
}

/** As `KeySummary` has them. */
export type ShownRestrictions = Pick<KeySummary, keyof KeyRestrictions>;

/**
 * Changes what is stored, again where somebody else has changed the same limits in the meantime.
 */
async function changeLimits<Shown>(
  { store }: KeyDeps,
  input: KeyInput & { replaces?: Shown | undefined },
  change: (key: KeyRecord) => { limits: Partial<KeyLimits>; shown: Shown; audit: AuditRecord },
): Promise<KeySummary> {
  for (;;) {
    const key = await getKey(store, input);
    const { limits, shown, audit } = change(key);
    const names = Object.keys(limits) as (keyof KeyLimits)[];
    const before = Object.fromEntries(names.map((name) => [name, key[name]]));
    if (!isChange(limits, before, { replaces: input.replaces, stored: shown })) {
      return keySummary(key);
    }
    if (await store.keys.replaceLimits(key.id, { limits, before }, audit)) {
      return keySummary({ ...key, ...limits });
    }
  }
}

/**
 * No request that starts after the answer is accepted with the key. Revoking it again changes
 * nothing.
 * @throws DomainError key_not_found
 */
export async function revokeKey(
  { store, now }: KeyDeps,
  actor: Actor,
  input: KeyInput,
): Promise<KeySummary> {
  const key = await getKey(store, input);
  const { id, projectId, name, end } = key;
  const at = now();
  await store.keys.revoke(
    id,
    at,
    auditEntry(actor, at, "key.revoke", { subject: id, projectId, detail: { name, end } }),
  );
  return keySummary({ ...key, revokedAt: key.revokedAt ?? at });
}

async function getKey(store: KeyDeps["store"], { keyId, projectId }: KeyInput): Promise<KeyRecord> {
  const key = await store.keys.find(keyId);
  if (key && (projectId === undefined || key.projectId === projectId)) return key;
  throw new DomainError("key_not_found", { keyId });
}

function readKind(text: string): KeyKind {
  const kind = keyKinds.find((one) => one === text);
  if (kind) return kind;
  throw invalidInput("kind", `must be one of ${keyKinds.join(", ")}`);
}

function readAllowedOrigins(kind: KeyKind, texts: readonly string[] | null): string[] | null {
  if (texts === null) return null;
  if (kind === "secret") throw secretKeyHasNoOrigins();
  if (texts.length === 0) throw invalidInput("allowedOrigins", "must not be empty");
  try {
    return readOrigins(texts.map((text) => text.trim()));
  } catch (error) {
    if (!(error instanceof BadOrigin)) throw error;
    throw invalidInput("allowedOrigins", error.message);
  }
}

function secretKeyHasNoOrigins() {
  return invalidInput("allowedOrigins", "applies to publishable keys only");
}

export function keySummary(key: KeyRecord): KeySummary {
  return {
    keyId: key.id,
    kind: key.kind,
    display: `${key.start}…${key.end}`,
    name: key.name,
    createdAt: isoTime(key.createdAt),
    lastUsedAt: isoTime(key.lastUsedAt),
    revokedAt: isoTime(key.revokedAt),
    allowedOrigins: key.allowedOrigins,
    expiresAt: isoTime(key.expiresAt),
    allowedAddresses: key.allowedAddresses,
    rateLimit: key.rateLimit,
  };
}
