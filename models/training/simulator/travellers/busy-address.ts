/**
 * An address that many unrelated guests share, for weeks and at a steady pace: a hotel's Wi-Fi, an
 * office, a carrier's gateway, a campus. Assumed: 10 to 22 guests a day.
 */
import { dayMs } from "../../../../src/base/durations.ts";
import { attemptsOf, bookingOf, guestHome, stayOf } from "../booking.ts";
import { browserOf, desktops, phones } from "../browsers.ts";
import { carrierIp, hotelWifiIp, officeIp } from "../ip-addresses.ts";
import type { Kind } from "../kind.ts";
import { pickHotel, pickMerchant } from "../merchants.ts";
import { personOf } from "../people.ts";

export const busyAddress: Kind = {
  name: "busy-address",
  share: 0.07,
  attempts: 390,
  plan(episode) {
    const { random } = episode;
    const merchant = pickMerchant(
      random,
      episode.merchants,
      ({ sends, proxied }) => sends.collection > 0 && !proxied,
    );
    const hotel = pickHotel(random, merchant);
    const place = random.weighted({ lobby: 45, office: 25, carrier: 30 });
    const living = place === "lobby" ? hotel.country : guestHome(random, "online", hotel);
    const ip =
      place === "lobby"
        ? hotelWifiIp(hotel.country, hotel.referenceId)
        : place === "office"
          ? officeIp(random, living)
          : carrierIp(random, living);
    const aDay = random.int(10, 22);
    const until = episode.at + random.int(22, 40) * dayMs;
    // Some places have one kind of guest, who books one hotel for one event.
    const event = random.chance(0.15);
    const planned = [];
    let at = episode.at;
    while (at < until && planned.length < 900) {
      const home = place === "lobby" ? guestHome(random, "online", hotel) : living;
      const models = place === "office" ? desktops : place === "carrier" ? phones : undefined;
      const browser = { ...browserOf(random, home, models), ip };
      const elsewhere = place !== "lobby" && !event && random.chance(0.9);
      const own = elsewhere ? pickHotel(random, merchant) : hotel;
      const stay = stayOf(random, Math.round(at), place === "lobby" ? "direct" : "online");
      const customer = { person: personOf(random, home), browser };
      const booking = bookingOf(episode, { merchant, hotel: own, customer, stay, blocked: false });
      planned.push(...attemptsOf(episode, Math.round(at), booking));
      // It becomes known over weeks: no place fills from one day to the next.
      const known = Math.min(1, (1 + (at - episode.at) / dayMs) / 25);
      at += random.around(dayMs / (aDay * known) / 1.6, 1);
    }
    return planned;
  },
};
