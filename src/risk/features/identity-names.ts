/** The names of the kinds of identity, and the part of an attempt that they come from. */
import type { LinkedKind } from "../../storage/port/velocity.ts";
import type { Source } from "./feature.ts";

/** An identity of the attempts that send one, which links no others (`indexedKinds`). */
export const cardName = "card or account that pays";

export const identityNames: Readonly<Record<LinkedKind | "card", string>> = {
  email: "e-mail address",
  phone: "phone number",
  booker: "booker reference",
  name: "booker's name",
  device: "device",
  ip: "IP address",
  network: "IP network (/24, or /48 of IPv6)",
  domain: "e-mail domain, unless a public provider's",
  hotel: "hotel",
  collection: "collection id",
  city: "city in the hotel's address",
  look: "browser profile (browser, screen, processor, languages and time zone)",
  surname: "beginning of the booker's family name",
  card: cardName,
};

/** In names of features, which do not change. */
export const pluralNames: Readonly<Record<LinkedKind, string>> = {
  email: "emails",
  phone: "phones",
  booker: "bookers",
  name: "names",
  device: "devices",
  ip: "ips",
  network: "networks",
  domain: "domains",
  hotel: "hotels",
  collection: "collections",
  city: "cities",
  look: "looks",
  surname: "surnames",
};

/** In sentences. */
export const pluralTexts: Readonly<Record<LinkedKind, string>> = {
  ...pluralNames,
  email: "e-mail addresses",
  phone: "phone numbers",
  booker: "booker references",
  name: "bookers' names",
  ip: "IP addresses",
  network: "IP networks",
  domain: "e-mail domains",
  collection: "collection ids",
  look: "browser profiles",
  surname: "beginnings of family names",
};

export const identitySources: Readonly<Record<LinkedKind | "card", readonly Source[]>> = {
  email: [],
  phone: [],
  booker: ["request.booker.referenceId"],
  name: [],
  device: ["collection.device.deviceId"],
  ip: ["collection.ip"],
  network: ["collection.ip"],
  domain: [],
  hotel: [],
  collection: ["request.collectionId"],
  city: ["request.hotel.address"],
  look: ["collection.device", "collection.userAgent"],
  surname: [],
  card: ["request.payment.instrumentId"],
};
