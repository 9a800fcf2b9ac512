/** The visits of a guest that no decision leads to. */
import { identityOfText } from "../../risk/velocity/identities.ts";
import type { ErasedKind } from "../../storage/port/erasures.ts";
import type { GuestStore } from "../../storage/port/guests.ts";

/** Collections that are read at once. */
const collectionRows = 500;
/** Decisions that are read at once. */
const decisionRows = 16;

export interface SoughtVisits {
  projectId: string;
  kind: ErasedKind;
  /** By which the guest's decisions are found; none where no decision has it. */
  identities: readonly number[];
  /** Whether this is the device by which the guest is found. */
  isSought: (deviceId: string) => boolean;
  /** Unix ms: what came later is ignored. */
  until: number;
}

/**
 * Visits that no decision was made of, by the devices of the guest's decisions: they are the guest's too,
 * and so are those by the device itself, where that is what the guest is found by.
 *
 * @returns `undecided`: the IDs of these collections. `decided`: where the device itself was in a
 *   collection with a decision, the collection's identity, by which the decision is found.
 */
export async function visitsOf(
  guests: GuestStore,
  sought: SoughtVisits,
): Promise<{ undecided: string[]; decided: number[] }> {
  const { projectId, kind, isSought, until } = sought;
  const devices = await devicesOf(guests, sought);
  const visits = { undecided: [] as string[], decided: [] as number[] };
  if (kind !== "device" && devices.size === 0) return visits;
  for (let last = ""; ; ) {
    const page = await guests.collectionDevices(projectId, last, collectionRows);
    for (const { id, firstAt, deviceIds } of page) {
      const isOwn = kind === "device" && deviceIds.some(isSought);
      if (firstAt > until || !(isOwn || deviceIds.some((one) => devices.has(one)))) continue;
      const identity = identityOfText(projectId, "collection", id);
      const decided = await guests.find(projectId, identity, null, 1);
      if (decided.length === 0) visits.undecided.push(id);
      else if (isOwn) visits.decided.push(identity);
    }
    if (page.length < collectionRows) return visits;
    last = page.at(-1)!.id;
  }
}

/** Read before anything is deleted, so that an interrupted erasure can read them again. */
async function devicesOf(
  guests: GuestStore,
  { projectId, identities, until }: SoughtVisits,
): Promise<Set<string>> {
  const devices = new Set<string>();
  for (const identity of identities) {
    for (let after: { at: number; tie: number } | null = null; ; ) {
      const found = await guests.find(projectId, identity, after, decisionRows);
      const page = found.filter(({ at }) => at <= until);
      if (page.length === 0) break;
      for (const { deviceIds } of page) for (const id of deviceIds) devices.add(id);
      after = page.at(-1)!;
    }
  }
  return devices;
}
