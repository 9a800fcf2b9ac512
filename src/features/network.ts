/** Whether the address, the browser, the phone, the bill and the hotel are in one country. */
import type { NetworkFacts } from "../geoip/facts.ts";
import type { Device } from "../telemetry/protocol.ts";
import { type Attempt, type Feature, family, flag, type Source } from "./feature.ts";
import { languageGoesWith } from "./language.ts";
import { phoneFactsOf } from "./phone-number.ts";
import { countriesOfZone, zoneOffsetMin } from "./time-zone.ts";

type Answer = boolean | null | undefined;

/** A country of the attempt that others are compared with; null where it is not told. */
interface Place {
  country(attempt: Attempt): string | null | undefined;
  source: Source;
}

const billing: Place = {
  country: ({ request }) => request.billing?.country,
  source: "request.billing.country",
};
/** An own country where several share a calling code; null where the number does not tell. */
const phone: Place = {
  country: ({ request }) => phoneFactsOf(request.booker.phone).country,
  source: "request",
};
const hotel: Place = { country: ({ request }) => request.hotel.country, source: "request" };
const address: Place = { country: ({ network }) => network?.country, source: "network" };

/** A feature of what the operator's files say of the address. */
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
    return other ? asFlag(languageGoesWith(languages, other)) : null;
  },
});

const noAddress = "No file of the operator's knows the country of the visitor's address";
const noZone = "The browser's time zone is not known, or is no country's, as UTC";
const noLanguage = "The browser's languages are not known";
const noBilling = "no billing country was sent";
const noPhone = "the phone number does not tell its country";
const spoken = "One of the browser's languages is spoken in, or is asked for as in,";

export const network: readonly Feature[] = family("network", [
  {
    name: "ip_in_billing_country",
    ...flag,
    meaning: "The visitor's address is used in the billing country.",
    why: "A stolen card is billed where its owner lives, while the thief is elsewhere. Travellers and VPN users are as well.",
    missing: `${noAddress}, or ${noBilling}.`,
    ...addressIn(billing),
  },
  {
    name: "ip_in_phone_country",
    ...flag,
    meaning: "The visitor's address is used in the phone number's own country.",
    why: "Phone and visitor are in one country for most honest bookings. Travellers and people who moved are the exception.",
    missing: `${noAddress}, or ${noPhone}.`,
    ...addressIn(phone),
  },
  {
    name: "ip_in_hotel_country",
    ...flag,
    meaning: "The visitor's address is used in the hotel's country.",
    why: "Tells a booking from nearby or at home from one abroad. No sign alone.",
    missing: `${noAddress}.`,
    ...addressIn(hotel),
  },
  {
    name: "ip_time_zone_agrees",
    ...flag,
    meaning:
      "The browser's time zone has the offset to UTC, at the attempt, of the time zone where the visitor's address is used, or is in use in its country.",
    why: "A proxy moves the address and leaves the browser's clock where it is: 0 is a visitor from elsewhere. So is a traveller by VPN.",
    source: ["network", "collection.device"],
    missing:
      "The browser's time zone is not known, or the operator's files know no time zone and no country of the address to compare it with.",
    compute: zonesAgree,
  },
  {
    name: "time_zone_in_billing_country",
    ...flag,
    meaning: "The browser's time zone is in use in the billing country.",
    why: "A stolen card is billed where its owner lives, and a thief's computer is set to where he is. A traveller's phone changes its zone on the way.",
    missing: `${noZone}, or ${noBilling}.`,
    ...zoneIn(billing),
  },
  {
    name: "time_zone_in_phone_country",
    ...flag,
    meaning: "The browser's time zone is in use in the phone number's own country.",
    why: "Phone and computer are at home in one country for most honest bookings.",
    missing: `${noZone}, or ${noPhone}.`,
    ...zoneIn(phone),
  },
  {
    name: "time_zone_in_hotel_country",
    ...flag,
    meaning: "The browser's time zone is in use in the hotel's country.",
    why: "Tells a booking from nearby or at home from one abroad. No sign alone.",
    missing: `${noZone}.`,
    ...zoneIn(hotel),
  },
  {
    name: "time_zone_is_nowhere",
    ...flag,
    meaning: "The browser's time zone is no country's: UTC, GMT or another of the group Etc.",
    why: "Servers run on UTC, and so do programs and some browsers that protect privacy, Tor's among them. Computers of guests do not.",
    missing: "The browser's time zone is not known.",
    ...ofDevice(({ timeZone }) => {
      const countries = timeZone ? countriesOfZone(timeZone) : null;
      return countries && countries.length === 0;
    }),
  },
  {
    name: "utc_offset_agrees",
    ...flag,
    meaning:
      "The browser's offset to UTC is the one that its time zone has at the attempt, or had when its collection began.",
    why: "Tools that pose as another place change one and forget the other: 0 is a disguise, or a browser that missed a new rule of its zone.",
    missing: "The browser did not tell its offset, or no known time zone.",
    ...ofDevice(offsetAgrees),
  },
  {
    name: "language_fits_billing_country",
    ...flag,
    meaning: `${spoken} the billing country: de and en-CH both are in Switzerland.`,
    why: "A thief's browser speaks the thief's language. Expatriates' do too, and English is everywhere.",
    missing: `${noLanguage}, or ${noBilling}.`,
    ...languageOf(billing),
  },
  {
    name: "language_fits_phone_country",
    ...flag,
    meaning: `${spoken} the phone number's own country.`,
    why: "A browser and a phone of one person mostly speak one language. Expatriates' do not.",
    missing: `${noLanguage}, or ${noPhone}.`,
    ...languageOf(phone),
  },
  {
    name: "language_fits_hotel_country",
    ...flag,
    meaning: `${spoken} the hotel's country.`,
    why: "Tells travel at home from travel abroad. No sign alone.",
    missing: `${noLanguage}.`,
    ...languageOf(hotel),
  },
  {
    name: "language_fits_ip_country",
    ...flag,
    meaning: `${spoken} the country where the visitor's address is used.`,
    why: "A proxy moves the address and leaves the browser's language. Travellers and expatriates look the same.",
    missing: `${noLanguage}, or no file of the operator's knows the address's country.`,
    ...languageOf(address),
  },
  {
    name: "ip_is_hosting",
    ...flag,
    meaning: "The visitor's address is in a network of a hosting provider or data centre.",
    why: "Guests sit behind home, office and mobile networks; programs and proxies run in data centres. Companies' VPNs do as well.",
    missing: "No file of the operator's knows the kind of the address's network.",
    ...ofNetwork(({ kind }) => kind && kind === "hosting"),
  },
  {
    name: "ip_is_cellular",
    ...flag,
    meaning: "The visitor's address is in a mobile operator's network.",
    why: "Thousands of phones share such an address, so what is counted by address weighs less. No sign alone.",
    missing: "No file of the operator's knows the kind of the address's network.",
    ...ofNetwork(({ kind }) => kind && kind === "cellular"),
  },
  {
    name: "ip_is_anonymous",
    ...flag,
    meaning: "The visitor's address is a known VPN, proxy or Tor exit.",
    why: "Who hides where he is has a reason. Careful people and travellers in hotel networks use VPNs too.",
    missing: "No file of the operator's that lists such addresses was asked.",
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

/** Summer time may begin between the reading of the browser's clock and the attempt. */
function offsetAgrees({ timeZone, utcOffsetMin }: Device, { at, collection }: Attempt): Answer {
  if (!timeZone || utcOffsetMin === undefined) return null;
  const now = zoneOffsetMin(timeZone, at);
  if (now === null) return null;
  if (now === -utcOffsetMin) return true;
  return zoneOffsetMin(timeZone, collection?.firstAt ?? at) === -utcOffsetMin;
}
