/**
 * Reads a record of a MaxMind-format file. The format defines how a record is encoded, not what it
 * contains: the names here are those of MaxMind (GeoIP2 and GeoLite2), DB-IP and IPinfo. Fields of
 * another name, form or type than expected are unknown; nothing here throws.
 */
import type { NetworkFacts } from "./facts.ts";

type Fields = Readonly<Record<string, unknown>>;

/** `null` where the record has none of these facts. */
export function factsOf(record: unknown): NetworkFacts | null {
  const fields = asFields(record);
  if (!fields) return null;
  const places = placesOf(fields);
  const facts: NetworkFacts = {
    country: country(fields),
    timeZone: timeZone(fields),
    asn: asn(places),
    kind: kind(places),
    anonymous: anonymous(places),
  };
  return Object.values(facts).every((fact) => fact === null) ? null : facts;
}

/**
 * Merges the facts of several files about one address, in order of precedence. The earlier wins
 * where two differ, except that hosting and anonymizers are taken from any file that has them.
 */
export function merge(files: readonly NetworkFacts[]): NetworkFacts | null {
  if (files.length === 0) return null;
  const first = <Name extends keyof NetworkFacts>(name: Name): NetworkFacts[Name] =>
    files.find((facts) => facts[name] !== null)?.[name] ?? null;
  const hosting = files.some((facts) => facts.kind === "hosting");
  const anonymous = files.some((facts) => facts.anonymous);
  return {
    country: first("country"),
    timeZone: first("timeZone"),
    asn: first("asn"),
    kind: hosting ? "hosting" : first("kind"),
    anonymous: anonymous || first("anonymous"),
  };
}

/** The record, and the maps inside it in which vendors describe the network. */
function placesOf(fields: Fields): Fields[] {
  const inside = ["traits", "anonymizer", "privacy", "anonymous", "as", "asn", "company"];
  return [fields, ...inside.map((name) => asFields(fields[name])).filter((map) => map !== null)];
}

function asFields(value: unknown): Fields | null {
  const isMap = typeof value === "object" && value !== null && !Array.isArray(value);
  return isMap ? (value as Fields) : null;
}

/** The first value that is a non-empty text. */
function text(...values: unknown[]): string | null {
  const found = values.find((value) => typeof value === "string" && value !== "");
  return (found as string | undefined) ?? null;
}

/** Codes that stand for no country, or for several, in some files. */
const noCountries = new Set(["AP", "EU", "XX", "ZZ"]);

function country(fields: Fields): string | null {
  const candidates = [
    asFields(fields.country)?.iso_code, // MaxMind, DB-IP
    fields.country, // IPinfo: a code in most of its files, a name in Lite, which has country_code
    fields.country_code,
    asFields(fields.geo)?.country_code,
    // Where the network was registered: often, but not always, where it is used.
    asFields(fields.registered_country)?.iso_code,
  ];
  for (const candidate of candidates) {
    if (typeof candidate !== "string" || !/^[A-Za-z]{2}$/.test(candidate)) continue;
    const code = candidate.toUpperCase();
    if (!noCountries.has(code)) return code;
  }
  return null;
}

function timeZone(fields: Fields): string | null {
  const name = text(
    asFields(fields.location)?.time_zone,
    fields.time_zone,
    fields.timezone,
    asFields(fields.geo)?.timezone,
  );
  return name !== null && isTimeZone(name) ? name : null;
}

/** `Intl` takes 20 µs per check; there are some 600 names, but a malicious file may have any number. */
const timeZones = new Map<string, boolean>();
const timeZonesMax = 2000;

function isTimeZone(name: string): boolean {
  // `Intl` also accepts offsets such as +01:00, which have no daylight saving time.
  if (!/^[A-Za-z][\w+\-/]{0,63}$/.test(name)) return false;
  const known = timeZones.get(name);
  if (known !== undefined) return known;
  if (timeZones.size >= timeZonesMax) timeZones.clear();
  const isKnown = isKnownToIntl(name);
  timeZones.set(name, isKnown);
  return isKnown;
}

function isKnownToIntl(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function asn(places: readonly Fields[]): number | null {
  for (const place of places) {
    const number = asnNumber(place.autonomous_system_number) ?? asnNumber(place.asn);
    if (number !== null) return number;
  }
  return null;
}

/** From 15169, 15169n, "15169" and "AS15169". 0 is reserved and means "none" in some files. */
function asnNumber(value: unknown): number | null {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "bigint") {
    return null;
  }
  const digits = /^(?:AS)?(\d{1,10})$/i.exec(`${value}`)?.[1];
  const number = Number(digits);
  return number > 0 && number < 2 ** 32 ? number : null;
}

type Kind = NonNullable<NetworkFacts["kind"]>;

/** MaxMind's `user_type` and `connection_type`, IPinfo's `as_type` and `type`, in lower case. */
const kinds: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ["residential", "residential"],
  ["dialup", "residential"],
  ["cable/dsl", "residential"],
  ["satellite", "residential"],
  ["isp", "residential"],
  ["cellular", "cellular"],
  ["business", "business"],
  ["corporate", "business"],
  ["college", "business"],
  ["education", "business"],
  ["government", "business"],
  ["library", "business"],
  ["military", "business"],
  ["school", "business"],
  ["hosting", "hosting"],
  ["content_delivery_network", "hosting"],
  ["search_engine_spider", "hosting"],
]);

/** From the most specific field to the least specific one. */
function kind(places: readonly Fields[]): Kind | null {
  if (flagged(places, ["is_hosting_provider", "is_hosting", "hosting"])) return "hosting";
  const said = (name: string) => text(...places.map((place) => place[name]))?.toLowerCase() ?? "";
  return (
    kinds.get(said("user_type")) ??
    (flagged(places, ["is_mobile"]) ? "cellular" : null) ??
    kinds.get(said("connection_type")) ??
    kinds.get(said("as_type")) ??
    kinds.get(said("type")) ??
    null
  );
}

const anonymizers = [
  "is_anonymous_vpn",
  "is_anonymous_proxy",
  "is_public_proxy",
  "is_residential_proxy",
  "is_tor_exit_node",
  "is_vpn",
  "is_proxy",
  "is_tor",
  "vpn",
  "proxy",
  "tor",
];

/** MaxMind sets `is_anonymous` for every hosting provider, IPinfo for every relay. */
const notAnonymizers = ["is_hosting_provider", "is_hosting", "hosting", "is_relay", "relay"];

function anonymous(places: readonly Fields[]): boolean | null {
  const named = flagged(places, anonymizers);
  if (named) return true;
  const called = flagged(places, ["is_anonymous"]);
  if (called && !flagged(places, notAnonymizers)) return true;
  return named === null && called === null ? null : false;
}

/** Whether any of the flags is set; `null` where none of them exists. */
function flagged(places: readonly Fields[], names: readonly string[]): boolean | null {
  let found: boolean | null = null;
  for (const place of places) {
    for (const name of names) {
      const flag = asFlag(place[name]);
      if (flag) return true;
      found ??= flag;
    }
  }
  return found;
}

/** IPinfo writes "true", and "" for false. */
function asFlag(value: unknown): boolean | null {
  if (typeof value === "boolean") return value;
  if (value === "true" || value === 1) return true;
  return value === "" || value === "false" || value === 0 ? false : null;
}
