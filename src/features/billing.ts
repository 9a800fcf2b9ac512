/** Who pays from where. */
import { type Feature, family, flag } from "./feature.ts";

export const billing: readonly Feature[] = family("billing", [
  {
    name: "billing_address_is_sent",
    ...flag,
    meaning: "A billing address line was sent.",
    missing: null,
    compute: ({ request }) => (request.billing?.addressLine ? 1 : 0),
  },
  {
    name: "billing_in_hotel_country",
    ...flag,
    meaning: "The billing country is the hotel's country.",
    missing: "No billing country was sent.",
    compute: ({ request: { billing, hotel } }) => {
      if (!billing?.country) return null;
      return billing.country === hotel.country ? 1 : 0;
    },
  },
]);
