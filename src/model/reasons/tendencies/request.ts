/** Of the request: identity, contact, party, stay and billing. */
import { high, low, neither, type Tendencies, unusual } from "./tendency.ts";

const inventedName = "Invented names are typed at random.";
const ordinaryName = "Most guests' names look like this.";
const inventedMailbox = "Mailboxes that are created in bulk look like this.";
const ordinaryMailbox = "Most guests' mailboxes look like this.";
const inventedPhone = "Invented phone numbers look like this.";
const ordinaryPhone = "Most guests' phone numbers look like this.";

export const requestTendencies: Tendencies = {
  name_length_characters: unusual(
    "Very short and very long names are more often invented.",
    ordinaryName,
  ),
  name_vowel_share: unusual(inventedName, ordinaryName),
  name_consonant_run_letters: high(inventedName, ordinaryName),
  name_keyboard_run_keys: high(inventedName, ordinaryName),
  name_repeat_run_characters: high("A key held down fills in an invented name.", ordinaryName),
  name_is_repeated: high("Names invented in a hurry repeat a word.", ordinaryName),
  name_has_digit: high("Programs number the names that they invent.", ordinaryName),
  name_has_symbol: high("Symbols come from invented names and from tests.", ordinaryName),
  name_gibberish_signs: high(inventedName, ordinaryName),
  random_typing_fields: high(
    "Whoever invents a booking types at random in each field.",
    "Most guests' names and mailboxes look like this.",
  ),
  name_has_odd_symbol: high("Odd symbols come from invented names and from tests.", ordinaryName),
  name_mixes_scripts: high("Look-alike letters disguise a blocked name.", ordinaryName),
  given_name_is_initial: high(
    "Whoever has only stolen card data knows no more than an initial.",
    "Guests spell out their names.",
  ),
  name_is_lower_case: high("Programs skip capital letters.", "Guests write names this way."),
  name_is_upper_case: high(
    "Names copied from stolen cards are in capitals.",
    "Guests write names this way.",
  ),
  booker_is_referenced: low(
    "Fraud more often comes without a customer account.",
    "Guests with a customer account are known to the merchant.",
  ),
  booker_is_guest: low(
    "Stolen cards are often used to book for somebody else.",
    "Most guests book their own stay.",
  ),

  email_local_length_characters: unusual(inventedMailbox, ordinaryMailbox),
  email_digit_share: high(inventedMailbox, ordinaryMailbox),
  email_trailing_digits: high("Programs number the mailboxes that they create.", ordinaryMailbox),
  email_is_tagged: high(
    "Tags let one mailbox appear as many, as fraud does.",
    "Most guests give a plain address.",
  ),
  email_name_similarity: low(
    "A stolen name combined with another mailbox has nothing in common with it.",
    "Most guests' addresses contain their name.",
  ),
  email_consonant_run_letters: high(inventedMailbox, ordinaryMailbox),
  email_keyboard_run_keys: high(
    "Invented addresses run along a row of the keyboard.",
    ordinaryMailbox,
  ),
  email_distinct_character_share: unusual(inventedMailbox, ordinaryMailbox),
  email_domain_length_characters: high(
    "Domains bought for fraud are longer than those of known providers.",
    "Most guests' e-mail domains are as short.",
  ),
  email_has_name: low(
    "A stolen name combined with another mailbox has nothing in common with it.",
    "Most guests' addresses contain their name.",
  ),
  email_gibberish_signs: high(inventedMailbox, ordinaryMailbox),
  email_is_disposable: high(
    "Disposable addresses give fraud a new identity at no cost.",
    "Guests give an address at which they can be reached.",
  ),
  email_is_free_mail: neither,
  phone_length_digits: unusual(
    "Invented numbers are too short or too long for their country.",
    ordinaryPhone,
  ),
  phone_is_valid: low("Invented numbers are often not valid.", "Guests give a valid number."),
  phone_is_mobile: low(
    "Fraud more often gives numbers that nobody carries.",
    "Most guests give their mobile phone.",
  ),
  phone_is_voip_or_premium: high(
    "Fraud gets VoIP numbers in minutes and under any name.",
    "Most guests have an ordinary line.",
  ),
  phone_is_internet_line: high(
    "Fraud gets VoIP numbers in minutes and under any name.",
    "Most guests have an ordinary line.",
  ),
  phone_repeated_run_digits: high(inventedPhone, ordinaryPhone),
  phone_counted_run_digits: high(inventedPhone, ordinaryPhone),
  phone_in_billing_country: low(
    "With a stolen card, phone and billing address are often from different countries.",
    "Most guests' phone and billing address are from one country.",
  ),
  phone_in_hotel_country: neither,
  phone_country_is_billing_country: low(
    "With a stolen card, phone and billing address are often from different countries.",
    "Most guests' phone and billing address are from one country.",
  ),
  phone_country_is_hotel_country: neither,

  group_size_people: unusual(
    "Fraud more often books for one or two, and now and then for a large group.",
    "Guests often travel in groups of this size.",
  ),
  children_share: low("Fraud rarely books for a family.", "Families are ordinary guests."),
  children_are_alone: high(
    "Numbers invented at random leave children alone.",
    "Guests' children travel with an adult.",
  ),
  named_guests_people: low(
    "Resellers and other fraud often do not know yet who will stay.",
    "Guests name who will stay.",
  ),
  named_guests_over_group_ratio: unusual(
    "Lists that are invented do not fit the size of the group.",
    "The guests named fit the size of the group.",
  ),
  duplicate_guests_share: high(
    "Lists that are invented repeat a name.",
    "Guests are named once each.",
  ),
  guests_of_bookers_family_share: low(
    "Fraud more often books under other names.",
    "Families and couples who share a name are ordinary guests.",
  ),

  lead_time_days: low(
    "Fraud books for tonight or the next days, before the cardholder sees the charge.",
    "Guests book this far ahead.",
  ),
  nights: unusual(
    "Fraud favours short stays, and long ones for resale.",
    "Guests often stay this long.",
  ),
  arrives_on_weekend: neither,
  includes_weekend_night: neither,
  local_hour: neither,

  billing_address_is_sent: low(
    "Whoever has a stolen card often lacks its owner's address.",
    "Guests give their billing address.",
  ),
  billing_address_length_characters: low(
    "Invented addresses are short.",
    "Guests' addresses are as long.",
  ),
  billing_address_has_digit: low(
    "Invented addresses lack a house number.",
    "Guests' addresses have a house number.",
  ),
  billing_in_hotel_country: neither,
};
