/** Features of the request: identity, contact, party, stay and billing. */
import { counted, type Phrases } from "./phrase.ts";

export const requestPhrases: Phrases = {
  name_length_characters: counted("character", "characters", "in the booker's name"),
  name_vowel_share: { of: "share of vowels in the booker's name" },
  name_consonant_run_letters: { of: "longest run of consonants in the booker's name" },
  name_keyboard_run_keys: { of: "longest keyboard run in the booker's name" },
  name_repeat_run_characters: { of: "longest run of one letter in the booker's name" },
  name_is_repeated: {
    yes: "the booker's first and last name are the same",
    no: "the booker's first and last name differ",
  },
  name_has_digit: {
    yes: "the booker's name contains a digit",
    no: "the booker's name contains no digits",
  },
  name_has_symbol: {
    yes: "the booker's name contains a symbol",
    no: "the booker's name contains no symbols",
  },
  name_gibberish_signs: {
    one: "1 sign of random typing in the booker's name",
    many: "# signs of random typing in the booker's name",
    none: "no sign of random typing in the booker's name",
  },
  random_typing_fields: {
    one: "1 of first name, last name and mailbox looks typed at random",
    many: "# of first name, last name and mailbox look typed at random",
    none: "no two of first name, last name and mailbox look typed at random",
  },
  name_has_odd_symbol: {
    yes: "the booker's name contains a symbol that no name has",
    no: "the booker's name contains no odd symbol",
  },
  name_mixes_scripts: {
    yes: "the booker's name mixes two alphabets within a word",
    no: "the booker's name does not mix alphabets",
  },
  given_name_is_initial: {
    yes: "the booker's first name is a single letter",
    no: "the booker's first name is spelled out",
  },
  name_is_lower_case: {
    yes: "the booker's name is all lower case",
    no: "the booker's name has capital letters",
  },
  name_is_upper_case: {
    yes: "the booker's name is all upper case",
    no: "the booker's name is not all upper case",
  },
  booker_is_referenced: {
    yes: "the booker has a customer account",
    no: "the booker has no customer account",
  },
  booker_is_guest: {
    yes: "the booker is one of the guests",
    no: "the booker is not one of the guests",
    unknown: "no guest is named",
  },

  email_local_length_characters: counted(
    "character",
    "characters",
    "before the @ of the e-mail address",
  ),
  email_digit_share: { of: "share of digits before the @ of the e-mail address" },
  email_trailing_digits: {
    one: "1 digit directly before the @ of the e-mail address",
    many: "# digits directly before the @ of the e-mail address",
    none: "no digits directly before the @ of the e-mail address",
  },
  email_is_tagged: {
    yes: "the e-mail address has a +tag",
    no: "the e-mail address has no +tag",
  },
  email_name_similarity: { of: "share of the booker's name found in the e-mail address" },
  email_has_name: {
    yes: "the e-mail address contains the booker's name",
    no: "the e-mail address contains none of the booker's names",
  },
  email_gibberish_signs: {
    one: "1 sign of random typing in the e-mail address",
    many: "# signs of random typing in the e-mail address",
    none: "no sign of random typing in the e-mail address",
  },
  email_consonant_run_letters: { of: "longest run of consonants in the e-mail address" },
  email_keyboard_run_keys: { of: "longest keyboard run in the e-mail address" },
  email_distinct_character_share: {
    of: "share of distinct characters before the @ of the e-mail address",
  },
  email_domain_length_characters: counted("character", "characters", "in the e-mail domain"),
  email_is_disposable: {
    yes: "the e-mail address is disposable",
    no: "the e-mail address is not known to be disposable",
  },
  email_is_free_mail: {
    yes: "the e-mail address is from a free mail provider",
    no: "the e-mail address is not from a free mail provider",
  },
  phone_length_digits: counted("digit", "digits", "in the phone number"),
  phone_is_valid: {
    yes: "the phone number is valid",
    no: "the phone number is invalid",
  },
  phone_is_mobile: {
    yes: "the phone number is a mobile number",
    no: "the phone number is not a mobile number",
  },
  phone_is_voip_or_premium: {
    yes: "the phone number is a VoIP or special-rate number",
    no: "the phone number is not a VoIP or special-rate number",
  },
  phone_is_internet_line: {
    yes: "the phone number is a VoIP or special-rate number",
    no: "the phone number is not known to be a VoIP number",
  },
  phone_repeated_run_digits: { of: "longest run of one digit in the phone number" },
  phone_counted_run_digits: { of: "longest ascending or descending run in the phone number" },
  phone_in_billing_country: {
    yes: "the phone's country code matches the billing country",
    no: "the phone's country code does not match the billing country",
  },
  phone_in_hotel_country: {
    yes: "the phone's country code matches the hotel's country",
    no: "the phone's country code does not match the hotel's country",
  },
  phone_country_is_billing_country: {
    yes: "the phone number is from the billing country",
    no: "the phone number is not from the billing country",
  },
  phone_country_is_hotel_country: {
    yes: "the phone number is from the hotel's country",
    no: "the phone number is not from the hotel's country",
  },

  group_size_people: counted("person", "people", "staying"),
  children_share: { of: "share of children in the group" },
  children_are_alone: {
    yes: "the group has children and no adult",
    no: "the group has an adult or no children",
  },
  named_guests_people: { ...counted("named guest", "named guests"), none: "no named guests" },
  named_guests_over_group_ratio: { of: "named guests per person staying" },
  duplicate_guests_share: { of: "share of guests named more than once" },
  guests_of_bookers_family_share: { of: "share of guests with the booker's last name" },

  lead_time_days: { of: "time until check-in" },
  nights: counted("night", "nights"),
  arrives_on_weekend: {
    yes: "check-in is on a Friday or Saturday",
    no: "check-in is not on a Friday or Saturday",
  },
  includes_weekend_night: {
    yes: "the stay includes a weekend night",
    no: "the stay includes no weekend night",
  },
  local_hour: { of: "local time in the browser" },

  billing_address_is_sent: {
    yes: "a billing address was sent",
    no: "no billing address was sent",
  },
  billing_address_length_characters: counted("character", "characters", "in the billing address"),
  billing_address_has_digit: {
    yes: "the billing address contains a number",
    no: "the billing address contains no number",
  },
  billing_in_hotel_country: {
    yes: "the billing country is the hotel's country",
    no: "the billing country is not the hotel's country",
  },
};
