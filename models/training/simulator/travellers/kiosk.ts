/**
 * A kiosk in a lobby, an airport or a tourist office: one device on which strangers book all day, most of
 * them for tonight or tomorrow and in one place. It runs in full screen, mostly by touch; a few start
 * their browser with a test driver, which reports itself. Assumed: a kiosk sees from one booking an
 * hour to one every few days, and one booking in 300 comes from one.
 */
import { hourMs } from "../../../../src/base/durations.ts";
import { humanBehaviour } from "../behaviour.ts";
import { attemptsOf, bookingOf, guestHome, stayOf } from "../booking.ts";
import { type Browser, browserOf, desktops, none } from "../browsers.ts";
import { hotelWifiIp, officeIp } from "../ip-addresses.ts";
import type { Kind } from "../kind.ts";
import { pickHotel, pickMerchant } from "../merchants.ts";
import { personOf } from "../people.ts";
import type { Random } from "../random.ts";

export const kiosk: Kind = {
  name: "kiosk",
  share: 0.06,
  attempts: 75,
  oversampled: 12,
  plan(episode) {
    const { random } = episode;
    const merchant = pickMerchant(random, episode.merchants, ({ sends }) => sends.collection > 0);
    const hotel = pickHotel(random, merchant);
    const browser = kioskBrowser(random, hotel.country);
    browser.ip = random.chance(0.6)
      ? hotelWifiIp(hotel.country, hotel.referenceId)
      : officeIp(random, hotel.country);
    const elsewhere = random.chance(0.15); // A tourist office sells several hotels.
    const pace = random.pick([1, 2, 12, 30, 60]) * hourMs;
    let at = episode.at;
    // A busy one has as many guests in a day as a quiet one in a month.
    const guests = pace < 6 * hourMs ? Math.round(20 * 25 ** random.next()) : random.int(8, 18);
    return Array.from({ length: guests }, () => {
      const home = random.chance(0.5) ? hotel.country : guestHome(random, "online", hotel);
      const person = personOf(random, home);
      const stay = stayOf(random, Math.round(at), "direct", {
        lead: Number(random.weighted({ 0: 60, 1: 25, 2: 10, 7: 5 })),
        nights: Number(random.weighted({ 1: 50, 2: 30, 3: 15, 5: 5 })),
      });
      const place = elsewhere && random.chance(0.6) ? pickHotel(random, merchant) : hotel;
      const behaviour = { ...humanBehaviour(random), referred: 0, pages: random.around(3, 0.5) };
      const fixed = { merchant, hotel: place, customer: { person, browser }, stay, behaviour };
      const planned = attemptsOf(episode, Math.round(at), bookingOf(episode, fixed));
      at += random.around(pace, 1);
      return planned;
    }).flat();
  },
};

function kioskBrowser(random: Random, country: string): Browser {
  const byTouch = random.chance(0.85);
  const browser = browserOf(random, country, byTouch ? { ...none(), windowsTouch: 1 } : desktops);
  browser.touch = byTouch;
  const { device } = browser;
  device.deviceId ??= `dev_${random.code(16)}`;
  const whole = { viewportWidth: device.screenWidth, viewportHeight: device.screenHeight };
  Object.assign(device, {
    ...whole,
    outerWidth: device.screenWidth,
    outerHeight: device.screenHeight,
  });
  device.webdriver = random.chance(0.01);
  return browser;
}
