/** Shared by the attacks: stolen identities, concealed IP addresses, and stays worth stealing. */
import type { Device } from "../../../../src/attempt/telemetry/protocol.ts";
import { guestHome, type Name, type Stay, stayOf } from "../booking.ts";
import { countryOf } from "../countries.ts";
import { catchAllDomain } from "../domains.ts";
import {
  campusIp,
  carrierIp,
  officeIp,
  relayIp,
  residentialProxyIp,
  serverIp,
  torIp,
  vpnIp,
} from "../ip-addresses.ts";
import { disposable, mailbox, mailOf } from "../mail.ts";
import { guestCountry } from "../marginals.ts";
import type { Hotel } from "../merchants.ts";
import { mashed, personName } from "../names.ts";
import { type Person, personOf } from "../people.ts";
import { phoneOf, rentedPhone } from "../phones.ts";
import type { Random } from "../random.ts";

/**
 * The card's country: mostly that of the hotel's usual guests, so as not to stand out, and now and
 * then whatever was on sale. If that were frequent, the model would learn to distrust whole countries.
 */
export function victimHome(random: Random, hotel: Hotel): string {
  if (random.chance(0.92)) return guestHome(random, "online", hotel);
  return random.weighted({
    US: 26,
    GB: 20,
    FR: 12,
    DE: 10,
    ES: 8,
    BR: 7,
    IT: 6,
    PT: 5,
    NL: 3,
    CN: 3,
  });
}

/** The fraudster's country: half distributed like guests, half concentrated in some countries. */
export function thiefHome(random: Random): string {
  if (random.chance(0.5)) return guestCountry(random, "online");
  return random.weighted({
    GB: 14,
    US: 12,
    RO: 11,
    FR: 10,
    BR: 9,
    ES: 9,
    RU: 7,
    PT: 7,
    IT: 6,
    PL: 5,
    NL: 5,
    AO: 3,
    CN: 2,
  });
}

/** A stolen identity: the victim's name and address with the fraudster's e-mail address and phone. */
export function stolen(random: Random, home: string, thief: { digits: number }): Person {
  const victim = personOf(random, home);
  // Where both are bought in bulk, the e-mail address has another name than the card.
  const named = random.chance(0.72) ? victim : personName(random, countryOf(home).tongue);
  const plain = thiefMail(random, named, home);
  // Mass-created addresses contain digits, because the plain ones are taken.
  const numbered = !/\d/.test(plain) && random.chance(thief.digits);
  const email = numbered ? plain.replace("@", `${random.digits(random.int(1, 4))}@`) : plain;
  const phone = random.chance(0.72) ? phoneOf(random, home) : rentedPhone(random);
  return { ...victim, email, phone };
}

/** Half have ordinary e-mail addresses; the rest have what is available in bulk. */
function thiefMail(random: Random, named: Name, home: string): string {
  if (random.chance(0.5)) return mailOf(random, named, home);
  const sort = random.weighted({
    "gmail.com": 42,
    "outlook.com": 20,
    "proton.me": 10,
    "mail.com": 6,
    "gmx.com": 4,
    disposable: 9,
    catchAll: 9,
  });
  if (sort === "disposable") return disposable(random, named);
  return mailbox(random, named, sort === "catchAll" ? catchAllDomain(random.code(5)) : sort);
}

/** An invented identity: a name from a list or from random keystrokes. */
export function invented(random: Random, home: string): Person {
  if (random.chance(0.82)) {
    const person = random.chance(0.5)
      ? personOf(random, home)
      : stolen(random, home, { digits: 0.45 });
    // Programs that generate names from lists number them or miss a column.
    const flaw = random.weighted({ none: 90, numbered: 5, marked: 1, noNumber: 4 });
    if (flaw === "numbered") person.firstName += String(random.int(1, 40));
    if (flaw === "marked") person.lastName = `${person.lastName}_${random.int(1, 9)}`;
    if (flaw === "noNumber") person.address = person.address.replace(/ \d+$/, "");
    return person;
  }
  const person = { ...personOf(random, home), ...mashed(random) };
  return {
    ...person,
    email: mailbox(random, random.chance(0.5) ? person : mashed(random), "gmail.com"),
  };
}

/** An IP address that conceals the fraudster's own. */
export function hiddenIp(random: Random, home: string): string {
  const way = random.weighted(hidingPlaces);
  if (way === "household") return residentialProxyIp(random, home);
  if (way === "vpn") return vpnIp(random, home);
  if (way === "mobile") return carrierIp(random, home);
  if (way === "office") return officeIp(random, home);
  if (way === "campus") return campusIp(random, home, random.int(0, 3));
  if (way === "relay") return relayIp(random, home);
  return way === "server" ? serverIp(random) : torIp(random);
}

const hidingPlaces = {
  household: 46,
  vpn: 24,
  // Sold as the best proxies, because blocking an address would affect thousands of customers.
  mobile: 10,
  server: 10,
  // A compromised office machine, an open Wi-Fi network, a phone vendor's relay.
  office: 5,
  campus: 2,
  relay: 3,
  tor: 3,
};

/** The browser with cleared storage, or in a private window without any. */
export function wiped<Of extends { device: Device }>(random: Random, browser: Of): Of {
  const { deviceId: _, ...device } = browser.device;
  if (!random.chance(0.05)) Object.assign(device, { deviceId: `dev_${random.code(16)}` });
  return { ...browser, device };
}

/** A short stay for one or two, soon enough that the card still works. */
export function soonStay(random: Random, at: number, soon = 0.65): Stay {
  const lead = random.chance(soon) ? Math.min(60, Math.floor(random.around(4, 1.1))) : undefined;
  const fixed = lead === undefined ? {} : { lead };
  // One in four is an ordinary stay.
  if (random.chance(0.25)) return stayOf(random, at, "online", fixed);
  const nights = Number(random.weighted({ 1: 38, 2: 29, 3: 18, 4: 8, 5: 4, 7: 3 }));
  const party = { adults: random.chance(0.42) ? 1 : 2, children: 0, infants: 0 };
  return stayOf(random, at, "online", { ...fixed, nights, party });
}

/** A third of the attacks happen at a uniformly random hour of the day. */
export function anyHour(random: Random, at: number): number {
  return random.chance(0.35) ? at + random.int(0, 24 * 60) * 60_000 : at;
}

/** The stay that a bot books: half of the time an ordinary one. */
export function botStay(random: Random, at: number): Stay {
  return random.chance(0.5) ? soonStay(random, at, 0.4) : stayOf(random, at, "online");
}
