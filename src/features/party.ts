/** Who is staying. */
import type { RiskRequest } from "../request/risk-request.ts";
import { count, type Feature, family, share } from "./feature.ts";

/** The displayed group size: the stated party, or the named guests where nobody is stated. */
export function groupSizeOf({ booking, guests }: RiskRequest): number {
  const { adultCount = 0, childCount = 0, infantCount = 0 } = booking.groupSize ?? {};
  return adultCount + childCount + infantCount || (guests?.length ?? 0);
}

export const party: readonly Feature[] = family("party", [
  {
    name: "group_size_people",
    ...count,
    unit: "people",
    meaning: "People staying: the stated group size, or the number of named guests.",
    missing: "Neither a group size nor guests were sent.",
    compute: ({ request }) => groupSizeOf(request) || null,
  },
  {
    name: "children_share",
    ...share,
    meaning: "Children and infants among the stated group. Fraud seldom travels with a family.",
    missing: "No group size was sent, or it is zero.",
    compute: ({ request }) => {
      const { adultCount = 0, childCount = 0, infantCount = 0 } = request.booking.groupSize ?? {};
      const people = adultCount + childCount + infantCount;
      return people === 0 ? null : (childCount + infantCount) / people;
    },
  },
  {
    name: "named_guests_people",
    ...count,
    unit: "people",
    meaning: "Guests of whom at least one name was sent.",
    missing: "No guests were sent.",
    compute: ({ request }) =>
      request.guests?.filter(({ firstName, lastName }) => firstName || lastName).length ?? null,
  },
]);
