/** How the booker can be reached. */
import { getCountries, getCountryCallingCode } from "libphonenumber-js/min";
import { plainName } from "../history/identities.ts";
import type { RiskRequest } from "../request/risk-request.ts";
import { count, type Feature, family, flag, share } from "./feature.ts";

const localPart = (email: string) => email.slice(0, email.lastIndexOf("@"));

export const contact: readonly Feature[] = family("contact", [
  {
    name: "email_local_length_characters",
    ...count,
    unit: "characters",
    meaning: "Length of the e-mail address before the @.",
    missing: null,
    compute: ({ request }) => [...localPart(request.booker.email)].length,
  },
  {
    name: "email_digit_share",
    ...share,
    meaning: "Digits among the characters before the @. Accounts made in bulk have many.",
    missing: null,
    compute: ({ request }) => {
      const local = localPart(request.booker.email);
      return local.replace(/\D/g, "").length / local.length;
    },
  },
  {
    name: "email_is_tagged",
    ...flag,
    meaning: "The address has a +tag, which gives one mailbox many spellings.",
    missing: null,
    compute: ({ request }) => (localPart(request.booker.email).includes("+") ? 1 : 0),
  },
  {
    name: "email_name_similarity",
    ...share,
    meaning: "How much of the booker's names is found in the address before the @.",
    missing: "The name has no letters or digits.",
    compute: ({ request }) => nameInEmail(request.booker),
  },
  {
    name: "phone_length_digits",
    ...count,
    unit: "digits",
    meaning: "Length of the phone number with its country code.",
    missing: null,
    compute: ({ request }) => request.booker.phone.length - 1,
  },
  {
    name: "phone_in_billing_country",
    ...flag,
    meaning: "The phone number's country code is one of the billing country's.",
    missing: "No billing country was sent, or it has no country code.",
    compute: ({ request }) => phoneIn(request.booker.phone, request.billing?.country),
  },
  {
    name: "phone_in_hotel_country",
    ...flag,
    meaning: "The phone number's country code is one of the hotel's country's.",
    missing: "The hotel's country has no country code.",
    compute: ({ request }) => phoneIn(request.booker.phone, request.hotel.country),
  },
]);

const callingCodes = new Map<string, string>(
  getCountries().map((country) => [country, `+${getCountryCallingCode(country)}`]),
);

function phoneIn(phone: string, country: string | undefined): number | null {
  const code = country && callingCodes.get(country);
  if (!code) return null;
  return phone.startsWith(code) ? 1 : 0;
}

/** Share of the letters of the names whose longest prefix of three or more is in the address. */
function nameInEmail({ firstName, lastName, email }: RiskRequest["booker"]): number | null {
  const local = plainName(localPart(email)).replaceAll(" ", "");
  const words = plainName(`${firstName} ${lastName}`).split(" ").filter(Boolean);
  const letters = words.join("").length;
  if (letters === 0) return null;
  let found = 0;
  for (const word of words) found += longestPrefixIn(local, word);
  return found / letters;
}

function longestPrefixIn(text: string, word: string): number {
  for (let length = word.length; length >= 3; length--) {
    if (text.includes(word.slice(0, length))) return length;
  }
  return 0;
}
