/** Time zones of the IANA database: the countries that use one, and its offset at a time. */
import { getTimezone } from "countries-and-timezones";

const quarterHourMs = 15 * 60 * 1000;

interface Zone {
  countries: readonly string[];
  /** Writes a moment as "GMT-03:30"; null for a zone that this runtime does not know. */
  format: Intl.DateTimeFormat | null;
  /** The offset last asked for: the attempts of one quarter of an hour share it. */
  quarterHour: number;
  offsetMin: number | null;
}

/** By name; there are some 600 names, and only real ones come in here. */
const zones = new Map<string, Zone>();

function zoneOf(name: string): Zone | null {
  const known = zones.get(name);
  if (known) return known;
  const found = getTimezone(name);
  if (found?.name !== name) return null; // Also what every JavaScript object has, as "toString".
  const zone = {
    countries: [...found.countries],
    format: formatIn(name),
    quarterHour: Number.NaN,
    offsetMin: null,
  };
  zones.set(name, zone);
  return zone;
}

function formatIn(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  } catch {
    return null; // A newer name than this runtime's database has.
  }
}

/**
 * The countries where a zone is in use, a link standing for its target; none for UTC and the other
 * zones at sea.
 *
 * @returns null for a name that is no zone's.
 */
export function countriesOfZone(name: string): readonly string[] | null {
  return zoneOf(name)?.countries ?? null;
}

/**
 * Minutes that a zone's clocks are ahead of UTC at a moment; to the quarter of an hour that begins
 * at or before it, for no zone changes within one.
 *
 * @returns null for a name that is no zone's, and for a moment that no calendar has.
 */
export function zoneOffsetMin(name: string, at: number): number | null {
  const zone = zoneOf(name);
  if (!zone?.format) return null;
  const quarterHour = Math.floor(at / quarterHourMs);
  if (zone.quarterHour !== quarterHour) {
    zone.offsetMin = offsetOf(zone.format, quarterHour * quarterHourMs);
    zone.quarterHour = quarterHour;
  }
  return zone.offsetMin;
}

const offset = /GMT(?:([+-])(\d\d):(\d\d))?/;

function offsetOf(format: Intl.DateTimeFormat, at: number): number | null {
  if (Number.isNaN(new Date(at).getTime())) return null;
  const [, sign, hours = 0, minutes = 0] = offset.exec(format.format(at)) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
