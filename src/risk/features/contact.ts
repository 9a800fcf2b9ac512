/** The booker's e-mail address and phone number. */
import { getCountries, getCountryCallingCode } from "libphonenumber-js/min";
import type { RiskRequest } from "../../attempt/request/risk-request.ts";
import { plainName } from "../velocity/names.ts";
import { isAscii } from "../velocity/romanized.ts";
import { characterCount, isDigit } from "./characters.ts";
import { type Attempt, count, type Feature, family, flag, share } from "./feature.ts";
import { digitChanges, gibberishSigns, longestConsonantRun, longestKeyRun } from "./gibberish.ts";
import { nameIsInEmail } from "./name-in-email.ts";
import { longestDigitRun, type PhoneFacts } from "./phone-number.ts";
import { type RequestTexts, textsOf } from "./request-texts.ts";

/** A feature of the e-mail address, whose parts before and after the @ are known. */
const ofEmail = (read: (texts: RequestTexts) => number | null) => ({
  source: ["request"] as const,
  compute: ({ request }: Attempt) => read(textsOf(request)),
});

/** A feature of the phone number's digits, its country code first. */
const ofDigits = (read: (digits: string) => number) => ({
  source: ["request"] as const,
  compute: ({ request }: Attempt) => read(request.booker.phone.slice(1)),
});

const ofPhone = (read: (phone: PhoneFacts) => boolean | null) => ({
  source: ["request"] as const,
  compute: ({ request }: Attempt) => asFlag(read(textsOf(request).phone)),
});

export const contact: readonly Feature[] = family("contact", [
  {
    name: "email_local_length_characters",
    ...count,
    unit: "characters",
    meaning: "Length of the e-mail address before the @.",
    why: "Generated addresses are longer than most people's; very short ones are rare and often invented too.",
    missing: null,
    ...ofEmail(({ local }) => characterCount(local)),
  },
  {
    name: "email_digit_share",
    ...share,
    meaning: "Digits among the characters before the @.",
    why: "Mailboxes created in bulk have many digits. A year of birth is common.",
    missing: null,
    ...ofEmail(({ local }) => digits(local) / local.length),
  },
  {
    name: "email_trailing_digits",
    ...count,
    unit: "digits",
    meaning: "Digits at the end of the part before the @: 4 in ada1987.",
    why: "Scripts number the mailboxes that they create. Two or four digits are usually a year.",
    missing: null,
    ...ofEmail(({ local }) => trailingDigits(local)),
  },
  {
    name: "email_is_tagged",
    ...flag,
    meaning: "The address has a +tag, which gives one mailbox many spellings.",
    why: "One person appears as many that way. Careful people legitimately tag an address for each shop.",
    missing: null,
    ...ofEmail(({ local }) => (local.includes("+") ? 1 : 0)),
  },
  {
    name: "email_name_similarity",
    ...share,
    meaning:
      "How much of the booker's names is found in the address before the @: the longest prefixes of their words, of three letters or more.",
    why: "Most people's addresses contain part of their name. A stolen card's name combined with somebody else's mailbox shares nothing with it.",
    missing: "The name has no letters or digits.",
    ...ofEmail(nameInEmail),
  },
  {
    name: "email_has_name",
    ...flag,
    meaning:
      "The e-mail address before the @ contains the beginning of one of the booker's names, or its consonants, also where the name is in another script.",
    why: "Most people's addresses contain part of their name. A stolen card's name combined with somebody else's mailbox does not.",
    source: ["request"],
    missing:
      "The name or the address has no letters; or the name was not found, and its script cannot be romanised with certainty, as Arabic, Hebrew, Thai, Korean or Chinese characters.",
    compute: ({ request }) => nameIsInEmail(request.booker),
  },
  {
    name: "email_gibberish_signs",
    ...count,
    range: [0, 5],
    unit: "signs",
    meaning:
      "Kinds of sign that the address before the @ is random: a filler such as test or asdf, six or more consonants in a row, five or more neighbouring letter keys, one letter three or more times, three or more changes between letters and digits.",
    why: "Generated and invented mailboxes look random; long ones, phone numbers and digits at the end, which many people have, do not count. Relays that hide an address look random too.",
    missing: null,
    ...ofEmail(
      ({ lowerLocal }) => gibberishSigns(lowerLocal) + (digitChanges(lowerLocal) >= 3 ? 1 : 0),
    ),
  },
  {
    name: "email_consonant_run_letters",
    ...count,
    unit: "letters",
    meaning: "Longest run of Latin consonants in the address before the @; y counts as a vowel.",
    why: "Mailboxes created in bulk are random letters. Initials and the consonants of a surname legitimately reach five.",
    missing: null,
    ...ofEmail(({ lowerLocal }) => longestConsonantRun(lowerLocal)),
  },
  {
    name: "email_keyboard_run_keys",
    ...count,
    unit: "keys",
    meaning:
      "Longest run along one keyboard row in the address before the @, digits included: 6 in asdfgh, 5 in 12345.",
    why: "Addresses typed at random to get past a required field run along a row.",
    missing: null,
    ...ofEmail(({ lowerLocal }) => longestKeyRun(lowerLocal)),
  },
  {
    name: "email_distinct_character_share",
    ...share,
    meaning: "Distinct characters among all characters before the @; 0.25 in aaaa.",
    why: "Held keys and repeated syllables have few distinct characters, random strings many. For short addresses it says little.",
    missing: null,
    ...ofEmail(({ local }) => distinctShare(local)),
  },
  {
    name: "email_domain_length_characters",
    ...count,
    unit: "characters",
    meaning: "Length of the e-mail address after the @.",
    why: "Domains bought for a single fraud are longer or odder than the short names of known providers.",
    missing: null,
    ...ofEmail(({ domain }) => characterCount(domain)),
  },
  {
    name: "email_is_disposable",
    ...flag,
    meaning:
      "The domain, or a parent domain, offers disposable addresses according to the list built into this version.",
    why: "The booker avoids being reached again and gets a new identity at no cost. The list cannot have a domain that started yesterday.",
    missing: null,
    ...ofEmail(({ isDisposable }) => (isDisposable ? 1 : 0)),
  },
  {
    name: "email_is_free_mail",
    ...flag,
    meaning:
      "The domain is a public mail provider's, such as gmail.com, and not a disposable one, according to the list built into this version.",
    why: "Most legitimate guests have such an address, and so has most fraud; a personal or company domain is harder to get.",
    missing: null,
    ...ofEmail(({ isPublic, isDisposable }) => (isPublic && !isDisposable ? 1 : 0)),
  },
  {
    name: "phone_length_digits",
    ...count,
    unit: "digits",
    meaning: "Length of the phone number including its country code.",
    why: "Invented numbers are too short or too long for their country. It complements phone_is_valid, which checks numbering plans.",
    missing: null,
    ...ofDigits((digits) => digits.length),
  },
  {
    name: "phone_is_valid",
    ...flag,
    meaning:
      "The numbering plan of the number's country has such numbers. Whether the number is in use is not checked.",
    why: "Somebody who does not want to be called invents a number. A typing error or a very new number range looks the same.",
    missing: null,
    ...ofPhone(({ isValid }) => isValid),
  },
  {
    name: "phone_is_mobile",
    ...flag,
    meaning: "Such numbers are assigned to mobile phones; 0 is a landline or a special number.",
    why: "Most travellers give their mobile phone. Fraud more often gives numbers that nobody carries.",
    missing:
      "The number is not valid, or its country does not separate mobile from fixed numbers, as the United States.",
    ...ofPhone(({ use }) => use && use === "mobile"),
  },
  {
    name: "phone_is_voip_or_premium",
    ...flag,
    meaning:
      "Such numbers are for internet telephony or special use: premium rate, shared cost, toll free, personal, pager, company or voice mail numbers.",
    why: "VoIP numbers are available in minutes, from anywhere and under any name. Some people have one as their only line.",
    missing: "The number is not valid, or its country does not say what it is for.",
    ...ofPhone(({ use }) => use && use === "special"),
  },
  {
    name: "phone_is_internet_line",
    ...flag,
    meaning:
      "The numbering plan assigns such numbers to internet telephony or special use, as phone_is_voip_or_premium; 0 also where the plan does not say, as in the United States.",
    why: "VoIP numbers are available in minutes, from anywhere and under any name. A country whose plan does not tell them apart says nothing about its guests.",
    missing: null,
    ...ofPhone(({ use }) => use === "special"),
  },
  {
    name: "phone_repeated_run_digits",
    ...count,
    unit: "digits",
    meaning: "Longest run of one repeated digit in the phone number: 6 in +351 555 555 012.",
    why: "Invented numbers repeat a key. Runs of three are common, and memorable numbers are sold.",
    missing: null,
    ...ofDigits((digits) => longestDigitRun(digits, 0)),
  },
  {
    name: "phone_counted_run_digits",
    ...count,
    unit: "digits",
    meaning: "Longest run of the phone number's digits that rises or falls by one: 6 in 123456.",
    why: "Invented numbers count up or down. Runs of three occur by chance.",
    missing: null,
    ...ofDigits((digits) => Math.max(longestDigitRun(digits, 1), longestDigitRun(digits, -1))),
  },
  {
    name: "phone_in_billing_country",
    ...flag,
    meaning: "The phone number's country code is one of the billing country's.",
    why: "A stolen card is billed where its owner lives, while the phone is the thief's. People who moved keep their old number.",
    source: ["request", "request.billing.country"],
    missing: "No billing country was sent, or it has no country code.",
    compute: ({ request }) => phoneIn(request.booker.phone, request.billing?.country),
  },
  {
    name: "phone_in_hotel_country",
    ...flag,
    meaning: "The phone number's country code is one of the hotel's country's.",
    why: "Separates domestic from international travel, which differ in risk. Not a sign of fraud alone.",
    source: ["request"],
    missing: "The hotel's country has no country code.",
    compute: ({ request }) => phoneIn(request.booker.phone, request.hotel.country),
  },
  {
    name: "phone_country_is_billing_country",
    ...flag,
    meaning:
      "The number's own country is the billing country, including where countries share a code: +1 212 is the United States, +1 416 Canada.",
    why: "As phone_in_billing_country, but precise in the countries of +1, +7, +39, +44 and the like. A territory counts as a country of its own.",
    source: ["request", "request.billing.country"],
    missing: "No billing country was sent, or the number's country is unknown.",
    compute: ({ request }) => phoneOf(request, request.billing?.country),
  },
  {
    name: "phone_country_is_hotel_country",
    ...flag,
    meaning:
      "The number's own country, determined as for the billing country, is the hotel's country.",
    why: "Separates domestic from international travel. Not a sign of fraud alone.",
    source: ["request"],
    missing: "The number's country is unknown.",
    compute: ({ request }) => phoneOf(request, request.hotel.country),
  },
]);

function asFlag(value: boolean | null): number | null {
  return value === null ? null : Number(value);
}

function digits(text: string): number {
  let found = 0;
  for (let i = 0; i < text.length; i++) if (isDigit(text.charCodeAt(i))) found++;
  return found;
}

function trailingDigits(text: string): number {
  let start = text.length;
  while (start > 0 && isDigit(text.charCodeAt(start - 1))) start--;
  return text.length - start;
}

/** By code, whether an ASCII character was seen; a `Set` takes six times as long. */
const seen = new Uint8Array(128);

function distinctShare(text: string): number | null {
  if (!isAscii(text)) {
    const characters = [...text];
    return new Set(characters).size / characters.length;
  }
  seen.fill(0);
  let distinct = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (seen[code]) continue;
    seen[code] = 1;
    distinct++;
  }
  return distinct / text.length;
}

const callingCodes = new Map<string, string>(
  getCountries().map((country) => [country, `+${getCountryCallingCode(country)}`]),
);

function phoneIn(phone: string, country: string | undefined): number | null {
  const code = country && callingCodes.get(country);
  if (!code) return null;
  return phone.startsWith(code) ? 1 : 0;
}

function phoneOf(request: RiskRequest, country: string | undefined): number | null {
  if (!country) return null;
  const own = textsOf(request).phone.country;
  return own === null ? null : Number(own === country);
}

/** Share of the names' letters covered by their longest prefixes, of three or more, in the address. */
function nameInEmail({ fullName, local }: RequestTexts): number | null {
  if (fullName === "") return null;
  const plainLocal = plainName(local).replaceAll(" ", "");
  let letters = 0;
  let found = 0;
  for (const word of fullName.split(" ")) {
    letters += word.length;
    found += longestPrefixIn(plainLocal, word);
  }
  return found / letters;
}

const prefixMin = 3;

function longestPrefixIn(text: string, word: string): number {
  let longest = 0;
  for (let start = 0; start + Math.max(longest + 1, prefixMin) <= text.length; start++) {
    const length = commonPrefix(text, start, word);
    if (length > longest) longest = length;
  }
  return longest >= prefixMin ? longest : 0;
}

function commonPrefix(text: string, start: number, word: string): number {
  const end = Math.min(word.length, text.length - start);
  let length = 0;
  while (length < end && text.charCodeAt(start + length) === word.charCodeAt(length)) length++;
  return length;
}
