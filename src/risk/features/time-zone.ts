/** IANA time zones: the countries that use one, and its UTC offset at a time. */
import { getTimezone } from "countries-and-timezones";

const quarterHourMs = 15 * 60 * 1000;

interface Zone {
  countries: readonly string[];
  /** Formats a time as "GMT-03:30"; null for a zone that this runtime does not know. */
  format: Intl.DateTimeFormat | null;
  /** The quarter of an hour last computed: attempts within it share its offset. */
  quarterHour: number;
  offsetMin: number | null;
}

/** By name; there are some 600 names, and only existing ones are added. */
const zones = new Map<string, Zone>();

function zoneOf(name: string): Zone | null {
  const known = zones.get(name);
  if (known) return known;
  const found = getTimezone(name);
  if (found?.name !== name) return null; // Also for properties of every JavaScript object, such as "toString".
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
    return null; // The name is newer than this runtime's database.
  }
}

/**
 * The countries where a zone is in use, links resolved to their targets; none for UTC and the other
 * zones without a country.
 *
 * @returns null for an unknown name.
 */
export function countriesOfZone(name: string): readonly string[] | null {
  return zoneOf(name)?.countries ?? null;
}

/**
 * Minutes that a zone is ahead of UTC at a time, computed for the quarter of an hour that contains
 * it: no zone changes its offset within one.
 *
 * @returns null for an unknown name and for a time outside the calendar.
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
