/** What is common to attacks: stolen names and cards, and the stays that can be turned to money. */
import { type Stay, stayOf } from "../booking.ts";
import { countryCodes, countryOf } from "../countries.ts";
import { personName } from "../names.ts";
import { mailbox, type Person, personOf, phoneOf } from "../people.ts";
import type { Random } from "../random.ts";

/** A stolen identity: the victim's name and address, the thief's mailbox and phone. */
export function stolen(random: Random, home: string, thief: { digits: number }): Person {
  const victim = personOf(random, home);
  const domain = random.pick(["gmail.com", "gmail.com", "outlook.com", "proton.me", "mail.com"]);
  // Bought in bulk: the mailbox of one name, the card of another.
  const named = random.chance(0.72) ? victim : personName(random, countryOf(home).tongue);
  const plain = mailbox(random, named, domain);
  const local = plain.slice(0, plain.indexOf("@"));
  const digits = random.chance(thief.digits) ? random.digits(random.int(2, 6)) : "";
  const phone = random.chance(0.55) ? phoneOf(random, home) : foreignPhone(random);
  return { ...victim, email: `${local}${digits}@${domain}`, phone };
}

/** Numbers for rent come from few countries. */
function foreignPhone(random: Random): string {
  return phoneOf(
    random,
    random.chance(0.5) ? random.pick(["US", "GB"]) : random.pick(countryCodes),
  );
}

/** Soon enough that the card still works, short, for one or two. */
export function soonStay(random: Random, at: number, soon = 0.65): Stay {
  const lead = random.chance(soon) ? Math.min(60, Math.floor(random.around(4, 1.1))) : undefined;
  const nights = Number(random.weighted({ 1: 34, 2: 28, 3: 19, 4: 9, 5: 5, 7: 5 }));
  const adults = Number(random.weighted({ 1: 36, 2: 57, 3: 5, 4: 2 }));
  const party = { adults, children: random.chance(0.04) ? 1 : 0, infants: 0 };
  return stayOf(random, at, "online", { nights, party, ...(lead !== undefined && { lead }) });
}

/** Attackers work when they please: a third of the time at any hour of the day. */
export function anyHour(random: Random, at: number): number {
  return random.chance(0.35) ? at + random.int(0, 24 * 60) * 60_000 : at;
}
