/**
 * Tests which of many stolen cards work: attempt after attempt for a cheap night, each with another
 * name, from one device: manually, with a macro, or with a program that never opens a page. Within
 * minutes, or one every hour or two to stay below velocity limits. The declined cards give it away,
 * first of all to the merchant's own staff.
 */

import { minuteMs } from "../../../../src/base/durations.ts";
import { type Behaviour, humanBehaviour, scriptBehaviour, steadyBehaviour } from "../behaviour.ts";
import { attemptsOf, bookingOf, companions, stayOf } from "../booking.ts";
import { browserOf, desktops, everyday } from "../browsers.ts";
import { hotelWifiIp, serverIp, vpnIp } from "../ip-addresses.ts";
import type { Kind } from "../kind.ts";
import { pickHotel, pickMerchant } from "../merchants.ts";
import type { Random } from "../random.ts";
import { anyHour, hiddenIp, stolen, thiefHome, victimHome, wiped } from "./shared.ts";

export const cardTesting: Kind = {
  name: "card-testing",
  share: 0.16,
  attempts: 11.5,
  goesOn: true,
  reporting: { byStaff: 0.6, silence: 1.6 },
  plan(episode) {
    const { random } = episode;
    const merchant = pickMerchant(random, episode.merchants);
    const hotel = pickHotel(random, merchant);
    const browser = browserOf(random, thiefHome(random), random.chance(0.2) ? everyday : desktops);
    browser.ip = addressOf(random, hotel.country, hotel.referenceId);
    const changesAddress = random.chance(0.35);
    const forgetsDevice = random.chance(0.4);
    // Some reuse one e-mail address and phone number for all cards.
    const keepsContact = random.chance(0.2);
    const behaviour = behaviourOf(random);
    // Programs that call the endpoint directly run longer series.
    const blocked = random.chance(0.3);
    const series = blocked ? 12 : 8.5;
    const paceMs = Number(random.weighted({ 1.5: 60, 8: 22, 80: 18 })) * minuteMs;
    let at = anyHour(random, episode.at);
    let contact: { email: string; phone: string } | undefined;
    return Array.from({ length: Math.min(60, Math.max(3, random.around(series, 0.6))) }, () => {
      at += random.around(paceMs, 0.8);
      const own = forgetsDevice ? wiped(random, browser) : { ...browser };
      const home = victimHome(random, hotel);
      if (changesAddress) own.ip = hiddenIp(random, home);
      const found = stolen(random, home, { digits: 0.45 });
      contact ??= { email: found.email, phone: found.phone };
      const person = keepsContact ? { ...found, ...contact } : found;
      const party = { adults: random.int(1, 2), children: 0, infants: 0 };
      const stay = stayOf(random, at, "online", { nights: Number(random.weighted(nights)), party });
      const fixed = { merchant, hotel, customer: { person, browser: own }, behaviour, stay };
      const guests = companions(random, person, person.home, party);
      const seen = blocked ? { blocked } : {};
      const booking = bookingOf(episode, { ...fixed, ...seen, guests, newcomer: 0.7 });
      return attemptsOf(episode, Math.round(at), booking);
    }).flat();
  },
};

const nights = { 1: 78, 2: 14, 3: 6, 4: 2 };

function addressOf(random: Random, country: string, hotel: string): string {
  const way = random.weighted({ server: 40, vpn: 35, hidden: 20, lobby: 5 });
  if (way === "lobby") return hotelWifiIp(country, hotel);
  if (way === "hidden") return hiddenIp(random, country);
  return way === "server" ? serverIp(random) : vpnIp(random);
}

function behaviourOf(random: Random): Behaviour {
  const way = random.weighted({ manual: 55, macro: 25, script: 20 });
  if (way === "script") return scriptBehaviour(random);
  const behaviour = way === "macro" ? steadyBehaviour(random) : humanBehaviour(random);
  const hurried = {
    pages: Number(random.weighted({ 1: 45, 2: 35, 3: 10, 5: 10 })),
    thinkMs: behaviour.thinkMs * 0.5,
    referred: 0.1,
  };
  return {
    ...behaviour,
    ...hurried,
    filling: { pasted: 75, typed: 25 },
    emailFilling: { pasted: 1 },
  };
}
