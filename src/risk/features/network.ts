/** Whether the IP address, the browser, the phone, the billing and the hotel are in one country. */
import type { NetworkFacts } from "../../attempt/geoip/facts.ts";
import type { Device } from "../../attempt/telemetry/protocol.ts";
import { type Attempt, type Feature, family, flag, type Source } from "./feature.ts";
import { languageFits } from "./language.ts";
import { textsOf } from "./request-texts.ts";
import { countriesOfZone, zoneOffsetMin } from "./time-zone.ts";

type Answer = boolean | null | undefined;

/** A country of the attempt that others are compared with; null where it is unknown. */
interface Place {
  country(attempt: Attempt): string | null | undefined;
  source: Source;
}

const billing: Place = {
  country: ({ request }) => request.billing?.country,
  source: "request.billing.country",
};
/** The number's own country, even where several share a calling code; null where unknown. */
const phone: Place = {
  country: ({ request }) => textsOf(request).phone.country,
  source: "request",
};
const hotel: Place = { country: ({ request }) => request.hotel.country, source: "request" };
const address: Place = { country: ({ network }) => network?.country, source: "network" };

/** A feature of what the GeoIP files have for the IP address. */
const ofNetwork = (read: (network: NetworkFacts) => Answer) => ({
  source: ["network"] as const,
  compute: ({ network }: Attempt) => network && asFlag(read(network)),
});

const ofDevice = (read: (device: Device, attempt: Attempt) => Answer) => ({
  source: ["collection.device"] as const,
  compute: (attempt: Attempt) => {
    const device = attempt.collection?.device;
    return device ? asFlag(read(device, attempt)) : null;
  },
});

const addressIn = ({ country, source }: Place) => ({
  source: ["network", source] as const,
  compute: (attempt: Attempt) => {
    const own = attempt.network?.country;
    const other = own && country(attempt);
    return other ? asFlag(own === other) : null;
  },
});

const zoneIn = ({ country, source }: Place) => ({
  source: ["collection.device", source] as const,
  compute: (attempt: Attempt) => {
    const countries = zoneCountries(attempt.collection?.device);
    const other = countries && country(attempt);
    return other ? asFlag(countries.includes(other)) : null;
  },
});

const languageOf = ({ country, source }: Place) => ({
  source: ["collection.device", source] as const,
  compute: (attempt: Attempt) => {
    const languages = attempt.collection?.device?.languages;
    const other = languages && country(attempt);
    return other ? asFlag(languageFits(languages, other)) : null;
  },
});

const noAddress = "The country of the visitor's IP address is unknown";
const noZone = "The browser's time zone is unknown, or belongs to no country, as UTC";
const noLanguage = "The browser's languages are unknown";
const noBilling = "no billing country was sent";
const noPhone = "the phone number's country is unknown";
const spoken = "One of the browser's languages is spoken in, or requested with the region of,";

export const network: readonly Feature[] = family("network", [
  {
    name: "ip_in_billing_country",
    ...flag,
    meaning: "The visitor's IP address is used in the billing country.",
    why: "A stolen card is billed where its owner lives, while the thief is elsewhere. So are travellers and VPN users.",
    missing: `${noAddress}, or ${noBilling}.`,
    ...addressIn(billing),
  },
  {
    name: "ip_in_phone_country",
    ...flag,
    meaning: "The visitor's IP address is used in the phone number's own country.",
    why: "For most legitimate bookings, phone and visitor are in one country. Travellers and people who moved are the exception.",
    missing: `${noAddress}, or ${noPhone}.`,
    ...addressIn(phone),
  },
  {
    name: "ip_in_hotel_country",
    ...flag,
    meaning: "The visitor's IP address is used in the hotel's country.",
    why: "Separates domestic from international bookings. Not a sign alone.",
    missing: `${noAddress}.`,
    ...addressIn(hotel),
  },
  {
    name: "ip_time_zone_agrees",
    ...flag,
    meaning:
      "The browser's time zone has, at the time of the attempt, the UTC offset of the time zone where the visitor's IP address is used, or is in use in its country.",
    why: "A proxy moves the IP address and leaves the browser's time zone: 0 is a visitor from elsewhere. So is a traveller with a VPN.",
    source: ["network", "collection.device"],
    missing:
      "The browser's time zone is unknown, or the GeoIP files have neither time zone nor country of the IP address to compare it with.",
    compute: zonesAgree,
  },
  {
    name: "time_zone_in_billing_country",
    ...flag,
    meaning: "The browser's time zone is in use in the billing country.",
    why: "A stolen card is billed where its owner lives, while a thief's computer has the thief's time zone. A traveller's phone changes zones on the way.",
    missing: `${noZone}, or ${noBilling}.`,
    ...zoneIn(billing),
  },
  {
    name: "time_zone_in_phone_country",
    ...flag,
    meaning: "The browser's time zone is in use in the phone number's own country.",
    why: "For most legitimate bookings, phone and computer are from one country.",
    missing: `${noZone}, or ${noPhone}.`,
    ...zoneIn(phone),
  },
  {
    name: "time_zone_in_hotel_country",
    ...flag,
    meaning: "The browser's time zone is in use in the hotel's country.",
    why: "Separates domestic from international bookings. Not a sign alone.",
    missing: `${noZone}.`,
    ...zoneIn(hotel),
  },
  {
    name: "time_zone_is_nowhere",
    ...flag,
    meaning: "The browser's time zone belongs to no country: UTC, GMT or another Etc zone.",
    why: "Servers run on UTC, and so do programs and some privacy browsers such as Tor's. Guests' computers do not.",
    missing: "The browser's time zone is unknown.",
    ...ofDevice(({ timeZone }) => {
      const countries = timeZone ? countriesOfZone(timeZone) : null;
      return countries && countries.length === 0;
    }),
  },
  {
    name: "utc_offset_agrees",
    ...flag,
    meaning:
      "The browser's UTC offset is the one that its time zone has at the attempt, or had when its collection began.",
    why: "Tools that pose as another place change one and forget the other: 0 is a disguise, or a browser without a recent change of its zone.",
    missing: "The browser's UTC offset or its time zone is unknown.",
    ...ofDevice(offsetAgrees),
  },
  {
    name: "language_fits_billing_country",
    ...flag,
    meaning: `${spoken} the billing country: both de and en-CH fit Switzerland.`,
    why: "A thief's browser uses the thief's language. So do expatriates' browsers, and English is used everywhere.",
    missing: `${noLanguage}, or ${noBilling}.`,
    ...languageOf(billing),
  },
  {
    name: "language_fits_phone_country",
    ...flag,
    meaning: `${spoken} the phone number's own country.`,
    why: "One person's browser and phone usually use one language. Expatriates' do not.",
    missing: `${noLanguage}, or ${noPhone}.`,
    ...languageOf(phone),
  },
  {
    name: "language_fits_hotel_country",
    ...flag,
    meaning: `${spoken} the hotel's country.`,
    why: "Separates domestic from international travel. Not a sign alone.",
    missing: `${noLanguage}.`,
    ...languageOf(hotel),
  },
  {
    name: "language_fits_ip_country",
    ...flag,
    meaning: `${spoken} the country where the visitor's IP address is used.`,
    why: "A proxy moves the IP address and leaves the browser's language. Travellers and expatriates look the same.",
    missing: `${noLanguage}, or the country of the IP address is.`,
    ...languageOf(address),
  },
  {
    name: "ip_is_hosting",
    ...flag,
    meaning: "The visitor's IP address belongs to a hosting provider or data centre.",
    why: "Guests use home, office and mobile networks; programs and proxies run in data centres. So do corporate VPNs.",
    missing: "The kind of the IP address's network is unknown.",
    ...ofNetwork(({ kind }) => kind && kind === "hosting"),
  },
  {
    name: "ip_is_cellular",
    ...flag,
    meaning: "The visitor's IP address belongs to a mobile carrier.",
    why: "Thousands of phones share such an address, so velocity by IP address weighs less. Not a sign alone.",
    missing: "The kind of the IP address's network is unknown.",
    ...ofNetwork(({ kind }) => kind && kind === "cellular"),
  },
  {
    name: "ip_is_anonymous",
    ...flag,
    meaning: "The visitor's IP address is a known VPN, proxy or Tor exit.",
    why: "Somebody who hides their location has a reason. Careful people and travellers on hotel networks use VPNs too.",
    missing: "No GeoIP file that lists such addresses was searched.",
    ...ofNetwork(({ anonymous }) => anonymous),
  },
]);

function asFlag(answer: Answer): number | null {
  return typeof answer === "boolean" ? Number(answer) : null;
}

/** The countries of the browser's zone; null where it is unknown or has none. */
function zoneCountries(device: Device | null | undefined): readonly string[] | null {
  const countries = device?.timeZone ? countriesOfZone(device.timeZone) : null;
  return countries && countries.length > 0 ? countries : null;
}

function zonesAgree({ at, network, collection }: Attempt): number | null {
  const own = collection?.device?.timeZone;
  if (!own || !network) return null;
  const offset = zoneOffsetMin(own, at);
  const there = network.timeZone ? zoneOffsetMin(network.timeZone, at) : null;
  if (offset !== null && offset === there) return 1;
  const countries = network.country ? countriesOfZone(own) : null;
  if (countries && network.country && countries.includes(network.country)) return 1;
  return (offset === null || there === null) && !countries ? null : 0;
}

/** Daylight saving may begin between reading the browser's clock and the attempt. */
function offsetAgrees({ timeZone, utcOffsetMin }: Device, { at, collection }: Attempt): Answer {
  if (!timeZone || utcOffsetMin === undefined) return null;
  const now = zoneOffsetMin(timeZone, at);
  if (now === null) return null;
  if (now === -utcOffsetMin) return true;
  return zoneOffsetMin(timeZone, collection?.firstAt ?? at) === -utcOffsetMin;
}
