/** Features of what the merchant sent. */
import { type Phrases, things } from "./phrase.ts";

export const requestPhrases: Phrases = {
  name_length_characters: things("character", "characters", "in the booker's name"),
  name_vowel_share: { of: "vowels among the letters of the booker's name" },
  name_consonant_run_letters: things(
    "consonant",
    "consonants",
    "in a row at most in the booker's name",
  ),
  name_keyboard_run_keys: things(
    "letter",
    "letters",
    "of the booker's name side by side on a keyboard at most",
  ),
  name_repeat_run_characters: things(
    "time the same letter",
    "times the same letter",
    "in a row at most in the booker's name",
  ),
  name_is_repeated: {
    yes: "the booker's first and last name are the same",
    no: "the booker's first and last name differ",
  },
  name_has_digit: {
    yes: "the booker's name has a digit",
    no: "the booker's name has no digits",
  },
  name_has_symbol: {
    yes: "the booker's name has a sign that is in no name",
    no: "the booker's name has only what names have",
  },
  name_mixes_scripts: {
    yes: "a word of the booker's name mixes two alphabets",
    no: "the booker's name is in one alphabet",
  },
  given_name_is_initial: {
    yes: "the booker's first name is a single letter",
    no: "the booker's first name is written out",
  },
  name_is_lower_case: {
    yes: "the booker's name is in small letters only",
    no: "the booker's name has capital letters",
  },
  name_is_upper_case: {
    yes: "the booker's name is in capital letters only",
    no: "the booker's name has small letters",
  },
  booker_is_referenced: {
    yes: "the booker has an account or another reference of yours",
    no: "the booker has no account or other reference of yours",
  },
  booker_is_guest: {
    yes: "the booker is one of the guests",
    no: "the booker is none of the guests",
  },

  email_local_length_characters: things(
    "character",
    "characters",
    "before the @ of the e-mail address",
  ),
  email_digit_share: { of: "digits before the @ of the e-mail address" },
  email_trailing_digits: {
    one: "1 digit right before the @ of the e-mail address",
    many: "# digits right before the @ of the e-mail address",
    none: "no digit right before the @ of the e-mail address",
  },
  email_is_tagged: {
    yes: "the e-mail address has a +tag",
    no: "the e-mail address has no +tag",
  },
  email_name_similarity: { of: "part of the booker's name that is in the e-mail address" },
  email_consonant_run_letters: things(
    "consonant",
    "consonants",
    "in a row at most in the e-mail address",
  ),
  email_keyboard_run_keys: things(
    "character",
    "characters",
    "of the e-mail address side by side on a keyboard at most",
  ),
  email_distinct_character_share: {
    of: "different ones among the characters before the @ of the e-mail address",
  },
  email_domain_length_characters: things(
    "character",
    "characters",
    "after the @ of the e-mail address",
  ),
  email_is_disposable: {
    yes: "the e-mail address is of a provider of throw-away addresses",
    no: "the e-mail address is of no known provider of throw-away addresses",
  },
  email_is_free_mail: {
    yes: "the e-mail address is of a free public provider",
    no: "the e-mail address is of no free public provider",
  },
  phone_length_digits: things("digit", "digits", "in the phone number"),
  phone_is_valid: {
    yes: "the phone number is a possible one",
    no: "the phone number cannot exist",
  },
  phone_is_mobile: {
    yes: "the phone number is a mobile phone's",
    no: "the phone number is no mobile phone's",
  },
  phone_is_voip_or_premium: {
    yes: "the phone number is an internet line or of special use",
    no: "the phone number is no internet line and of no special use",
  },
  phone_repeated_run_digits: things(
    "time the same digit",
    "times the same digit",
    "in a row at most in the phone number",
  ),
  phone_counted_run_digits: things(
    "digit",
    "digits",
    "in a row at most in the phone number that count up or down",
  ),
  phone_in_billing_country: {
    yes: "the phone number has the billing country's code",
    no: "the phone number has another country's code than the bill",
  },
  phone_in_hotel_country: {
    yes: "the phone number has the code of the hotel's country",
    no: "the phone number has the code of another country than the hotel's",
  },
  phone_country_is_billing_country: {
    yes: "the phone number is of the billing country",
    no: "the phone number is of another country than the bill",
  },
  phone_country_is_hotel_country: {
    yes: "the phone number is of the hotel's country",
    no: "the phone number is of another country than the hotel",
  },

  group_size_people: things("person", "people", "staying"),
  children_share: { of: "children in the group" },
  children_are_alone: {
    yes: "there are children and no adult in the group",
    no: "there is an adult in the group, or no child",
  },
  named_guests_people: { ...things("guest", "guests", "named"), none: "no guest named" },
  named_guests_over_group_ratio: { of: "guests named for each person staying" },
  duplicate_guests_share: { of: "guests named twice" },
  guests_of_bookers_family_share: { of: "guests who have the booker's last name" },

  lead_time_days: { of: "time until check-in" },
  nights: things("night", "nights", "of stay"),
  arrives_on_weekend: {
    yes: "check-in is on a Friday or Saturday",
    no: "check-in is on no Friday or Saturday",
  },
  includes_weekend_night: {
    yes: "the stay has a night of a weekend",
    no: "the stay has no night of a weekend",
  },
  local_hour: { of: "time of day where the browser is" },

  billing_address_is_sent: {
    yes: "a billing address was sent",
    no: "no billing address was sent",
  },
  billing_address_length_characters: things("character", "characters", "in the billing address"),
  billing_address_has_digit: {
    yes: "the billing address has a number in it",
    no: "the billing address has no number in it",
  },
  billing_in_hotel_country: {
    yes: "the billing country is the hotel's",
    no: "the billing country is not the hotel's",
  },
};
