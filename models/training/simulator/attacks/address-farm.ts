/**
 * One household's or office's line from which dozens of strangers book, each with a fresh browser
 * profile, mailbox, phone number and name: a farm that rotates everything except its connection.
 * Minutes or hours lie between two bookings. The persons are ordinary ones, or stolen identities.
 */
import { minuteMs } from "../../../../src/base/durations.ts";
import { humanBehaviour, steadyBehaviour } from "../behaviour.ts";
import { attemptsOf, bookingOf, companions, stayOf } from "../booking.ts";
import { browserOf, everyday } from "../browsers.ts";
import { carrierIp, homeIp, neighbourIp, officeIp } from "../ip-addresses.ts";
import type { Kind } from "../kind.ts";
import { pickHotel, pickMerchant } from "../merchants.ts";
import { personOf } from "../people.ts";
import type { Random } from "../random.ts";
import { anyHour, soonStay, stolen, thiefHome, victimHome } from "./shared.ts";

export const addressFarm: Kind = {
  name: "address-farm",
  share: 1.2,
  attempts: 37,
  oversampled: 3,
  goesOn: true,
  plan(episode) {
    const { random } = episode;
    const merchant = pickMerchant(random, episode.merchants, ({ sends }) => sends.collection > 0);
    const living = thiefHome(random);
    const ip = lineOf(random, living);
    // A line that reconnects gets another address of its network.
    const reconnects = random.chance(0.25) ? random.between(0.05, 0.3) : 0;
    const usual = pickHotel(random, merchant);
    const roams = random.chance(0.6);
    const sellsLocally = random.chance(0.5);
    const pace = random.pick([0.5, 1, 4, 15, 60, 60, 180]) * minuteMs;
    let at = anyHour(random, episode.at);
    let address = ip;
    return Array.from({ length: Math.round(12 + 90 * random.next() ** 3) }, () => {
      const hotel = roams ? pickHotel(random, merchant) : usual;
      const home = sellsLocally ? living : victimHome(random, hotel);
      const person = sellsLocally ? personOf(random, home) : stolen(random, home, { digits: 0.35 });
      if (random.chance(reconnects)) address = neighbourIp(random, ip);
      const browser = { ...browserOf(random, living, everyday), ip: address };
      const stay = random.chance(0.5)
        ? stayOf(random, Math.round(at), "online")
        : soonStay(random, Math.round(at), 0.4);
      const guests = companions(random, person, home, stay.party);
      const behaviour = random.chance(0.85) ? humanBehaviour(random) : steadyBehaviour(random);
      const customer = { person, browser };
      const fixed = { merchant, hotel, customer, stay, guests, behaviour, newcomer: 0.7 };
      const planned = attemptsOf(episode, Math.round(at), bookingOf(episode, fixed));
      at += random.around(pace, 0.8);
      return planned;
    }).flat();
  },
};

function lineOf(random: Random, living: string): string {
  const line = random.weighted({ household: 80, office: 12, mobile: 8 });
  if (line === "household") return homeIp(random, living);
  return line === "office" ? officeIp(random, living) : carrierIp(random, living);
}
