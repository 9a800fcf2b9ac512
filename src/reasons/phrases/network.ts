/** Features of where the visitor, the browser, the phone, the bill and the hotel are. */
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
      { yes: `${what} ${country}`, no: `${what.replace(" is in", " is not in")} ${country}` },
    ]),
  );

const spoken = Object.fromEntries(
  Object.entries({ ...places, ip: "the visitor's country" }).map(([place, country]) => [
    `language_fits_${place}_country`,
    {
      yes: `the browser's language is spoken in ${country}`,
      no: `the browser's language is not spoken in ${country}`,
    },
  ]),
);

export const networkPhrases: Phrases = {
  ...inCountries("the visitor's IP address is in", "ip_in"),
  ip_time_zone_agrees: {
    yes: "the browser's clock and the visitor's IP address are in one time zone",
    no: "the browser's clock and the visitor's IP address are in different time zones",
  },
  ...inCountries("the browser's time zone is in", "time_zone_in"),
  time_zone_is_nowhere: {
    yes: "the browser's time zone is a server's, of no country",
    no: "the browser's time zone is a country's",
  },
  utc_offset_agrees: {
    yes: "the browser's clock fits its time zone",
    no: "the browser's clock does not fit its time zone",
  },
  ...spoken,
  ip_is_hosting: {
    yes: "the visitor's IP address is a data centre's",
    no: "the visitor's IP address is no data centre's",
  },
  ip_is_cellular: {
    yes: "the visitor's IP address is a mobile operator's",
    no: "the visitor's IP address is no mobile operator's",
  },
  ip_is_anonymous: {
    yes: "the visitor's IP address hides who uses it (VPN, proxy or Tor)",
    no: "the visitor's IP address is no known VPN, proxy or Tor exit",
  },
};
