/** A conference, a wedding, a campus: strangers with one address, who book the same hotel at once. */
import { attemptsOf, bookingOf, guestHome, stayOf } from "../booking.ts";
import { homeIp } from "../browsers.ts";
import type { Kind } from "../kind.ts";
import { pickHotel, pickMerchant } from "../merchants.ts";
import { customerOf } from "../people.ts";

const minuteMs = 60_000;

export const sameRoof: Kind = {
  name: "same-roof",
  share: 0.03,
  attempts: 5.2,
  plan(episode) {
    const { random } = episode;
    const merchant = pickMerchant(random, episode.merchants);
    const hotel = pickHotel(random, merchant);
    const ip = homeIp(random, guestHome(random, "online", hotel));
    const arrival = stayOf(random, episode.at, "online");
    let { at } = episode;
    return Array.from({ length: random.int(2, 8) }, () => {
      const customer = customerOf(random, guestHome(random, "online", hotel));
      customer.browser.ip = ip;
      const stay = { ...stayOf(random, at, "online"), checkInMs: arrival.checkInMs };
      const fixed = { merchant, hotel, customer, stay };
      const planned = attemptsOf(episode, Math.round(at), bookingOf(episode, fixed));
      at += random.around(14 * minuteMs, 1.2);
      return planned;
    }).flat();
  },
};
