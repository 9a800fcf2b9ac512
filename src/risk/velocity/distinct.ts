/** Counts how many different identities of one kind occurred with an identity of another, over a window. */
import type { IdentityKind, LinkedKind, Sighting, Sightings } from "../../storage/port/velocity.ts";
import { firstSince, type Window, windows } from "./windows.ts";

/** How many different `of` occurred with one `by`, over a window. */
export interface Link {
  of: LinkedKind | "card";
  by: IdentityKind | "card";
  window: Window;
}

/**
 * @param links in any order.
 * @returns a function that counts, for an attempt and the earlier ones with its identities, the different `of` of each
 *   link, including the attempt's own, in the order of `links`; null: the attempt lacks one.
 */
export function distinctCounter(
  links: readonly Link[],
): (current: Sighting, sightings: Sightings) => (number | null)[] {
  const grouped = groupsOf(links);
  return (current, sightings) => {
    const distinct = new Array<number | null>(links.length).fill(null);
    for (const { by, readBy, readOf, counts } of grouped) {
      const own = readOf(current);
      if (own === null || readBy(current) === null) continue;
      const earlier = sightings[by];
      if (!earlier || earlier.length === 0) {
        for (const { place } of counts) distinct[place] = 1; // The most common case.
        continue;
      }
      different.begin(own, earlier.length);
      let next = earlier.length;
      for (const { windowMs, place } of counts) {
        // From the newest to the oldest: a longer window continues where a shorter one ends.
        const start = firstSince(earlier, current.at - windowMs);
        while (next > start) {
          const identity = readOf(earlier[--next]!);
          if (identity !== null) different.add(identity);
        }
        distinct[place] = different.size;
      }
    }
    return distinct;
  };
}

/** Links of the same two kinds together, with their windows from the shortest to the longest. */
function groupsOf(links: readonly Link[]) {
  const placed = links.map((link, place) => ({ ...link, place }));
  const groups = Map.groupBy(placed, ({ by, of }) => `${by} ${of}`);
  return [...groups.values()].map((same) => {
    const { by, of } = same[0]!;
    const counts = same
      .map(({ window, place }) => ({ windowMs: windows[window], place }))
      .sort((a, b) => a.windowMs - b.windowMs);
    return { by, readBy: readers[by], readOf: readers[of], counts };
  });
}

/** A property by its name: in a loop over all kinds, `linked[kind]` takes three times as long. */
const readers: Readonly<Record<Link["of"], (one: Sighting) => number | null>> = {
  email: ({ linked }) => linked.email,
  phone: ({ linked }) => linked.phone,
  booker: ({ linked }) => linked.booker,
  name: ({ linked }) => linked.name,
  device: ({ linked }) => linked.device,
  ip: ({ linked }) => linked.ip,
  network: ({ linked }) => linked.network,
  domain: ({ linked }) => linked.domain,
  hotel: ({ linked }) => linked.hotel,
  collection: ({ linked }) => linked.collection,
  city: ({ linked }) => linked.city,
  look: ({ linked }) => linked.look,
  surname: ({ linked }) => linked.surname,
  card: ({ card }) => card,
};

/**
 * Counts different numbers of 32 bits. A table that is kept and never cleared, since each slot knows
 * in which count it was filled.
 */
class DifferentNumbers {
  size = 0;
  #bits = 0;
  #numbers = new Int32Array();
  #filledIn = new Float64Array();
  #count = 0;

  /** @param more how many numbers are added at most. */
  begin(first: number, more: number): void {
    this.#count += 1;
    this.size = 0;
    // Four times as many slots, so that most numbers are found in the first one.
    if (2 ** this.#bits < 4 * (more + 1)) this.#resize(Math.ceil(Math.log2(4 * (more + 1))));
    this.add(first);
  }

  add(number: number): void {
    // Multiplied by 2^32 over the golden ratio, which spreads numbers that are near each other.
    let slot = Math.imul(number, 0x9e3779b1) >>> (32 - this.#bits);
    while (this.#filledIn[slot] === this.#count) {
      if (this.#numbers[slot] === number) return;
      slot = (slot + 1) & (this.#numbers.length - 1);
    }
    this.#filledIn[slot] = this.#count;
    this.#numbers[slot] = number;
    this.size += 1;
  }

  #resize(bits: number): void {
    this.#bits = bits;
    this.#numbers = new Int32Array(2 ** bits);
    this.#filledIn = new Float64Array(2 ** bits);
  }
}
const different = new DifferentNumbers();
