/** Who and what an attempt can be recognised by, as short numbers that hold no personal data. */
import { hash } from "node:crypto";
import type { RiskRequest } from "../request/risk-request.ts";
import { type Identities, type IdentityKind, identityKinds } from "../storage/store.ts";
import type { CollectionSummary } from "../telemetry/summary.ts";

/**
 * The identities of an attempt. Spelling that makes no difference to a person makes none here:
 * letter case, accents and spaces of a name, letter case of an address.
 */
export function identitiesOf(
  projectId: string,
  request: RiskRequest,
  collection: CollectionSummary | null,
): Identities {
  const { booker, hotel } = request;
  const texts: Record<IdentityKind, string | undefined> = {
    email: booker.email.toLowerCase(),
    phone: booker.phone,
    booker: booker.referenceId,
    name: plainName(`${booker.firstName} ${booker.lastName}`),
    device: collection?.lastDeviceId ?? undefined,
    ip: collection?.lastIp ?? undefined,
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

const plainAlready = /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/;

/** A name without what differs between two spellings of it: case, accents, punctuation. */
export function plainName(name: string): string {
  if (plainAlready.test(name)) return name.toLowerCase(); // Most names, at a tenth of the price.
  return name
    .normalize("NFKD") // Takes accents off their letters …
    .replace(/\p{M}+/gu, "") // … and away.
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
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
function identityNumber(projectId: string, kind: IdentityKind, text: string): number {
  return Number.parseInt(hash("sha256", `${projectId}\0${kind}\0${text}`).slice(0, 13), 16);
}
