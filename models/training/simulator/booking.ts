/** Turns a person, a stay and a visit into the request that the merchant's server sends. */
import type { RiskRequest } from "../../../src/attempt/request/risk-request.ts";
import { dayMs, minuteMs } from "../../../src/base/durations.ts";
import { type Behaviour, humanBehaviour } from "./behaviour.ts";
import { countryCodes, countryOf, farMarkets } from "./countries.ts";
import type { Episode, PlannedAttempt, SentAttempt } from "./kind.ts";
import * as marginals from "./marginals.ts";
import { type Hotel, type Merchant, pickHotel, pickMerchant } from "./merchants.ts";
import { isLatin, personName } from "./names.ts";
import { interact } from "./page-actions.ts";
import { customerOf } from "./people.ts";
import type { Booking, Name, Stay } from "./planned-booking.ts";
import type { Random } from "./random.ts";
import { visit } from "./visit.ts";

export type { Booking, Name, Stay } from "./planned-booking.ts";

const proxies = ["10.0.0.4", "10.0.0.5"] as const;

/**
 * The guest's country: the shares of the data source, with the hotel's country as the domestic one.
 * One in six is from the world's other markets, of which two hotels in Portugal saw few.
 */
export function guestHome(random: Random, segment: marginals.Segment, hotel: Hotel): string {
  if (random.chance(1 / 6)) return random.weighted(farMarkets);
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

/** The first guest and the others of the party, most of whom share a family name. */
export function companions(
  random: Random,
  first: Name,
  home: string,
  party: marginals.Party,
): Name[] {
  const { tongue } = countryOf(home);
  const script = isLatin(first.firstName) ? "latin" : "own";
  const names: Name[] = [{ firstName: first.firstName, lastName: first.lastName }];
  // Many enter only themselves, although the form asks for all guests.
  const others = random.chance(0.5) ? party.adults + party.children + party.infants - 1 : 0;
  for (let i = 0; i < others; i++) {
    const other = personName(random, tongue, script);
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
    behaviour: fixed.behaviour ?? humanBehaviour(random),
    // Where an account is required, new customers create one.
    account: fixed.account ?? random.chance(merchant.sends.bookerReference ** (1 / newcomer)),
    known: fixed.known ?? (newcomer === 1 && random.chance(0.12)),
    guests: fixed.guests ?? companions(random, person, person.home, stay.party),
    billing: fixed.billing ?? {
      // A card from another country: expatriates, company cards.
      home: random.chance(0.08) ? random.pick(countryCodes) : person.home,
      address: person.address,
    },
    blocked: fixed.blocked ?? random.chance(0.015),
  };
}

/** `at` shifted to the local time of a country, by up to 13 hours. */
export function localTime(at: number, home: string): number {
  return at + countryOf(home).utcOffsetMin * minuteMs;
}

/** The attempt, and occasionally retries of it after an error on the merchant's side. */
export function attemptsOf(
  { random }: Episode,
  at: number,
  booking: Booking,
  retries = random.chance(0.06) ? Number(random.weighted({ 1: 70, 2: 20, 3: 10 })) : 0,
): PlannedAttempt[] {
  const pending = lazily(() => startVisit(random, withFutureStay(booking, at)));
  const planned: PlannedAttempt[] = [{ at, booking, send: () => pending().submit(at) }];
  for (let retry = 1, time = at; retry <= retries; retry++) {
    // A double click on the button, a client that repeats a request, or a guest who tries again.
    time += Math.round(random.chance(0.3) ? random.around(4000, 0.8) : random.around(70_000, 0.8));
    const again = time;
    planned.push({ at: again, send: () => pending().submit(again) });
  }
  return planned;
}

/** A stay cannot begin in the past; one planned for an earlier day begins today. */
function withFutureStay(booking: Booking, at: number): Booking {
  const today = Math.floor(at / dayMs) * dayMs;
  const { stay } = booking;
  return stay.checkInMs >= today ? booking : { ...booking, stay: { ...stay, checkInMs: today } };
}

function lazily<T>(create: () => T): () => T {
  let created: T | undefined;
  return () => {
    created ??= create();
    return created;
  };
}

/** A tab in which the same booking may be submitted more than once. */
function startVisit(random: Random, booking: Booking): { submit(at: number): SentAttempt } {
  const { merchant, customer, behaviour, account, known } = booking;
  const seen = random.chance(merchant.sends.collection) && !booking.blocked;
  const { browser: own } = customer;
  // A proxy that does not forward the client's IP address makes all traffic come from its own.
  const browser = merchant.proxied ? { ...own, ip: random.pick(proxies) } : own;
  const tab = seen
    ? visit(random, { merchant, browser, behaviour, prefilled: account && known })
    : null;
  const delay = Math.round(random.around(merchant.checkout.delayMs, 0.9));
  let last: number | null = null;
  return {
    submit(at) {
      if (tab && last !== null) tryAgain(random, tab, behaviour, at - last, merchant);
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
  behaviour: Behaviour,
  afterMs: number,
  { checkout }: Merchant,
): void {
  tab.wait(afterMs);
  if (behaviour.unseen) return;
  const moves = Math.min(40, Math.round(behaviour.pointing.movesPerS * random.between(0, 4)));
  interact(random, tab, behaviour, moves, behaviour.clicks ? 1 : 0);
  if (checkout.submits) {
    const filledFields = checkout.fields.length;
    const touchedFields = behaviour.filling.silent ? 0 : filledFields;
    tab.note({ kind: "submit", trusted: true, filledFields, touchedFields, hiddenFilled: 0 });
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
  // Some parents omit the adults.
  const forgotten = children > 0 && random.chance(0.01);
  return {
    ...(adults && !forgotten && { adultCount: adults }),
    ...(children && { childCount: children }),
    ...(infants && { infantCount: infants }),
  };
}
