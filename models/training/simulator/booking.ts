/** From a person, a stay and a visit to the request that the shop's server sends. */
import type { RiskRequest } from "../../../src/request/risk-request.ts";
import { countryCodes, countryOf } from "./countries.ts";
import { type Hand, humanHand } from "./hands.ts";
import type { Episode, Made, Planned } from "./kind.ts";
import * as marginals from "./marginals.ts";
import { type Hotel, type Merchant, pickHotel, pickMerchant } from "./merchants.ts";
import { personName } from "./names.ts";
import { handle } from "./on-page.ts";
import { type Customer, customerOf } from "./people.ts";
import type { Random } from "./random.ts";
import { visit } from "./visit.ts";

const minuteMs = 60_000;
const proxies = ["10.0.0.4", "10.0.0.5"] as const;
const dayMs = 1440 * minuteMs;

export interface Stay {
  checkInMs: number;
  nights: number;
  party: marginals.Party;
}

export interface Name {
  firstName: string;
  lastName: string;
}

/** Everything about one attempt that a kind of traveller may decide; the rest is ordinary. */
export interface Booking {
  merchant: Merchant;
  hotel: Hotel;
  customer: Customer;
  hand: Hand;
  stay: Stay;
  /** The shop sends its own identifier for the booker: an account, or a guest's number. */
  account: boolean;
  /** The shop knows them well enough to have filled the form. */
  known: boolean;
  /** Those staying; the first may be somebody else than the booker. */
  guests: readonly Name[];
  billing: { home: string; address: string };
  /** No script runs, and the shop's page has no id to send. */
  blocked: boolean;
}

/** The country of a guest of this hotel: the source's shares, with the hotel's country as home. */
export function guestHome(random: Random, segment: marginals.Segment, hotel: Hotel): string {
  const home = marginals.guestCountry(random, segment);
  if (home === marginals.sourceCountry) return hotel.country;
  return home === hotel.country ? marginals.sourceCountry : home;
}

export function stayOf(
  random: Random,
  at: number,
  segment: marginals.Segment,
  fixed: { lead?: number; nights?: number; party?: marginals.Party } = {},
): Stay {
  const today = Math.floor(at / dayMs) * dayMs;
  const lead = fixed.lead ?? marginals.leadTimeDays(random, segment);
  const checkInMs =
    fixed.lead === undefined
      ? marginals.arrivalMs(random, segment, today, lead)
      : today + lead * dayMs;
  return {
    checkInMs,
    nights: fixed.nights ?? marginals.nights(random, segment),
    party: fixed.party ?? marginals.party(random, segment),
  };
}

/** The first guest and their company, most of whom share a family name. */
export function companions(
  random: Random,
  first: Name,
  home: string,
  party: marginals.Party,
): Name[] {
  const { tongue } = countryOf(home);
  const names: Name[] = [{ firstName: first.firstName, lastName: first.lastName }];
  // Many name themselves only, where a form asks for the others as well.
  const others = random.chance(0.5) ? party.adults + party.children + party.infants - 1 : 0;
  for (let i = 0; i < others; i++) {
    const other = personName(random, tongue);
    if (random.chance(0.55)) other.lastName = first.lastName;
    names.push(other);
  }
  return names;
}

export function bookingOf(
  { random, merchants, at }: Episode,
  fixed: Partial<Booking> & { segment?: marginals.Segment; home?: string; newcomer?: number } = {},
): Booking {
  const segment = fixed.segment ?? "online";
  const merchant =
    fixed.merchant ?? pickMerchant(random, merchants, ({ segments }) => segments[segment] > 0.04);
  const hotel = fixed.hotel ?? pickHotel(random, merchant);
  const home = fixed.home ?? guestHome(random, segment, hotel);
  const customer = fixed.customer ?? customerOf(random, home);
  const stay = fixed.stay ?? stayOf(random, at, segment);
  const { person } = customer;
  const { newcomer = 1 } = fixed;
  return {
    merchant,
    hotel,
    customer,
    stay,
    hand: fixed.hand ?? humanHand(random),
    // Where everybody needs an account, whoever has none makes one.
    account: fixed.account ?? random.chance(merchant.sends.bookerReference ** (1 / newcomer)),
    known: fixed.known ?? (newcomer === 1 && random.chance(0.12)),
    guests: fixed.guests ?? companions(random, person, person.home, stay.party),
    billing: fixed.billing ?? {
      // A card of another country: expatriates, company cards.
      home: random.chance(0.04) ? random.pick(countryCodes) : person.home,
      address: person.address,
    },
    blocked: fixed.blocked ?? random.chance(0.012),
  };
}

/** The time of day when people of a country sit down to book; half a day before or after `at`. */
export function localTime(at: number, home: string): number {
  return at + countryOf(home).utcOffsetMin * minuteMs;
}

/** The attempt itself, and now and then the same once more after an error of the shop's. */
export function attemptsOf(
  { random }: Episode,
  at: number,
  booking: Booking,
  retries = random.chance(0.035) ? random.int(1, 2) : 0,
): Planned[] {
  const made = lazily(() => act(random, withFutureStay(booking, at)));
  const planned: Planned[] = [{ at, make: () => made().next(at) }];
  for (let retry = 1, time = at; retry <= retries; retry++) {
    time += Math.round(random.around(70_000, 0.8));
    const again = time;
    planned.push({ at: again, make: () => made().next(again) });
  }
  return planned;
}

/** Nobody books a night that is over; who meant tonight and came late means tonight. */
function withFutureStay(booking: Booking, at: number): Booking {
  const today = Math.floor(at / dayMs) * dayMs;
  const { stay } = booking;
  return stay.checkInMs >= today ? booking : { ...booking, stay: { ...stay, checkInMs: today } };
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** One tab, in which the same booking may be sent more than once. */
function act(random: Random, booking: Booking): { next(at: number): Made } {
  const { merchant, customer, hand, account, known } = booking;
  const seen = random.chance(merchant.sends.collection) && !booking.blocked;
  const { browser: own } = customer;
  // Behind a proxy that does not pass the visitor's address on, all come from the shop's own.
  const browser = merchant.proxied ? { ...own, ip: random.pick(proxies) } : own;
  const tab = seen ? visit(random, { merchant, browser, hand, prefilled: account && known }) : null;
  const delay = Math.round(random.around(merchant.checkout.delayMs, 0.9));
  let last: number | null = null;
  return {
    next(at) {
      if (tab && last !== null) tryAgain(random, tab, hand, at - last, merchant);
      last = at;
      const telemetry = tab?.sent(at - delay) ?? [];
      const request = requestOf(random, booking, at, tab?.collectionId);
      return { project: merchant.project, request, telemetry };
    },
  };
}

function tryAgain(
  random: Random,
  tab: NonNullable<ReturnType<typeof visit>>,
  hand: Hand,
  afterMs: number,
  { checkout }: Merchant,
): void {
  tab.wait(afterMs);
  if (hand.unseen) return;
  const moves = Math.min(40, Math.round(hand.pointing.movesPerS * random.between(0, 4)));
  handle(random, tab, hand, moves, hand.clicks ? 1 : 0);
  if (checkout.submits) {
    const filledFields = checkout.fields.length;
    const touchedFields = hand.filling.silent ? 0 : filledFields;
    const told = { trusted: true, filledFields, touchedFields, hiddenFilled: 0 };
    tab.note({ kind: "submit", ...told });
  }
  tab.flush();
}

function requestOf(
  random: Random,
  { merchant, hotel, customer: { person }, stay, account, guests, billing }: Booking,
  at: number,
  collectionId: string | undefined,
): RiskRequest {
  const { sends } = merchant;
  const { firstName, lastName, email, phone } = person;
  const named =
    sends.guests === "all" ? guests : sends.guests === "booker" ? guests.slice(0, 1) : [];
  return {
    ...(collectionId && { collectionId }),
    booker: {
      ...(account && sends.bookerReference > 0 && { referenceId: person.account }),
      firstName,
      lastName,
      email,
      phone,
    },
    ...(named.length > 0 && { guests: named.map((guest) => ({ ...guest })) }),
    ...(sends.billing !== "none" && { billing: billingOf(billing, sends.billing) }),
    hotel: hotelOf(hotel, sends),
    booking: {
      ...datesOf(stay),
      ...(sends.groupSize && { groupSize: groupSizeOf(random, stay.party) }),
    },
    requestId: `sim-${at}-${random.code(6)}`,
  };
}

function billingOf({ home, address }: Booking["billing"], sends: "country" | "full") {
  return sends === "full" ? { addressLine: address, country: home } : { country: home };
}

function hotelOf(hotel: Hotel, sends: Merchant["sends"]): RiskRequest["hotel"] {
  return {
    ...(sends.hotelReference && { referenceId: hotel.referenceId }),
    ...(sends.giata && { giataId: hotel.giataId }),
    name: hotel.name,
    ...(sends.hotelAddress && { address: hotel.address }),
    country: hotel.country,
  };
}

function datesOf({ checkInMs, nights }: Stay) {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  return { checkIn: day(checkInMs), checkOut: day(checkInMs + nights * dayMs) };
}

function groupSizeOf(random: Random, { adults, children, infants }: marginals.Party) {
  // A parent who counts only those that the form asks about.
  const forgotten = children > 0 && random.chance(0.01);
  return {
    ...(adults && !forgotten && { adultCount: adults }),
    ...(children && { childCount: children }),
    ...(infants && { infantCount: infants }),
  };
}
