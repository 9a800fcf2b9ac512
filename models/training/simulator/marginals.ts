/** How real guests book, measured by ../marginals.py. marginals.json names the source and licence. */
import { dayMs } from "../../../src/base/durations.ts";
import measured from "./marginals.json";
import type { Random } from "./random.ts";

export type Segment = keyof typeof measured.segments;

export interface Party {
  adults: number;
  children: number;
  infants: number;
}

/** The source covers two hotels in Portugal; for other countries, "domestic" is swapped accordingly. */
export const sourceCountry = "PT";

export function leadTimeDays(random: Random, segment: Segment): number {
  const quantiles = measured.segments[segment].leadTimeDaysQuantiles;
  const place = random.next() * (quantiles.length - 1);
  const low = quantiles[Math.floor(place)]!;
  const high = quantiles[Math.ceil(place)]!;
  return Math.min(500, Math.round(low + (high - low) * (place - Math.floor(place))));
}

export function nights(random: Random, segment: Segment): number {
  return Number(random.weighted(measured.segments[segment].nights as Record<string, number>));
}

export function party(random: Random, segment: Segment): Party {
  const key = random.weighted(measured.segments[segment].party as Record<string, number>);
  const [adults = 1, children = 0, infants = 0] = key.split("-").map(Number);
  return { adults, children, infants };
}

/** A party with or without children, distributed as in the source. */
export function partyWith(random: Random, segment: Segment, children: boolean): Party {
  for (let tries = 0; tries < 200; tries++) {
    const found = party(random, segment);
    if (found.children + found.infants > 0 === children) return found;
  }
  return { adults: 2, children: children ? 1 : 0, infants: 0 };
}

export function guestCountry(random: Random, segment: Segment): string {
  return random.weighted(measured.segments[segment].countries as Record<string, number>);
}

export const segmentShares = {
  online: measured.segments.online.share,
  direct: measured.segments.direct.share,
  agency: measured.segments.agency.share,
  corporate: measured.segments.corporate.share,
} as const;

/** Moves an arrival to a weekday as distributed in the source; arrivals within a week stay. */
export function arrivalMs(random: Random, segment: Segment, bookedDayMs: number, lead: number) {
  const planned = bookedDayMs + lead * dayMs;
  if (lead < 7) return planned;
  const shares = measured.segments[segment].arrivalWeekdayFromMonday;
  const wanted = Number(random.weighted(Object.fromEntries(shares.entries()) as never));
  const weekday = (new Date(planned).getUTCDay() + 6) % 7;
  return planned + (((wanted - weekday + 10) % 7) - 3) * dayMs;
}
