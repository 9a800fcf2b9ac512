/** A script: straight to the checkout, values set at once; often no browser at all. */

import { attemptsOf, bookingOf } from "../booking.ts";
import { automatedBrowser, serverIp } from "../browsers.ts";
import { countryCodes } from "../countries.ts";
import { scriptHand } from "../hands.ts";
import type { Kind } from "../kind.ts";
import { pickMerchant } from "../merchants.ts";
import { type Person, personOf } from "../people.ts";
import type { Random } from "../random.ts";
import { anyHour, soonStay, stolen } from "./victim.ts";

export const plainBot: Kind = {
  name: "plain-bot",
  share: 0.19,
  attempts: 1.7,
  plan(episode) {
    const { random } = episode;
    const merchant = pickMerchant(random, episode.merchants);
    const home = random.pick(countryCodes);
    const browser = automatedBrowser(random, home, 0.3);
    if (random.chance(0.6)) browser.ip = serverIp(random);
    const hand = scriptHand(random);
    // Without a browser there is nobody to load the SDK.
    const blocked = random.chance(0.2);
    let at = anyHour(random, episode.at);
    return Array.from({ length: Number(random.weighted({ 1: 70, 2: 18, 4: 8, 8: 4 })) }, () => {
      at += random.around(11 * 60_000, 1.3);
      // A new browser profile for each run.
      const device = { ...browser.device, deviceId: `dev_${random.code(16)}` };
      const customer = { person: invented(random, home), browser: { ...browser, device } };
      const stay = soonStay(random, at, 0.4);
      const fixed = { merchant, customer, hand, stay, blocked, newcomer: 0.5 };
      return attemptsOf(episode, Math.round(at), bookingOf(episode, fixed), 0);
    }).flat();
  },
};

function invented(random: Random, home: string): Person {
  if (random.chance(0.8)) {
    return random.chance(0.5) ? personOf(random, home) : stolen(random, home, { digits: 0.5 });
  }
  const word = () => random.code(random.int(4, 9)).replace(/\d/g, "x");
  const firstName = random.chance(0.3) ? "test" : word();
  const lastName = random.chance(0.3) ? firstName : word();
  return { ...personOf(random, home), firstName, lastName, email: `${random.code(9)}@gmail.com` };
}
