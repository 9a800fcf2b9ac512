/**
 * One profile of an anti-detect browser, sold or copied to several fraudsters: the same device id and
 * screen in different networks and countries for weeks, with a new identity each time and each
 * fraudster's own input behaviour.
 */

import { hourMs } from "../../../../src/base/durations.ts";
import { type Behaviour, humanBehaviour, steadyBehaviour } from "../behaviour.ts";
import { attemptsOf, bookingOf, companions } from "../booking.ts";
import { type Browser, browserOf, desktops, everyday } from "../browsers.ts";
import { countryOf } from "../countries.ts";
import { homeIp } from "../ip-addresses.ts";
import type { Episode, Kind } from "../kind.ts";
import { pickHotel, pickMerchant } from "../merchants.ts";
import { profileOddities, withOddities } from "../oddities.ts";
import type { Random } from "../random.ts";
import { anyHour, hiddenIp, soonStay, stolen, thiefHome, victimHome } from "./shared.ts";

export const deviceSharing: Kind = {
  name: "device-sharing",
  share: 0.084,
  attempts: 6.3,
  plan(episode) {
    const { random } = episode;
    const merchant = pickMerchant(random, episode.merchants);
    const models = random.chance(0.25) ? everyday : desktops;
    const plain = browserOf(random, thiefHome(random), models);
    const profile = withOddities(random, plain, profileOddities);
    profile.device.deviceId ??= `dev_${random.code(16)}`;
    const thieves = Array.from({ length: random.int(2, 5) }, () => thiefOf(random));
    // Better tools set the profile's time zone to that of the IP address.
    const movesClock = random.chance(0.5);
    const pace = random.pick([16, 48, 90]) * hourMs;
    let at = anyHour(random, episode.at);
    return Array.from({ length: random.int(3, 11) }, (_, use) => {
      const thief = thieves[use] ?? random.pick(thieves); // Each gets a first turn.
      const hotel = pickHotel(random, merchant);
      const home = victimHome(random, hotel);
      const browser = profileFor(random, profile, home, thief, movesClock);
      const person = stolen(random, home, { digits: 0.35 });
      const stay = soonStay(random, at, 0.5);
      const guest = random.chance(0.6) ? person : stolen(random, thief.living, { digits: 0 });
      const guests = companions(random, guest, thief.living, stay.party);
      const customer = { person, browser };
      const fixed = {
        merchant,
        hotel,
        customer,
        stay,
        guests,
        behaviour: thief.behaviour,
        newcomer: 0.7,
      };
      const planned = attemptsOf(episode, Math.round(at), bookingOf(atTime(episode, at), fixed));
      at += random.around(pace, 1);
      return planned;
    }).flat();
  },
};

const atTime = (episode: Episode, at: number): Episode => ({ ...episode, at: Math.round(at) });

interface Thief {
  living: string;
  behaviour: Behaviour;
  /** Always uses their own IP address. */
  exposesIp: boolean;
  ip: string;
}

function thiefOf(random: Random): Thief {
  const living = thiefHome(random);
  const behaviour = random.chance(0.85) ? humanBehaviour(random) : steadyBehaviour(random);
  if (random.chance(0.4)) behaviour.emailFilling = { pasted: 1 };
  return { living, behaviour, exposesIp: random.chance(0.3), ip: homeIp(random, living) };
}

function profileFor(
  random: Random,
  profile: Browser,
  home: string,
  { exposesIp, ip, living }: Thief,
  movesClock: boolean,
): Browser {
  const device = { ...profile.device };
  if (movesClock) {
    const { timeZone, utcOffsetMin } = countryOf(exposesIp ? living : home);
    Object.assign(device, { timeZone, utcOffsetMin });
  }
  return { ...profile, device, ip: exposesIp ? ip : hiddenIp(random, home) };
}
