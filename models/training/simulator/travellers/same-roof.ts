/**
 * A conference, a wedding, a campus, a hotel's lobby: strangers who book the same hotel for the same
 * days. Mostly they have one address or one network; a wedding's guests book at home, over days.
 */
import { campusIp, homeIp, hotelWifiIp, neighbourIp, officeIp } from "../addresses.ts";
import { attemptsOf, bookingOf, guestHome, stayOf } from "../booking.ts";
import type { Kind } from "../kind.ts";
import { type Hotel, pickHotel, pickMerchant } from "../merchants.ts";
import { customerOf } from "../people.ts";
import type { Random } from "../random.ts";

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;

export const sameRoof: Kind = {
  name: "same-roof",
  share: 0.03,
  attempts: 5.2,
  plan(episode) {
    const { random } = episode;
    const merchant = pickMerchant(random, episode.merchants);
    const hotel = pickHotel(random, merchant);
    const addressOf = roofOf(random, hotel);
    const pace = addressOf ? 14 * minuteMs : 20 * 60 * minuteMs;
    const arrival = stayOf(random, episode.at, "online");
    let { at } = episode;
    return Array.from({ length: random.int(2, 8) }, () => {
      const customer = customerOf(random, guestHome(random, "online", hotel));
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

/** Where they are when they book; nothing where each is at home. */
function roofOf(random: Random, hotel: Hotel): (() => string) | null {
  const home = guestHome(random, "online", hotel);
  const roof = random.weighted({ house: 25, campus: 20, lobby: 15, office: 15, wedding: 25 });
  if (roof === "wedding") return null;
  if (roof === "campus") {
    const university = random.int(0, 3);
    return () => campusIp(random, home, university);
  }
  const ip =
    roof === "lobby"
      ? hotelWifiIp(hotel.country, hotel.referenceId)
      : roof === "office"
        ? officeIp(random, home)
        : homeIp(random, home);
  // A larger office has more addresses than one.
  const several = roof === "office" && random.chance(0.4);
  return () => (several ? neighbourIp(random, ip) : ip);
}
