/**
 * A conference, a wedding, a campus, a hotel lobby: unrelated people who book the same hotel for the
 * same days. Most share an IP address or a network; wedding guests book from home over several days.
 * In an office, all have the same model of computer.
 */

import { dayMs, minuteMs } from "../../../../src/base/durations.ts";
import { attemptsOf, bookingOf, guestHome, stayOf } from "../booking.ts";
import { type Browser, browserOf, desktops } from "../browsers.ts";
import { campusIp, homeIp, hotelWifiIp, neighbourIp, officeIp } from "../ip-addresses.ts";
import type { Kind } from "../kind.ts";
import { type Hotel, pickHotel, pickMerchant } from "../merchants.ts";
import { customerOf } from "../people.ts";
import type { Random } from "../random.ts";

export const sameRoof: Kind = {
  name: "same-roof",
  share: 0.03,
  attempts: 5.6,
  plan(episode) {
    const { random } = episode;
    const merchant = pickMerchant(random, episode.merchants);
    const hotel = pickHotel(random, merchant);
    const { addressOf, fleet } = roofOf(random, hotel);
    const pace = addressOf ? 14 * minuteMs : 20 * 60 * minuteMs;
    const arrival = stayOf(random, episode.at, "online");
    let { at } = episode;
    const many = random.chance(0.05) ? random.int(10, 24) : random.int(2, 8);
    return Array.from({ length: many }, () => {
      const customer = customerOf(random, guestHome(random, "online", hotel));
      if (fleet) customer.browser = ofFleet(random, fleet);
      if (addressOf) customer.browser.ip = addressOf();
      const today = Math.floor(at / dayMs) * dayMs;
      const checkInMs = Math.max(arrival.checkInMs, today);
      const stay = { ...stayOf(random, at, "online"), checkInMs };
      const fixed = { merchant, hotel, customer, stay };
      const planned = attemptsOf(episode, Math.round(at), bookingOf(episode, fixed));
      at += random.around(pace, 1.2);
      return planned;
    }).flat();
  },
};

/** Company computers are identical except for the device id in their storage. */
function ofFleet(random: Random, { device, ...browser }: Browser): Browser {
  return { ...browser, device: { ...device, deviceId: `dev_${random.code(16)}` } };
}

interface Roof {
  /** The shared IP address or network; null where everyone books from home. */
  addressOf: (() => string) | null;
  fleet: Browser | null;
}

function roofOf(random: Random, hotel: Hotel): Roof {
  const home = guestHome(random, "online", hotel);
  const roof = random.weighted({ house: 25, campus: 20, lobby: 15, office: 15, wedding: 25 });
  if (roof === "wedding") return { addressOf: null, fleet: null };
  if (roof === "campus") {
    const university = random.int(0, 3);
    return { addressOf: () => campusIp(random, home, university), fleet: null };
  }
  const ip =
    roof === "lobby"
      ? hotelWifiIp(hotel.country, hotel.referenceId)
      : roof === "office"
        ? officeIp(random, home)
        : homeIp(random, home);
  // A larger office has several IP addresses.
  const several = roof === "office" && random.chance(0.4);
  const fleet = roof === "office" && random.chance(0.6) ? browserOf(random, home, desktops) : null;
  return { addressOf: () => (several ? neighbourIp(random, ip) : ip), fleet };
}
