/** The identities by which attempts are linked, as numbers that contain no personal data. */
import { isIP } from "node:net";
import { networkOf } from "../../attempt/geoip/facts.ts";
import { dayNumber } from "../../attempt/request/calendar.ts";
import {
  isDisposableMailDomain,
  isPublicMailDomain,
  mailDomainOf,
} from "../../attempt/request/mail-domain.ts";
import type { RiskRequest } from "../../attempt/request/risk-request.ts";
import type { CollectionFacts } from "../../attempt/telemetry/summary.ts";
import { networkText, parseNetwork } from "../../base/client-address.ts";
import { sha256Bits52 } from "../../base/sha256.ts";
import type { Traits } from "../../storage/port/sighting.ts";
import {
  type Identities,
  type IdentityKind,
  type IndexedKind,
  indexedKinds,
  type LinkedKind,
} from "../../storage/port/velocity.ts";
import { amountBits } from "./amounts.ts";
import { browserProfileOf } from "./browser-profile.ts";
import { cityOf, plainName, surnameKeyOf } from "./names.ts";

/**
 * The identities of an attempt. Differences in spelling that people ignore are ignored: letter
 * case, accents and spaces of a name, letter case of an e-mail address.
 *
 * @param atKiosk whether one guest after another books on its device. Then its device, address and network
 *   are the booking's own, which nobody shares, so that they link it with no other. An attempt without an
 *   address would count as one without the browser script (`tabsAt` in `facts.ts`), and one without a
 *   device as one of a browser that hides it.
 */
export function identitiesOf(
  projectId: string,
  request: RiskRequest,
  collection: CollectionFacts | null,
  atKiosk = false,
): Identities {
  const { booker, hotel } = request;
  const email = normalize.email(booker.email);
  const ip = collection?.lastIp;
  const own = atKiosk ? atKioskText(request) : null;
  const texts: Record<IndexedKind, string | null | undefined> = {
    email,
    phone: booker.phone,
    booker: booker.referenceId,
    name: normalize.name(`${booker.firstName} ${booker.lastName}`),
    device: collection?.lastDeviceId && (own ?? collection.lastDeviceId),
    ip: ip && (own ?? ip),
    network: ip && (own ?? networkOf(ip)),
    domain: ownDomain(email),
    hotel: hotelKey(hotel),
    collection: request.collectionId,
    recording: collection?.recording?.toString(),
    card: request.payment?.instrumentId,
  };
  const identities: Identities = {};
  for (const kind of indexedKinds) {
    const text = texts[kind];
    if (text) identities[kind] = identityNumber(projectId, kind, text);
  }
  return identities;
}

/** What a booking at a kiosk has in place of a device, an address or a browser profile; neither looks like it. */
const atKioskText = ({ requestId }: RiskRequest) => `kiosk ${requestId}`;

/** Removes differences in spelling that people ignore. */
const normalize = { email: (text: string) => text.toLowerCase(), name: plainName } as const;

/** The kinds of identity that can be searched for by their text alone. */
export type SearchedKind = Exclude<IdentityKind, "hotel" | "network" | "domain"> | "card";

/**
 * The identity that this text stands for.
 * @param text as the service stores it: a phone in E.164 format, an address in its usual spelling.
 */
export function identityOfText(projectId: string, kind: SearchedKind, text: string): number {
  const normalized = kind === "email" || kind === "name" ? normalize[kind] : (same: string) => same;
  return identityNumber(projectId, kind, normalized(text));
}

/**
 * The identity of a mail domain, and the domain as it is compared; null for one at which unrelated
 * people have addresses, which identifies none of them.
 */
export function identityOfDomain(
  projectId: string,
  text: string,
): { identity: number; domain: string } | null {
  const domain = ownDomain(`@${text}`);
  return domain ? { identity: identityNumber(projectId, "domain", domain), domain } : null;
}

/** The number of a network. @param text as `networkText` writes it. */
export function identityOfNetwork(projectId: string, text: string): number {
  return identityNumber(projectId, "network", text);
}

/**
 * The number of the network that an address is in.
 * @param network the family of its addresses and the length of its prefix, such as `4/24`.
 * @returns null where the address is of the other family.
 */
export function networkIdentity(projectId: string, ip: string, network: string): number | null {
  const [family, bits] = network.split("/") as [string, string];
  if (String(isIP(ip)) !== family) return null;
  const text =
    family === "4" ? ipv4Network(ip, Number(bits)) : networkText(parseNetwork(`${ip}/${bits}`));
  return identityOfNetwork(projectId, text);
}

/** As `networkText` writes it, in a fifth of the time: part of every request of a project with such entries. */
function ipv4Network(ip: string, bits: number): string {
  let address = 0;
  for (const octet of ip.split(".")) address = address * 256 + Number(octet);
  const first = address - (address % 2 ** (32 - bits));
  const octets = [first / 2 ** 24, first / 2 ** 16, first / 2 ** 8, first];
  return `${octets.map((one) => Math.floor(one) % 256).join(".")}/${bits}`;
}

/**
 * The stay and the browser profile, as far as later attempts are compared with them.
 * @param atKiosk as of `identitiesOf`: all guests at a kiosk have the same browser profile, so each has one of
 *   their own.
 */
export function traitsOf(
  projectId: string,
  request: RiskRequest,
  collection: CollectionFacts | null,
  atKiosk = false,
): Traits {
  const { booker, hotel, booking } = request;
  const city = cityOf(hotel);
  const known = collection && browserProfileOf(collection);
  const profile = known && atKiosk ? atKioskText(request) : known;
  const surname = surnameKeyOf(booker.lastName);
  return {
    city: city === null ? null : identityNumber(projectId, "city", `${hotel.country}:${city}`),
    look: profile === null ? null : identityNumber(projectId, "look", profile),
    surname: surname === null ? null : identityNumber(projectId, "surname", surname),
    checkIn: dayNumber(booking.checkIn),
    checkOut: dayNumber(booking.checkOut),
    amount: amountBits(booking.totalAmount),
  };
}

/** A domain that millions share, such as gmail.com, identifies none of them. */
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
 * 60 million identities of a large project fewer than one collision is expected.
 */
function identityNumber(projectId: string, kind: LinkedKind | IndexedKind, text: string): number {
  return sha256Bits52(`${projectId}\0${kind}\0${text}`);
}
