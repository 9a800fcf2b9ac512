/** The billing address. */
import { characterCount, hasAny, numerals } from "./characters.ts";
import { count, type Feature, family, flag } from "./feature.ts";

export const billing: readonly Feature[] = family("billing", [
  {
    name: "billing_address_is_sent",
    ...flag,
    meaning: "A billing address line was sent; 0 where none was.",
    why: "A thief often has a card number without its owner's address. Merchants that never ask for one send none either.",
    source: ["request"],
    missing: null,
    compute: ({ request }) => (request.billing?.addressLine ? 1 : 0),
  },
  {
    name: "billing_address_length_characters",
    ...count,
    unit: "characters",
    meaning: "Length of the billing address line.",
    why: "An address invented in a hurry is short.",
    source: ["request.billing.addressLine"],
    missing: "No billing address line was sent.",
    compute: ({ request: { billing } }) =>
      billing?.addressLine ? characterCount(billing.addressLine) : null,
  },
  {
    name: "billing_address_has_digit",
    ...flag,
    meaning:
      "The billing address line contains a digit of any script: a house number or a post-office box.",
    why: "Invented addresses lack a number. So do named houses, in villages and in Ireland.",
    source: ["request.billing.addressLine"],
    missing: "No billing address line was sent.",
    compute: ({ request: { billing } }) => {
      if (!billing?.addressLine) return null;
      return hasAny(numerals, billing.addressLine) ? 1 : 0;
    },
  },
  {
    name: "billing_in_hotel_country",
    ...flag,
    meaning: "The billing country is the hotel's country.",
    why: "Separates domestic from international travel, where stolen cards of another country stand out. Not a sign alone.",
    source: ["request", "request.billing.country"],
    missing: "No billing country was sent.",
    compute: ({ request: { billing, hotel } }) => {
      if (!billing?.country) return null;
      return billing.country === hotel.country ? 1 : 0;
    },
  },
]);
