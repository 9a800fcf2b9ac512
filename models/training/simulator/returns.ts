/**
 * What the party behind an attempt does after its answer, and after a report of fraud. Fraudsters see
 * that they were denied and change something: they block the script, open another tab, take another
 * mailbox, person, device or hotel, or wait. Guests who were denied by mistake try again, as they are.
 * After a report, whoever was behind the fraud returns with one of the old identities.
 */
import { dayMs, hourMs, minuteMs } from "../../../src/base/durations.ts";
import { humanBehaviour } from "./behaviour.ts";
import { type Booking, bookingOf, type Name, stayOf } from "./booking.ts";
import { browserOf } from "./browsers.ts";
import { homeIp, residentialProxyIp } from "./ip-addresses.ts";
import type { Episode } from "./kind.ts";
import { mailOf } from "./mail.ts";
import { pickHotel } from "./merchants.ts";
import { type Customer, personOf } from "./people.ts";
import { phoneOf } from "./phones.ts";
import type { Random } from "./random.ts";

export interface Return {
  at: number;
  booking: Booking;
}

/** How often a fraudster tries again at most, and the share that does each time. */
const fraudTries = 5;
const fraudPersists = 0.75;
/** Assumed of guests: two of three try again, at most three times. */
const guestTries = 3;
const guestPersists = 0.65;

/** @param tries how often the party has already returned since its planned attempt. */
export function afterDenial(
  episode: Episode,
  denied: { at: number; booking: Booking; fraud: boolean; tries: number },
): Return | null {
  const { random } = episode;
  const { fraud, tries } = denied;
  if (tries >= (fraud ? fraudTries : guestTries)) return null;
  if (!random.chance(fraud ? fraudPersists : guestPersists)) return null;
  return fraud ? evasion(episode, denied) : retry(random, denied);
}

const evasions = {
  unseen: 22,
  tab: 6,
  byHand: 26,
  tag: 10,
  mailbox: 12,
  person: 8,
  device: 8,
  wait: 8,
};

function evasion(
  { random, merchants }: Episode,
  { at, booking }: { at: number; booking: Booking },
): Return {
  const way = random.weighted(evasions);
  const pauseMs =
    way === "wait" ? random.around(20 * hourMs, 0.7) : random.around(5 * minuteMs, 1.5);
  const time = Math.round(at + pauseMs);
  const changed = evaded[way](random, booking);
  const hotel = random.chance(0.3) ? pickHotel(random, booking.merchant) : booking.hotel;
  const again = { ...booking, ...changed, hotel };
  return { at: time, booking: freshStay({ random, merchants, at: time }, again) };
}

const nameOf = ({ firstName, lastName }: Name): Name => ({ firstName, lastName });

type Change = (random: Random, booking: Booking) => Partial<Booking>;

const withPerson = ({ customer }: Booking, person: Partial<Customer["person"]>) => ({
  customer: { ...customer, person: { ...customer.person, ...person } },
});

const evaded: Readonly<Record<keyof typeof evasions, Change>> = {
  unseen: () => ({ blocked: true }),
  tab: () => ({}),
  // Without the program, on the same machine: what denied the visit before is not seen again.
  byHand(random, { customer: { person, browser } }) {
    const { deviceId } = browser.device;
    const own = browserOf(random, person.home);
    const device = { ...own.device, ...(deviceId && { deviceId }) };
    return {
      customer: { person, browser: { ...own, device, ip: browser.ip } },
      behaviour: humanBehaviour(random),
    };
  },
  tag(random, booking) {
    const [local, domain] = booking.customer.person.email.split("@");
    const email = `${local}+${random.code(random.int(1, 4))}@${domain}`;
    return { ...withPerson(booking, { email }), blocked: random.chance(0.6) };
  },
  mailbox(random, booking) {
    const { person } = booking.customer;
    const email = mailOf(random, person, person.home);
    return { ...withPerson(booking, { email }), blocked: random.chance(0.4) };
  },
  person(random, booking) {
    const { home } = booking.customer.person;
    const person = personOf(random, home);
    return { customer: { ...booking.customer, person }, guests: [nameOf(person)] };
  },
  device(random, { customer: { person } }) {
    const browser = browserOf(random, person.home);
    browser.ip = residentialProxyIp(random, person.home);
    return { customer: { person, browser } };
  },
  wait: (random) => ({ blocked: random.chance(0.4) }),
};

const retries = { again: 46, unseen: 8, phone: 14, partner: 8, nextDay: 16, nextWeek: 8 };

function retry(random: Random, { at, booking }: { at: number; booking: Booking }): Return {
  const way = random.weighted(retries);
  const { customer } = booking;
  const later = (ms: number, spread: number) => Math.round(at + random.around(ms, spread));
  if (way === "nextDay") return { at: later(dayMs, 0.4), booking };
  if (way === "nextWeek") return { at: later(5 * dayMs, 0.4), booking };
  if (way === "unseen")
    return { at: later(8 * minuteMs, 1), booking: { ...booking, blocked: true } };
  if (way === "again") return { at: later(4 * minuteMs, 1), booking };
  if (way === "phone") {
    const browser = { ...browserOf(random, customer.person.home), ip: customer.browser.ip };
    return {
      at: later(30 * minuteMs, 1),
      booking: { ...booking, customer: { ...customer, browser } },
    };
  }
  const partner = personOf(random, customer.person.home);
  const person = { ...partner, lastName: customer.person.lastName };
  return {
    at: later(20 * minuteMs, 1),
    booking: { ...booking, customer: { ...customer, person } },
  };
}

/** Assumed: the share of reported frauds whose party comes back, and of guests reported by mistake. */
const returnsAfterReport = { fraud: 0.9, guest: 0.15 };

export function afterReport(
  episode: Episode,
  reported: { at: number; reportedAt: number; booking: Booking; fraud: boolean },
): Return | null {
  const { random, merchants } = episode;
  const { reportedAt, booking, fraud } = reported;
  if (!random.chance(fraud ? returnsAfterReport.fraud : returnsAfterReport.guest)) return null;
  const median = fraud ? 5 * dayMs : 20 * dayMs;
  const at = Math.round(reportedAt + random.around(median, 1.2));
  if (!fraud) return { at, booking: freshStay({ random, merchants, at }, booking) };
  const kept = random.weighted({ email: 22, phone: 22, device: 26, account: 16, all: 14 });
  const hotel = random.chance(0.6) ? pickHotel(random, booking.merchant) : booking.hotel;
  const customer = keeping(random, booking.customer, kept);
  // Who was caught using a program may work by hand now.
  const behaviour = random.chance(0.6) ? humanBehaviour(random) : booking.behaviour;
  const again = { ...booking, hotel, customer, behaviour, guests: [nameOf(customer.person)] };
  const blocked = kept === "device" ? booking.blocked : random.chance(0.4);
  const fresh = freshStay({ random, merchants, at }, { ...again, blocked });
  return { at, booking: kept === "account" ? { ...fresh, account: true } : fresh };
}

type Kept = "email" | "phone" | "device" | "account" | "all";

/** Another person with another browser at another address, except for what is kept. */
function keeping(random: Random, before: Customer, kept: Kept): Customer {
  if (kept === "all") return before;
  const { home, ...old } = before.person;
  const person = { ...personOf(random, home), phone: phoneOf(random, home) };
  if (kept === "device") {
    const ip = random.chance(0.5) ? before.browser.ip : homeIp(random, home);
    return { person, browser: { ...before.browser, ip } };
  }
  return { person: { ...person, [kept]: old[kept] }, browser: browserOf(random, home) };
}

/** The same stay where it is still ahead, and otherwise another one. */
function freshStay({ random, merchants, at }: Episode, booking: Booking): Booking {
  if (booking.stay.checkInMs > at && random.chance(0.7)) return booking;
  return bookingOf({ random, merchants, at }, { ...booking, stay: stayOf(random, at, "online") });
}
