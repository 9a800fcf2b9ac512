/** Linked identities: how many others occurred with the same device, e-mail address, phone …. */
import { type IdentityKind, type LinkedKind, velocityLimits } from "../../storage/port/velocity.ts";
import { links, lookAlikes, overlapKinds, partyWindows, windowTexts } from "../velocity/facts.ts";
import { type Feature, family, type Source } from "./feature.ts";
import { identityNames, identitySources, pluralNames, pluralTexts } from "./identity-names.ts";
import { isReportedForAnother } from "./reported-frauds.ts";

/** Why many different identities with one identity are informative, by the latter. */
const why: Readonly<Partial<Record<IdentityKind, string>>> = {
  device:
    "One device with many identities is a fraud farm or card testing; a family's or a hotel lobby's device has a few.",
  ip: "Many on one IP address in a short time are a program or a fraud ring; a mobile carrier or an office has many too.",
  network:
    "Fraud rings rent neighbouring addresses. A carrier's network has many customers, so it is weak alone.",
  domain:
    "Mailboxes created in bulk share a domain bought for the purpose; so do a company's employees.",
  email:
    "A mailbox that keeps appearing with new names, numbers or devices is shared or was taken over.",
  phone: "A rented number is used for many identities; so is a travel agent's.",
  name: "One name with many mailboxes is somebody who starts over after each denial; common names have namesakes.",
  booker: "An account that keeps appearing with new devices or mailboxes was taken over or sold.",
  collection: "A visit belongs to one device; a second one shows that its id was copied.",
};

const distinct = links.map(
  ({ of, by, window }, place): Omit<Feature, "group"> => ({
    name: `${pluralNames[of]}_per_${by}_${window}`,
    type: "count",
    unit: pluralNames[of],
    range: [1, velocityLimits.sightingsPerIdentity + 1],
    meaning: `Different ${pluralTexts[of]} seen with the same ${identityNames[by]} ${windowTexts[window]}, including this attempt's.`,
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
    meaning: `Earlier attempts with the same ${identityNames[kind]} in the last 30 days at another hotel for a night of this stay.`,
    missing: `The attempt has no ${identityNames[kind]}.`,
    why: "Nobody sleeps in two hotels at once: stays bought for resale overlap. So do those of agents, and of people who have not decided yet.",
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
    meaning: `Earlier attempts with the same ${identityNames[by]} ${windowTexts[window]} with the same browser profile: browser, screen, processor, languages and time zone.`,
    missing: `The attempt has no ${identityNames[by]}, or its browser profile is unknown.`,
    why: "A fraud farm resets its browsers, but its machines stay alike. Thousands of legitimate phones share a profile too, so it only counts together with another identity.",
    source: sourcesOf(by, "look"),
    compute: ({ history }) => history.lookAlike?.[place] ?? null,
  }),
);

const parties = partyWindows.map(
  (window): Omit<Feature, "group"> => ({
    name: `unrelated_parties_per_device_${window}`,
    type: "count",
    unit: "parties",
    range: [1, velocityLimits.sightingsPerIdentity + 1],
    meaning: `Groups of attempts on the device ${windowTexts[window]}, this one's included, that have nothing in common: no e-mail address, phone number, booker reference, name or beginning of a family name.`,
    missing:
      "The attempt has no device, or the decision was made by a version that did not count them.",
    why: "Strangers on one device are a fraud farm or card testing; a family, a couple or an assistant has something in common. A kiosk or a lobby's computer has many strangers too.",
    source: ["history", ...identitySources.device],
    compute: ({ history }) => history.parties?.[window] ?? null,
  }),
);

/** Counts on a device that remember a reported booker for as long as the report counts, `reportDays`, not for 30 days. */
const orReported = [...distinct, ...parties]
  .filter(({ name }) => /^(emails|names|phones|unrelated_parties)_per_device_30d$/.test(name))
  .map(
    (counted): Omit<Feature, "group"> => ({
      ...counted,
      name: `${counted.name}_or_reported`,
      meaning: `The count of ${counted.name}, and at least 2 where device_fraud_reports_365d is above person_fraud_reports_365d: whoever was reported had another e-mail address, phone number or booker reference.`,
      why: "A stranger whose booking on this device was fraud is one more on the device for as long as the report counts, not for the 30 days in which attempts are read.",
      compute: (attempt) => {
        const count = counted.compute(attempt);
        return count === null || !isReportedForAnother(attempt.history)
          ? count
          : Math.max(2, count);
      },
    }),
  );

function missingWithout(by: IdentityKind, of: LinkedKind): string {
  return `The attempt has no ${identityNames[by]}, or no ${identityNames[of]} of its own.`;
}

/** The attempt's own identity is one of those counted. */
function sourcesOf(by: IdentityKind, of?: LinkedKind): readonly Source[] {
  const own = of === undefined ? [] : identitySources[of];
  return [...new Set<Source>(["history", ...identitySources[by], ...own])];
}

export const linking: readonly Feature[] = family("linking", [
  ...distinct,
  ...alike,
  ...overlapping,
  ...parties,
  ...orReported,
]);
