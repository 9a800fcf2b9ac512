/** The names of the kinds of identity, and the part of an attempt that they come from. */
import type { LinkedKind } from "../storage/velocity.ts";
import type { Source } from "./feature.ts";

export const identityNames: Readonly<Record<LinkedKind, string>> = {
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
};

export const identitySources: Readonly<Record<LinkedKind, readonly Source[]>> = {
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
};
