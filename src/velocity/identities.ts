/** Who and what an attempt can be recognised by, as short numbers that hold no personal data. */
import { hash } from "node:crypto";
import { networkOf } from "../geoip/facts.ts";
import { dayNumber } from "../request/calendar.ts";
import {
  isDisposableMailDomain,
  isPublicMailDomain,
  mailDomainOf,
} from "../request/mail-domain.ts";
import type { RiskRequest } from "../request/risk-request.ts";
import type { Traits } from "../storage/sighting.ts";
import {
  type Identities,
  type IdentityKind,
  identityKinds,
  type LinkedKind,
} from "../storage/velocity.ts";
import type { CollectionFacts } from "../telemetry/summary.ts";
import { lookOf } from "./browser-profile.ts";
import { cityOf } from "./city.ts";
import { plainName } from "./plain-name.ts";

/**
 * The identities of an attempt. Spelling that makes no difference to a person makes none here:
 * letter case, accents and spaces of a name, letter case of an address.
 */
export function identitiesOf(
  projectId: string,
  request: RiskRequest,
  collection: CollectionFacts | null,
): Identities {
  const { booker, hotel } = request;
  const email = spelled.email(booker.email);
  const ip = collection?.lastIp;
  const texts: Record<IdentityKind, string | null | undefined> = {
    email,
    phone: booker.phone,
    booker: booker.referenceId,
    name: spelled.name(`${booker.firstName} ${booker.lastName}`),
    device: collection?.lastDeviceId,
    ip,
    network: ip && networkOf(ip),
    domain: ownDomain(email),
    hotel: hotelKey(hotel),
    collection: request.collectionId,
  };
  const identities: Identities = {};
  for (const kind of identityKinds) {
    const text = texts[kind];
    if (text) identities[kind] = identityNumber(projectId, kind, text);
  }
  return identities;
}

/** What makes no difference to a person, out of the way. */
const spelled = { email: (text: string) => text.toLowerCase(), name: plainName } as const;

/** What a person can ask for by its text alone. */
export type AskedKind = Exclude<IdentityKind, "hotel" | "network" | "domain">;

/**
 * The identity of whoever has this text.
 * @param text as the service keeps it: a phone in E.164 format, an address in its usual spelling.
 */
export function identityOfText(projectId: string, kind: AskedKind, text: string): number {
  const spell = kind === "email" || kind === "name" ? spelled[kind] : (same: string) => same;
  return identityNumber(projectId, kind, spell(text));
}

/** The stay and the browser's look, as far as later attempts are compared with them. */
export function traitsOf(
  projectId: string,
  { hotel, booking }: RiskRequest,
  collection: CollectionFacts | null,
): Traits {
  const city = cityOf(hotel);
  const look = collection && lookOf(collection);
  return {
    city: city === null ? null : identityNumber(projectId, "city", `${hotel.country}:${city}`),
    look: look === null ? null : identityNumber(projectId, "look", look),
    checkIn: dayNumber(booking.checkIn),
    checkOut: dayNumber(booking.checkOut),
  };
}

/** What millions share, such as gmail.com, says nothing of any of them. */
function ownDomain(email: string): string | undefined {
  const domain = mailDomainOf(email);
  return isPublicMailDomain(domain) && !isDisposableMailDomain(domain) ? undefined : domain;
}

function hotelKey(hotel: RiskRequest["hotel"]): string {
  if (hotel.giataId) return `giata:${hotel.giataId}`;
  if (hotel.referenceId) return `own:${hotel.referenceId}`;
  return `name:${hotel.country}:${plainName(hotel.name)}`;
}

/**
 * 52 bits of SHA-256 over project, kind and text: exact in a JavaScript number, and among the
 * 60 million identities of a large project less than one pair is expected to share one.
 */
function identityNumber(projectId: string, kind: LinkedKind, text: string): number {
  return Number.parseInt(hash("sha256", `${projectId}\0${kind}\0${text}`).slice(0, 13), 16);
}
