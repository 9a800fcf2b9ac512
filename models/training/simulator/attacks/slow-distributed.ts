/**
 * A campaign over weeks: a booking every few hours, each from a clean device, another IP address and
 * another e-mail address. No single booking stands out. They have little in common, and no campaign
 * has all of it: a mail domain or a pattern of e-mail addresses, a few networks of one provider, a
 * handful of hotels, similar stays, phone numbers from one batch of SIM cards.
 */

import { hourMs } from "../../../../src/base/durations.ts";
import { type Behaviour, humanBehaviour, steadyBehaviour } from "../behaviour.ts";
import { attemptsOf, bookingOf, companions, type Stay, stayOf } from "../booking.ts";
import { browserOf, everyday } from "../browsers.ts";
import { catchAllDomain } from "../domains.ts";
import { homeIp, serverNetwork, vpnIp } from "../ip-addresses.ts";
import type { Kind } from "../kind.ts";
import { mailbox } from "../mail.ts";
import { type Hotel, type Merchant, pickHotel, pickMerchant } from "../merchants.ts";
import { plainWord } from "../names.ts";
import type { Person } from "../people.ts";
import { phoneInRange, phoneOf, phoneRange, rentedPhone } from "../phones.ts";
import type { Random } from "../random.ts";
import { anyHour, hiddenIp, stolen, victimHome } from "./shared.ts";

export const slowDistributed: Kind = {
  name: "slow-distributed",
  share: 0.085,
  attempts: 11.2,
  plan(episode) {
    const { random } = episode;
    const campaign = campaignOf(random, pickMerchant(random, episode.merchants));
    const { merchant, hotels, home } = campaign;
    const pace = random.pick([20, 40, 70]) * hourMs;
    let at = anyHour(random, episode.at);
    return Array.from({ length: random.int(7, 18) }, () => {
      const person = campaign.person();
      const browser = { ...browserOf(random, home, everyday), ip: campaign.ip() };
      const stay = campaign.stay(at);
      const guests = companions(random, person, home, stay.party);
      const fixed = {
        merchant,
        hotel: random.pick(hotels),
        stay,
        guests,
        behaviour: campaign.behaviour(),
      };
      const booking = bookingOf(episode, {
        ...fixed,
        customer: { person, browser },
        newcomer: 0.7,
      });
      const planned = attemptsOf(episode, Math.round(at), booking);
      at += random.around(pace, 0.8);
      return planned;
    }).flat();
  },
};

interface Campaign {
  merchant: Merchant;
  hotels: readonly Hotel[];
  home: string;
  person(): Person;
  ip(): string;
  stay(at: number): Stay;
  behaviour(): Behaviour;
}

function campaignOf(random: Random, merchant: Merchant): Campaign {
  const hotels = Array.from({ length: random.int(2, 5) }, () => pickHotel(random, merchant));
  const home = victimHome(random, hotels[0]!);
  const mail = mailOfCampaign(random);
  const number = numbersOf(random, home);
  const program = random.chance(0.35);
  return {
    merchant,
    hotels,
    home,
    person() {
      const person = stolen(random, home, { digits: 0.3 });
      return { ...person, email: mail(person), phone: number() };
    },
    ip: networksOf(random, home),
    stay: staysOf(random),
    behaviour: () => (program ? steadyBehaviour(random) : humanBehaviour(random)),
  };
}

function mailOfCampaign(random: Random): (person: Person) => string {
  const way = random.weighted({ catchAll: 40, pattern: 35, mixed: 25 });
  if (way === "mixed") return (person) => person.email;
  if (way === "catchAll") {
    const domain = catchAllDomain(random.code(6));
    return (person) => mailbox(random, person, domain);
  }
  const provider = random.pick(["gmail.com", "outlook.com", "hotmail.com", "gmx.com"]);
  const digits = random.int(2, 4);
  const mark = random.pick(["", ".", "_"]);
  return ({ firstName, lastName }) => {
    const local = [firstName, lastName].map((word) => plainWord(word) || "me").join(mark);
    return `${local}${random.digits(digits)}@${provider}`;
  };
}

function numbersOf(random: Random, home: string): () => string {
  const range = phoneRange(random, home);
  const way = random.weighted({ range: 55, rented: 20, any: 25 });
  if (way === "range") return () => phoneInRange(random, range);
  return () => (way === "rented" ? rentedPhone(random) : phoneOf(random, home));
}

/** A few /24 networks of hosting providers or of residential proxies; or any exit. */
function networksOf(random: Random, home: string): () => string {
  const way = random.weighted({ hosting: 28, households: 32, any: 22, vpn: 18 });
  if (way === "vpn") return () => vpnIp(random, home);
  if (way === "any") return () => hiddenIp(random, home);
  const networks = Array.from({ length: random.int(2, 5) }, () =>
    way === "hosting" ? serverNetwork(random) : householdNetwork(random, home),
  );
  return () => `${random.pick(networks)}${random.int(1, 254)}`;
}

function householdNetwork(random: Random, home: string): string {
  for (;;) {
    const ip = homeIp(random, home);
    if (!ip.includes(":")) return ip.slice(0, ip.lastIndexOf(".") + 1);
  }
}

function staysOf(random: Random): (at: number) => Stay {
  const nights = random.int(1, 4);
  const ahead = random.int(2, 30);
  const party = { adults: random.int(1, 2), children: 0, infants: 0 };
  const alike = random.chance(0.7);
  return (at) => {
    if (!alike) return stayOf(random, at, "online");
    const lead = Math.max(0, Math.round(ahead + random.normal(0, 2)));
    return stayOf(random, at, "online", { lead, nights, party });
  };
}
