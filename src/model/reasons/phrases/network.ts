/** Features that compare where the IP address, browser, phone, billing and hotel are. */
import type { Phrases } from "./phrase.ts";

const places = {
  billing: "the billing country",
  phone: "the phone number's country",
  hotel: "the hotel's country",
} as const;

const inCountries = (what: string, name: string): Phrases =>
  Object.fromEntries(
    Object.entries(places).map(([place, country]) => [
      `${name}_${place}_country`,
      { yes: `${what} is in ${country}`, no: `${what} is not in ${country}` },
    ]),
  );

const spoken = Object.fromEntries(
  Object.entries({ ...places, ip: "the IP address's country" }).map(([place, country]) => [
    `language_fits_${place}_country`,
    {
      yes: `the browser's language is spoken in ${country}`,
      no: `the browser's language is not spoken in ${country}`,
    },
  ]),
);

export const networkPhrases: Phrases = {
  ...inCountries("the IP address", "ip_in"),
  ip_time_zone_agrees: {
    yes: "the browser's time zone matches the IP address",
    no: "the browser's time zone does not match the IP address",
  },
  ...inCountries("the browser's time zone", "time_zone_in"),
  time_zone_is_nowhere: {
    yes: "the browser's time zone is UTC or another zone without a country",
    no: "the browser's time zone belongs to a country",
  },
  utc_offset_agrees: {
    yes: "the browser's UTC offset matches its time zone",
    no: "the browser's UTC offset does not match its time zone",
  },
  ...spoken,
  ip_is_hosting: {
    yes: "the IP address belongs to a hosting provider",
    no: "the IP address does not belong to a hosting provider",
  },
  ip_is_cellular: {
    yes: "the IP address belongs to a mobile carrier",
    no: "the IP address does not belong to a mobile carrier",
  },
  ip_is_anonymous: {
    yes: "the IP address is a VPN, proxy or Tor exit",
    no: "the IP address is not a known VPN, proxy or Tor exit",
  },
};
