/** With how many others the same device, e-mail, phone … was seen, this attempt included. */

import { type IdentityKind, type LinkedKind, velocityLimits } from "../storage/velocity.ts";
import { links, lookAlikes, overlapKinds } from "../velocity/facts.ts";
import { type Feature, family, type Source } from "./feature.ts";
import { identityNames, identitySources } from "./identity-names.ts";

const plural: Readonly<Record<LinkedKind, string>> = {
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
};

/** Why many different ones with one thing are telling, by the thing. */
const why: Readonly<Partial<Record<IdentityKind, string>>> = {
  device:
    "One device that makes many identities is a farm or a card tester; a family's or a hotel lobby's has a few.",
  ip: "Many on one address in a short time is a program or a ring; a mobile carrier or an office has many too.",
  network:
    "Rings rent neighbouring addresses. A carrier's network has many customers, so it counts for little alone.",
  domain: "Mailboxes made by the dozen share a domain bought for it; so do a company's employees.",
  email:
    "A mailbox that comes with ever new names, numbers or devices is passed around or was taken over.",
  phone: "A rented number is used for many identities; a travel agent's is as well.",
  name: "One name with many mailboxes is somebody who starts afresh after each refusal; common names have namesakes.",
  booker: "An account used from ever new devices or mailboxes was taken over or is sold on.",
  collection: "A browser's visit belongs to one device; a second one shows that its id was copied.",
};

const distinct = links.map(
  ({ of, by, window }, place): Omit<Feature, "group"> => ({
    name: `${plural[of]}_per_${by}_${window}`,
    type: "count",
    unit: plural[of],
    range: [1, velocityLimits.sightingsPerIdentity + 1],
    meaning: `Different ${plural[of]} seen with the same ${identityNames[by]} in ${window}, this attempt's included.`,
    missing: missingWithout(by, of),
    why: why[by]!,
    source: sourcesOf(by, of),
    compute: ({ history }) => history.distinct[place] ?? null,
  }),
);

const overlapping = overlapKinds.map(
  (kind): Omit<Feature, "group"> => ({
    name: `overlapping_stays_per_${kind}_30d`,
    type: "count",
    unit: "attempts",
    range: [0, velocityLimits.sightingsPerIdentity],
    meaning: `Earlier attempts with the same ${identityNames[kind]} in 30d at another hotel for a night that this stay has too.`,
    missing: `The attempt has no ${identityNames[kind]}.`,
    why: "Nobody sleeps in two hotels at once: rooms bought to be sold on overlap. So do those of agents, and of people who have not decided yet.",
    source: sourcesOf(kind),
    compute: ({ history }) => history.overlapping[kind],
  }),
);

const alike = lookAlikes.map(
  ({ by, window }, place): Omit<Feature, "group"> => ({
    name: `look_alikes_per_${by}_${window}`,
    type: "count",
    unit: "attempts",
    range: [0, velocityLimits.sightingsPerIdentity],
    meaning: `Earlier attempts with the same ${identityNames[by]} in ${window} whose browser looks the same: its kind, screen, processor, languages and time zone.`,
    missing: `The attempt has no ${identityNames[by]}, or its browser was not seen.`,
    why: "A farm wipes its profiles, but its machines stay alike. Thousands of honest phones look alike too, so they are only counted where something else is the same.",
    source: sourcesOf(by, "look"),
    compute: ({ history }) => history.lookAlike?.[place] ?? null,
  }),
);

function missingWithout(by: IdentityKind, of: LinkedKind): string {
  return `The attempt has no ${identityNames[by]}, or no ${identityNames[of]} of its own.`;
}

/** The attempt's own is one of those counted. */
function sourcesOf(by: IdentityKind, of?: LinkedKind): readonly Source[] {
  const own = of === undefined ? [] : identitySources[of];
  return [...new Set<Source>(["history", ...identitySources[by], ...own])];
}

export const linking: readonly Feature[] = family("linking", [
  ...distinct,
  ...alike,
  ...overlapping,
]);
