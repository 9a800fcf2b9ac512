/** Of where the IP address, browser, phone, billing and hotel are. */
import { high, low, neither, type Tendencies } from "./tendency.ts";

const elsewhere = "Whoever uses a stolen card is often elsewhere than its owner.";
const together = "Most guests are where their card and phone are from.";
const proxy = "A disguise moves the IP address and forgets the browser.";
const ordinaryNetwork = "Most guests use such a network.";

export const networkTendencies: Tendencies = {
  ip_in_billing_country: low(elsewhere, together),
  ip_in_phone_country: low(elsewhere, together),
  ip_in_hotel_country: neither,
  ip_time_zone_agrees: low(proxy, "Guests' browsers and networks are in one place."),
  time_zone_in_billing_country: low(elsewhere, together),
  time_zone_in_phone_country: low(elsewhere, together),
  time_zone_in_hotel_country: neither,
  time_zone_is_nowhere: high(
    "Servers, on which programs run, use UTC.",
    "Guests' computers have a time zone of a country.",
  ),
  utc_offset_agrees: low(
    "A disguise changes one and forgets the other.",
    "Guests' browsers have both from one setting.",
  ),
  language_fits_billing_country: low(elsewhere, together),
  language_fits_phone_country: low(elsewhere, together),
  language_fits_hotel_country: neither,
  language_fits_ip_country: low(proxy, "Guests' browsers and networks are in one place."),
  ip_is_hosting: high("Programs and proxies run in data centres.", ordinaryNetwork),
  ip_is_cellular: neither,
  ip_is_anonymous: high("Fraud hides its location.", ordinaryNetwork),
};
