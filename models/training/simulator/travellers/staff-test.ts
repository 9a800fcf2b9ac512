/**
 * The merchant's staff tests the checkout: random keystrokes as a name, any phone number, and one of
 * the merchant's own or a disposable e-mail address.
 */
import { minuteMs } from "../../../../src/base/durations.ts";
import { attemptsOf, bookingOf } from "../booking.ts";
import { browserOf, desktops } from "../browsers.ts";
import { companyOf } from "../companies.ts";
import { disposableDomains } from "../domains.ts";
import type { Kind } from "../kind.ts";
import { pickMerchant } from "../merchants.ts";
import { mashed } from "../names.ts";
import { type Person, personOf } from "../people.ts";
import type { Random } from "../random.ts";

export const staffTest: Kind = {
  name: "staff-test",
  share: 0.004,
  attempts: 2,
  oversampled: 4,
  plan(episode) {
    const { random } = episode;
    const merchant = pickMerchant(random, episode.merchants);
    const shop = companyOf(`shop/${merchant.project}`, merchant.hotels[0]!.country);
    const browser = { ...browserOf(random, shop.home, desktops), ip: shop.ip(random) };
    if (random.chance(0.15)) browser.device = { ...browser.device, webdriver: true };
    let at = episode.at;
    return Array.from({ length: Number(random.weighted({ 1: 50, 2: 25, 3: 15, 6: 10 })) }, () => {
      const customer = { person: tester(random, shop.home, shop.domain), browser };
      const planned = attemptsOf(
        episode,
        Math.round(at),
        bookingOf(episode, { merchant, customer }),
        0,
      );
      at += random.around(6 * minuteMs, 1);
      return planned;
    }).flat();
  },
};

function tester(random: Random, home: string, domain: string): Person {
  const person = personOf(random, home);
  const { firstName, lastName } = random.chance(0.8) ? mashed(random) : person;
  const boxes = [`test@${domain}`, `qa@${domain}`, `${random.code(6)}@${domain}`];
  const elsewhere = [`test@test.com`, `${random.code(8)}@${random.pick(disposableDomains)}`];
  const email = random.chance(0.75) ? random.pick(boxes) : random.pick(elsewhere);
  return { ...person, firstName, lastName, email };
}
