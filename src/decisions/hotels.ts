/** A project's hotels by what people call them. */

import type { HotelRecord } from "../storage/search.ts";
import type { Store } from "../storage/store.ts";
import { plainName } from "../velocity/names.ts";

/** How long a project's hotels are believed, ms: a new one is found a little later. */
const believedMs = 5000;
/** The same where one is asked for that was not among them. */
const missedMs = 200;
/** Projects whose hotels are in memory. */
const keptMax = 20;

export interface Hotels {
  /** The identities of those with this reference, GIATA ID or name. */
  named(projectId: string, text: string): Promise<number[]>;
  /** Those that have the text somewhere in a name or an identifier, one entry a hotel. */
  like(projectId: string, text: string, limit: number): Promise<HotelRecord[]>;
  /** How a hotel is called; null where it is not known. */
  of(projectId: string, hotel: number): Promise<HotelRecord | null>;
}

interface Known {
  records: readonly HotelRecord[];
  byIdentity: ReadonlyMap<number, HotelRecord>;
  readAt: number;
}

export function hotelsOf(store: Pick<Store, "search">, now: () => number = Date.now): Hotels {
  const known = new Map<string, Known>();

  async function knownOf(projectId: string, believed = believedMs): Promise<Known> {
    const kept = known.get(projectId);
    if (kept && now() - kept.readAt < believed) return kept;
    const records = await store.search.hotels(projectId);
    const byIdentity = new Map(records.map((record) => [record.hotel, record]));
    if (known.size >= keptMax) known.clear();
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
      // Whoever asks has it from a decision: it is new.
      return (await knownOf(projectId, missedMs)).byIdentity.get(hotel) ?? null;
    },
  };
}
