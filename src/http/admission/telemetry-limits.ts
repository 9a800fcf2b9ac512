/**
 * How much telemetry is taken in: batches a second, bytes a day, and none of it where the disk is
 * nearly full. A publishable key is in every page, so whoever has read one can send with it.
 */
import { telemetryLimits as protocolLimits } from "../../attempt/telemetry/protocol.ts";
import { diskSpaceOf, spaceText } from "../../base/disk-space.ts";
import { log } from "../../base/log.ts";
import { RecentValues } from "../../base/recent-values.ts";
import type { QuotaStore } from "../../storage/port/quotas.ts";
import { Problem } from "../problems/problem.ts";
import {
  alone,
  type Copies,
  callersMax,
  limited,
  partOf,
  type RateLimit,
  rateLimiter,
  type TakeTokens,
  tokenBuckets,
} from "./rate-limit.ts";
import { sharedBuckets } from "./shared-buckets.ts";

const mib = 1024 ** 2;
const dayS = 24 * 60 * 60;

/** Who sent a batch. */
export interface BatchSender {
  projectId: string;
  keyId: string;
  /** As `callerOf` gives it. */
  caller: string;
  collectionId: string;
}

/** Each 0 for no limit. */
export interface TelemetrySettings {
  /** Batches a second: with each publishable key, from each IP address and of each collection. */
  telemetryRateLimit: number;
  telemetryAddressLimit: number;
  telemetryCollectionLimit: number;
  /** MiB a day: with each publishable key, for each project, and from each address for a project. */
  telemetryKeyQuotaMib: number;
  telemetryProjectQuotaMib: number;
  telemetryAddressQuotaMib: number;
}

/** In the order in which they apply. */
export interface TelemetryLimits {
  /** Before any work. @throws Problem rate_limited */
  address: RateLimit;
  /** For a valid batch of so many bytes. @throws Problem rate_limited, unavailable */
  batch(sender: BatchSender, bytes: number): void;
  /** Tells the other copies what was used of the quotas that all use up together. */
  report(): Promise<void>;
}

/** What the copies of the service have in common. */
export interface CopiesDeps {
  copies: Copies;
  /** Absent where a process counts for itself. */
  quotas?: QuotaStore | undefined;
}

/** What a visit under way may still send when the key's limit is used up. */
export const reserve = {
  /** As a part of the key's limit, and on top of it. */
  ofKey: 1 / 4,
  /**
   * A collection is under way when a batch of it was taken in this long ago, ms: a flood that begins
   * finds the visits that it would drown already under way.
   */
  afterMs: 5000,
  /** Batches a second of the reserve for one address: many visitors share one, a flood wants more. */
  perAddress: 20,
} as const;

/** Batches of a collection, then those of the key, which all visitors of a site share, then bytes. */
export function telemetryLimits(
  settings: TelemetrySettings,
  now: () => number,
  assertSpace: () => void = () => {},
  { copies, quotas }: CopiesDeps = { copies: alone },
): TelemetryLimits {
  const collection = rateLimiter(settings.telemetryCollectionLimit, now, "collection", copies);
  const key = keyLimit(settings.telemetryRateLimit, now, copies);
  const shared = quotas ? sharedBuckets(quotas, { copies, now, atOnce }) : null;
  const ofAll = () => shared?.take ?? tokenBuckets(now);
  // Addresses are too many to tell the other copies about.
  const divided = dividedBuckets(now, copies);
  const ofAddress = dailyQuota(settings.telemetryAddressQuotaMib, "address-day", divided);
  const ofKey = dailyQuota(settings.telemetryKeyQuotaMib, "key-day", ofAll());
  const ofProject = dailyQuota(settings.telemetryProjectQuotaMib, "project-day", ofAll());
  return {
    address: rateLimiter(settings.telemetryAddressLimit, now, "address", copies),
    batch(sender, bytes) {
      const { projectId, keyId, caller, collectionId } = sender;
      assertSpace();
      collection(`${projectId}:${collectionId}`);
      key(sender);
      ofAddress(`${projectId}:${caller}`, bytes);
      ofKey(keyId, bytes);
      ofProject(projectId, bytes);
    },
    report: shared?.report ?? (async () => {}),
  };
}

/** Bytes of the largest batch: a copy's part of a quota has room for one. */
const atOnce = protocolLimits.batchBytes;

function dividedBuckets(now: () => number, copies: Copies): TakeTokens {
  const take = tokenBuckets(now);
  return (caller, wanted, size) => take(caller, wanted, partOf(size, copies(), atOnce));
}

function keyLimit(
  perSecond: number,
  now: () => number,
  copies: Copies,
): (sender: BatchSender) => void {
  if (perSecond === 0) return () => {};
  const main = rateLimiter(perSecond, now, "key", copies);
  const reserved = rateLimiter(Math.ceil(perSecond * reserve.ofKey), now, "key", copies);
  const reservedByAddress = rateLimiter(reserve.perAddress, now, "address", copies);
  /** When the first batch of a collection was taken in. */
  const begun = new RecentValues<number>(callersMax);
  return ({ projectId, keyId, caller, collectionId }) => {
    const name = `${projectId}:${collectionId}`;
    const beganAt = begun.get(name);
    try {
      main(keyId);
    } catch (refusal) {
      if (beganAt === undefined || now() - beganAt < reserve.afterMs) throw refusal;
      reservedByAddress(`${keyId}:${caller}`);
      reserved(keyId);
    }
    if (beganAt === undefined) begun.set(name, now());
  };
}

/**
 * A day's bytes at once, which come back over a day: who has used them up is slowed down to the rate at
 * which they come back, and not shut out until midnight. Where a process counts for itself, a restart fills
 * it up.
 *
 * @param quotaMib 0 for no limit.
 */
function dailyQuota(
  quotaMib: number,
  policy: string,
  take: TakeTokens,
): (caller: string, bytes: number) => void {
  if (quotaMib === 0) return () => {};
  const capacity = quotaMib * mib;
  const size = { capacity, perSecond: capacity / dayS };
  const detail = `The limit is ${quotaMib} MiB of telemetry a day. Wait for the seconds in Retry-After.`;
  return (caller, bytes) => {
    const waitS = take(`${policy} ${caller}`, bytes, size);
    const quota = `q=${capacity};qu="content-bytes";w=${dayS}`;
    if (waitS > 0) throw limited(detail, `"${policy}"`, quota, waitS);
  };
}

/** How often the free space is looked at, ms: at 60 MiB a second it changes by 60 MiB. */
const lookEveryMs = 1000;
/** A disk does not become empty by itself. */
const retryAfterS = 60;

/**
 * @returns a function that throws Problem unavailable while the disk of a folder has less space than
 *   `floorMib`: what is left is for decisions. The first looks are not waited for.
 */
export function spaceGuard(
  folder: string,
  floorMib: number,
  now: () => number,
  spaceOf = diskSpaceOf,
): () => void {
  if (floorMib === 0) return () => {};
  let lookedAt = Number.NEGATIVE_INFINITY;
  let isShort = false;

  async function look(): Promise<void> {
    const { free } = await spaceOf(folder);
    const wasShort = isShort;
    isShort = free < floorMib * mib;
    if (isShort === wasShort) return;
    if (isShort) log("warning", "telemetry_refused", { free: spaceText(free), floorMib });
    else log("info", "telemetry_accepted", { free: spaceText(free), floorMib });
  }

  return () => {
    const at = now();
    if (Math.abs(at - lookedAt) >= lookEveryMs) {
      lookedAt = at;
      look().catch((error) => log("warning", "disk_space", { reason: `${error}` }));
    }
    if (!isShort) return;
    const detail = "The disk is nearly full, and what is left of it is for decisions.";
    throw new Problem("unavailable", detail, { headers: { "Retry-After": String(retryAfterS) } });
  };
}
