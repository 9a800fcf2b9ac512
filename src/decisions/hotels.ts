/** A project's hotels by name, reference or GIATA ID. */
import { plainName } from "../risk/velocity/names.ts";
import type { HotelRecord } from "../storage/port/search.ts";
import type { Store } from "../storage/port/store.ts";

/** How long a project's hotels are cached, ms: a new one is found after that. */
const cachedMs = 5000;
/** The same for a hotel that was not in the cache. */
const missedMs = 200;
/** Projects whose hotels are cached. */
const projectsMax = 20;

export interface Hotels {
  /** The identities of those with this reference, GIATA ID or name. */
  named(projectId: string, text: string): Promise<number[]>;
  /** Those whose name or identifier contains the text, one entry per hotel. */
  like(projectId: string, text: string, limit: number): Promise<HotelRecord[]>;
  /** The record of a hotel; null where unknown. */
  of(projectId: string, hotel: number): Promise<HotelRecord | null>;
}

interface Known {
  records: readonly HotelRecord[];
  byIdentity: ReadonlyMap<number, HotelRecord>;
  readAt: number;
}

export function hotelsOf(store: Pick<Store, "search">, now: () => number = Date.now): Hotels {
  const known = new Map<string, Known>();

  async function knownOf(projectId: string, maxAgeMs = cachedMs): Promise<Known> {
    const cached = known.get(projectId);
    if (cached && now() - cached.readAt < maxAgeMs) return cached;
    const records = await store.search.hotels(projectId);
    const byIdentity = new Map(records.map((record) => [record.hotel, record]));
    if (known.size >= projectsMax) known.clear();
    const fresh = { records, byIdentity, readAt: now() };
    known.set(projectId, fresh);
    return fresh;
  }

  return {
    async named(projectId, text) {
      const { records } = await knownOf(projectId);
      const plain = plainName(text);
      const fits = ({ referenceId, giataId, name }: HotelRecord) =>
        referenceId === text || giataId === text || (plain !== "" && plainName(name) === plain);
      return [...new Set(records.filter(fits).map(({ hotel }) => hotel))];
    },
    async like(projectId, text, limit) {
      const { records } = await knownOf(projectId);
      const plain = plainName(text);
      const found = new Map<number, HotelRecord>();
      for (const record of records) {
        if (found.size >= limit) break;
        const ids = [record.referenceId, record.giataId];
        const isNamed = plain === "" ? text === "" : plainName(record.name).includes(plain);
        const fits = isNamed || ids.some((id) => id?.includes(text));
        if (fits && !found.has(record.hotel)) found.set(record.hotel, record);
      }
      return [...found.values()];
    },
    async of(projectId, hotel) {
      const found = (await knownOf(projectId)).byIdentity.get(hotel);
      if (found) return found;
      // The hotel comes from a decision, so it is new.
      return (await knownOf(projectId, missedMs)).byIdentity.get(hotel) ?? null;
    },
  };
}
