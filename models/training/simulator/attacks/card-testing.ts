/**
 * Finds out which of many cards work: attempt after attempt for a cheap night, each with another
 * name and mailbox, from one machine, half by hand and half by a macro.
 */

import { attemptsOf, bookingOf, companions, stayOf } from "../booking.ts";
import { browserOf, desktops, serverIp, vpnIp } from "../browsers.ts";
import { countryCodes } from "../countries.ts";
import { humanHand, scriptHand, steadyHand } from "../hands.ts";
import type { Kind } from "../kind.ts";
import { pickHotel, pickMerchant } from "../merchants.ts";
import type { Random } from "../random.ts";
import { anyHour, stolen } from "./victim.ts";

export const cardTesting: Kind = {
  name: "card-testing",
  share: 0.2,
  attempts: 11,
  plan(episode) {
    const { random } = episode;
    const merchant = pickMerchant(random, episode.merchants);
    const hotel = pickHotel(random, merchant);
    const browser = browserOf(random, random.pick(countryCodes), desktops);
    browser.ip = random.chance(0.5) ? serverIp(random) : vpnIp(random);
    const changesAddress = random.chance(0.35);
    const forgetsDevice = random.chance(0.4);
    const hand = handOf(random);
    let at = anyHour(random, episode.at);
    return Array.from({ length: Math.min(60, Math.max(3, random.around(9, 0.6))) }, () => {
      at += random.around(90_000, 0.8);
      const own = { ...browser, device: { ...browser.device } };
      if (changesAddress) own.ip = vpnIp(random);
      if (forgetsDevice) own.device.deviceId = `dev_${random.code(16)}`;
      const person = stolen(random, random.pick(countryCodes), { digits: 0.5 });
      const party = { adults: random.int(1, 2), children: 0, infants: 0 };
      const stay = stayOf(random, at, "online", { nights: 1, party });
      const fixed = { merchant, hotel, customer: { person, browser: own }, hand, stay };
      const guests = companions(random, person, person.home, party);
      const booking = bookingOf(episode, { ...fixed, guests, newcomer: 0.5 });
      return attemptsOf(episode, Math.round(at), booking, 0);
    }).flat();
  },
};

function handOf(random: Random) {
  const way = random.weighted({ hands: 55, macro: 25, script: 20 });
  if (way === "script") return scriptHand(random);
  const hand = way === "macro" ? steadyHand(random) : humanHand(random);
  const hurried = { pages: random.int(1, 2), thinkMs: hand.thinkMs * 0.5, referred: 0.1 };
  return { ...hand, ...hurried, filling: { pasted: 75, typed: 25 }, emailFilling: { pasted: 1 } };
}
