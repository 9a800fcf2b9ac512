/** The fictional people of a run: no two share an identity, and a seed gives the same people. */
import { countryOf } from "../../../models/training/simulator/countries.ts";
import { mailbox } from "../../../models/training/simulator/mail.ts";
import { familyName, personName } from "../../../models/training/simulator/names.ts";
import { phoneRange } from "../../../models/training/simulator/phones.ts";
import { type Random, randomOf } from "../../../models/training/simulator/random.ts";
import type { Person } from "./kind.ts";

/**
 * The countries of the hotel's form, and the first two octets of networks that large providers there
 * assign to households and phones. (The simulator's plan of IP addresses is fictional.)
 */
const networks: Readonly<Record<string, readonly string[]>> = {
  PT: ["85.240", "85.243", "188.80", "188.81", "2.80", "89.154"],
  GB: ["86.128", "86.136", "81.152", "82.3", "92.4", "2.24"],
  FR: ["90.0", "90.22", "86.192", "82.64", "78.192", "92.88"],
  ES: ["83.32", "88.0", "79.144", "81.32", "95.16", "2.136"],
  DE: ["84.128", "87.128", "91.0", "93.192", "79.192", "92.72"],
  IT: ["79.0", "87.0", "95.232", "82.48", "93.32", "151.20"],
  IE: ["86.40", "86.44", "109.76", "89.100"],
  NL: ["84.80", "77.160", "86.80", "82.168", "62.194"],
  BE: ["81.240", "91.176", "87.64", "78.20", "94.224"],
  AT: ["91.112", "80.108", "62.46", "84.112", "178.114"],
  CH: ["85.0", "83.76", "178.192", "84.72", "213.55"],
  PL: ["83.0", "79.184", "83.20", "178.36", "89.64"],
  SE: ["90.224", "81.224", "78.64", "83.248", "155.4"],
  US: ["73.32", "98.192", "71.192", "76.96", "24.16", "68.40"],
  BR: ["177.32", "189.4", "179.104", "187.56", "201.6"],
};

export const countries = Object.keys(networks);

/** @returns a generator of people with distinct e-mail addresses, phone numbers and networks. */
export function peopleOf(seed: string): () => Person {
  const taken = new Set<string>();
  let drawn = 0;
  return () => {
    for (;;) {
      const person = personOf(randomOf(`${seed}/person/${drawn++}`));
      const network = person.ip.slice(0, person.ip.lastIndexOf("."));
      const own = [person.email, person.phone, network, `${person.firstName} ${person.lastName}`];
      if (own.some((fact) => taken.has(fact))) continue;
      for (const fact of own) taken.add(fact);
      return person;
    }
  };
}

function personOf(random: Random): Person {
  const country = random.pick(countries);
  const { tongue, timeZone, languages, mail } = countryOf(country);
  const name = personName(random, tongue);
  const street = familyName(random, tongue);
  const [network, third, host] = [
    random.pick(networks[country]!),
    random.int(0, 255),
    random.int(2, 250),
  ];
  return {
    firstName: typed(name.firstName),
    lastName: typed(name.lastName),
    email: mailbox(random, name, random.pick(mail)),
    phone: phoneRange(random, country) + random.digits(3),
    addressLine: `${typed(street)} ${random.int(1, 140)}`,
    country,
    timeZone,
    language: languages[0]!,
    ip: `${network}.${third}.${host}`,
  };
}

/** Another identity of whoever uses the owner's machine: its language, time zone and IP address stay. */
export function onMachineOf(owner: Person, identity: Person): Person {
  const { language, timeZone, ip } = owner;
  return { ...identity, language, timeZone, ip };
}

/** Few people type accents on capital letters. */
const typed = (text: string) =>
  text.replace(/\p{Lu}/gu, (capital) => capital.normalize("NFD").replace(/\p{M}/gu, ""));
