/** Who is staying. */
import type { RiskRequest } from "../request/risk-request.ts";
import { count, type Feature, family, flag, share } from "./feature.ts";
import { fullName, plain } from "./names.ts";

type Guest = NonNullable<RiskRequest["guests"]>[number];

/** The displayed group size: the stated party, or the named guests where nobody is stated. */
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
    why: "Fraud books for one or two more often than for families, and now and then for a coachload.",
    source: ["request.booking.groupSize", "request.guests"],
    missing: "Neither a group size nor guests were sent.",
    compute: ({ request }) => groupSizeOf(request) || null,
  },
  {
    name: "children_share",
    ...share,
    meaning: "Children and infants among the stated group.",
    why: "Fraud seldom travels with a family.",
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
    why: "No hotel takes children alone: numbers filled in at random, or a form that counts otherwise.",
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
    meaning: "Guests of whom at least one name was sent.",
    why: "Whoever resells a stay often does not know yet who will sleep there. Many merchants ask for one name only.",
    source: ["request.guests"],
    missing: "No guests were sent.",
    compute: ({ request }) => request.guests?.filter(isNamed).length ?? null,
  },
  {
    name: "named_guests_over_group_ratio",
    type: "number",
    unit: "ratio",
    range: [0, Number.POSITIVE_INFINITY],
    meaning: "Guests of whom a name was sent, over the stated group size. Above 1, more are named.",
    why: "More names than people, or few names in a large group, is a form filled without care. One name for a couple is usual.",
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
      "Named guests whose given and family names an earlier one in the list has too, among the named guests. Case, accents and punctuation make no difference.",
    why: "One name typed again and again fills a required field. A father and a son of one name do so once.",
    source: ["request.guests"],
    missing: "No guest is named.",
    compute: ({ request }) => {
      const names = (request.guests ?? []).map(fullName).filter((name) => name !== "");
      return names.length === 0 ? null : 1 - new Set(names).size / names.length;
    },
  },
  {
    name: "guests_of_bookers_family_share",
    ...share,
    meaning:
      "Guests with the booker's family name, among the guests of whom a family name was sent. Case, accents and punctuation make no difference.",
    why: "Families and couples share a name, and they are seldom fraud. Friends, colleagues and many married couples do not.",
    source: ["request.guests"],
    missing: "No guest's family name was sent, or the booker's has no letters.",
    compute: ({ request: { guests, booker } }) => {
      const own = plain(booker.lastName);
      const families = (guests ?? []).map(({ lastName }) => plain(lastName ?? "")).filter(Boolean);
      if (own === "" || families.length === 0) return null;
      return families.filter((name) => name === own).length / families.length;
    },
  },
]);
