/** The guests and the size of the group. */
import type { RiskRequest } from "../../attempt/request/risk-request.ts";
import { count, type Feature, family, flag, share } from "./feature.ts";
import { textsOf } from "./request-texts.ts";

type Guest = NonNullable<RiskRequest["guests"]>[number];

/** The displayed group size: the stated party, or the named guests where none is stated. */
export function groupSizeOf({ booking, guests }: RiskRequest): number {
  return statedPeople({ booking }) || (guests?.length ?? 0);
}

function statedPeople({ booking }: Pick<RiskRequest, "booking">): number {
  const { adultCount = 0, childCount = 0, infantCount = 0 } = booking.groupSize ?? {};
  return adultCount + childCount + infantCount;
}

const isNamed = ({ firstName, lastName }: Guest) => Boolean(firstName || lastName);

export const party: readonly Feature[] = family("party", [
  {
    name: "group_size_people",
    ...count,
    unit: "people",
    meaning: "People staying: the stated group size, or the number of named guests.",
    why: "Fraud books for one or two more often than for families, and occasionally for a large group.",
    source: ["request.booking.groupSize", "request.guests"],
    missing: "Neither a group size nor guests were sent.",
    compute: ({ request }) => groupSizeOf(request) || null,
  },
  {
    name: "children_share",
    ...share,
    meaning: "Children and infants among the stated group.",
    why: "Fraud rarely travels with a family.",
    source: ["request.booking.groupSize"],
    missing: "No group size was sent, or it is zero.",
    compute: ({ request }) => {
      const { childCount = 0, infantCount = 0 } = request.booking.groupSize ?? {};
      const people = statedPeople(request);
      return people === 0 ? null : (childCount + infantCount) / people;
    },
  },
  {
    name: "children_are_alone",
    ...flag,
    meaning: "The stated group has children or infants, and no adult.",
    why: "No hotel accepts children alone: the numbers were filled in at random, or the form counts differently.",
    source: ["request.booking.groupSize"],
    missing: "No group size was sent, or it is zero.",
    compute: ({ request }) => {
      if (statedPeople(request) === 0) return null;
      return request.booking.groupSize?.adultCount ? 0 : 1;
    },
  },
  {
    name: "named_guests_people",
    ...count,
    unit: "people",
    meaning: "Guests with at least one name.",
    why: "A reseller often does not know yet who will stay. Many merchants ask for one name only.",
    source: ["request.guests"],
    missing: "No guests were sent.",
    compute: ({ request }) => request.guests?.filter(isNamed).length ?? null,
  },
  {
    name: "named_guests_over_group_ratio",
    type: "number",
    unit: "ratio",
    range: [0, Number.POSITIVE_INFINITY],
    meaning:
      "Guests with a name, over the stated group size. Above 1, more guests are named than stated.",
    why: "More names than people, or few names in a large group, is a form filled carelessly. One name for a couple is common.",
    source: ["request.guests", "request.booking.groupSize"],
    missing: "No guests or no group size was sent, or the size is zero.",
    compute: ({ request }) => {
      const people = statedPeople(request);
      if (!request.guests || people === 0) return null;
      return request.guests.filter(isNamed).length / people;
    },
  },
  {
    name: "duplicate_guests_share",
    ...share,
    meaning:
      "Named guests whose given and family names occur earlier in the list, among the named guests. Case, accents and punctuation make no difference.",
    why: "The same name typed repeatedly fills a required field. A father and son with the same name do so once.",
    source: ["request.guests"],
    missing: "No guest is named.",
    compute: ({ request }) => {
      const { guestNames } = textsOf(request);
      if (guestNames.length === 1) return 0;
      return guestNames.length === 0 ? null : 1 - new Set(guestNames).size / guestNames.length;
    },
  },
  {
    name: "guests_of_bookers_family_share",
    ...share,
    meaning:
      "Guests with the booker's family name, among the guests with a family name. Case, accents and punctuation make no difference.",
    why: "Families and couples share a name and are rarely fraud. Friends, colleagues and many married couples do not.",
    source: ["request.guests"],
    missing: "No guest's family name was sent, or the booker's has no letters.",
    compute: ({ request }) => {
      const { lastName: own, guestFamilies } = textsOf(request);
      if (own === "" || guestFamilies.length === 0) return null;
      return guestFamilies.filter((name) => name === own).length / guestFamilies.length;
    },
  },
]);
