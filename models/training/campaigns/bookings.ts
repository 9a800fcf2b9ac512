/** Bookings of campaigns: who books what with which browser, and the request that comes of it. */
import type { RiskRequest } from "../../../src/attempt/request/risk-request.ts";
import { dayMs } from "../../../src/base/durations.ts";
import { type Behaviour, humanBehaviour } from "../simulator/behaviour.ts";
import { companions, guestHome, type Name, type Stay, stayOf } from "../simulator/booking.ts";
import { type Browser, browserOf } from "../simulator/browsers.ts";
import type { SentAttempt } from "../simulator/kind.ts";
import { type Hotel, type Merchant, pickHotel, pickMerchant } from "../simulator/merchants.ts";
import { interact } from "../simulator/page-actions.ts";
import { type Person, personOf } from "../simulator/people.ts";
import type { Random } from "../simulator/random.ts";
import type { Tab } from "../simulator/tab.ts";
import { visit } from "../simulator/visit.ts";
import type { Stage } from "./case.ts";

export interface Plan {
  merchant: Merchant;
  hotel: Hotel;
  person: Person;
  /** null: the script did not run. */
  browser: Browser | null;
  behaviour: Behaviour;
  stay: Stay;
  guests: readonly Name[];
  card: { home: string; address: string };
  /** The merchant sends its identifier of the booker, if it has any. */
  account: boolean;
}

export interface Booked {
  sent: SentAttempt;
  tab: Tab | null;
}

/** Which view the service has: the browser's script runs, or it does not. */
export type View = "with script" | "without script";
export const views: readonly View[] = ["with script", "without script"];

type Fits = (merchant: Merchant) => boolean;

/** A merchant whose pages have the script, or any at all. */
export function merchantFor({ random, merchants }: Stage, view: View, fits: Fits = () => true) {
  const merchant = pickMerchant(
    random,
    merchants,
    (one) => fits(one) && (view === "without script" || one.sends.collection > 0),
  );
  return { ...merchant, script: { ...merchant.script, denied: consents(merchant) } };
}

/** Attackers consent wherever they are asked: a denial is an honest visitor's trace. */
const consents = ({ script }: Merchant) => (script.denied > 0 ? 1e-9 : 0);

/** A hotel that no other campaign of the season concentrates on, where there is one left. */
export function quietHotel({ random, taken }: Stage, merchant: Merchant): Hotel {
  let hotel = pickHotel(random, merchant);
  for (let tries = 0; tries < 20 && taken.has(hotel.name); tries++) {
    hotel = pickHotel(random, merchant);
  }
  taken.add(hotel.name);
  return hotel;
}

/** Somebody new with a browser of their own who books by hand. */
export function planOf(
  random: Random,
  merchant: Merchant,
  at: number,
  fixed: Partial<Plan> & { home?: string } = {},
): Plan {
  const { home: wanted, ...rest } = fixed;
  const hotel = fixed.hotel ?? pickHotel(random, merchant);
  const home = wanted ?? guestHome(random, "online", hotel);
  const person = fixed.person ?? personOf(random, home);
  const stay = fixed.stay ?? stayOf(random, at, "online");
  return {
    merchant,
    hotel,
    person,
    browser: deviceOf(random, home),
    behaviour: handsOf(random),
    stay,
    guests: companions(random, person, home, stay.party),
    card: { home: person.home, address: person.address },
    account: random.chance(merchant.sends.bookerReference),
    ...rest,
  };
}

/** A browser with a device id, which all but a few have. */
export function deviceOf(random: Random, home: string): Browser {
  const browser = browserOf(random, home);
  browser.device.deviceId ??= `dev_${random.code(16)}`;
  return browser;
}

/** Somebody's hands, and the whole visit is recorded. */
export const handsOf = (random: Random): Behaviour => ({
  ...humanBehaviour(random),
  unseen: false,
});

/** The same booking by another person, who is its only named guest. */
export function as(plan: Plan, person: Person): Plan {
  const { firstName, lastName, home, address } = person;
  return { ...plan, person, guests: [{ firstName, lastName }], card: { home, address } };
}

export function withView(plan: Plan, view: View): Plan {
  return view === "with script" ? plan : { ...plan, browser: null };
}

/** The visit ends with a request at `at`. */
export function book(random: Random, plan: Plan, at: number): Booked {
  const { merchant, browser, behaviour } = plan;
  const tab = browser && visit(random, { merchant, browser: asReached(random, plan), behaviour });
  return { sent: sentOf(random, plan, at, tab), tab };
}

/** The same tab is submitted once more. */
export function bookAgain(random: Random, plan: Plan, at: number, tab: Tab, afterMs: number) {
  tab.wait(afterMs);
  const moves = Math.min(30, Math.round(plan.behaviour.pointing.movesPerS * 3));
  interact(random, tab, plan.behaviour, moves, plan.behaviour.clicks ? 1 : 0);
  tab.flush();
  return sentOf(random, plan, at, tab);
}

/** A proxy that does not forward addresses makes all traffic come from its own. */
function asReached(random: Random, { merchant, browser }: Plan): Browser {
  const { proxied } = merchant;
  return proxied ? { ...browser!, ip: random.pick(["10.0.0.4", "10.0.0.5"]) } : browser!;
}

function sentOf(random: Random, plan: Plan, at: number, tab: Tab | null): SentAttempt {
  const delay = Math.round(random.around(plan.merchant.checkout.delayMs, 0.9));
  const request = requestOf(plan, at, tab?.collectionId, random.code(8));
  return { project: plan.merchant.project, request, telemetry: tab?.sent(at - delay) ?? [] };
}

/** Only what the merchant sends. */
function requestOf(
  { merchant: { sends }, hotel, person, stay, guests, card, account }: Plan,
  at: number,
  collectionId: string | undefined,
  number: string,
): RiskRequest {
  const { firstName, lastName, email, phone } = person;
  const named =
    sends.guests === "none" ? [] : sends.guests === "booker" ? guests.slice(0, 1) : guests;
  const referenceId = account && sends.bookerReference > 0 ? { referenceId: person.account } : {};
  const address = sends.billing === "full" ? { addressLine: card.address } : {};
  return {
    ...(collectionId && { collectionId }),
    booker: { ...referenceId, firstName, lastName, email, phone },
    ...(named.length > 0 && { guests: named.map((guest) => ({ ...guest })) }),
    ...(sends.billing !== "none" && { billing: { ...address, country: card.home } }),
    hotel: {
      ...(sends.hotelReference && { referenceId: hotel.referenceId }),
      ...(sends.giata && { giataId: hotel.giataId }),
      name: hotel.name,
      ...(sends.hotelAddress && { address: hotel.address }),
      country: hotel.country,
    },
    booking: { ...datesOf(stay, at), ...(sends.groupSize && { groupSize: sizeOf(stay) }) },
    requestId: `campaign-${number}`,
  };
}

/** A stay that was planned for an earlier day begins today. */
function datesOf({ checkInMs, nights }: Stay, at: number): RiskRequest["booking"] {
  const from = Math.max(checkInMs, Math.floor(at / dayMs) * dayMs);
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  return { checkIn: day(from), checkOut: day(from + nights * dayMs) };
}

function sizeOf({ party: { adults, children, infants } }: Stay) {
  return {
    ...(adults && { adultCount: adults }),
    ...(children && { childCount: children }),
    ...(infants && { infantCount: infants }),
  };
}

/** The merchant has an id that the service has never heard of. */
export function withInventedId(random: Random, sent: SentAttempt): SentAttempt {
  const collectionId = `col_${random.code(24)}`;
  return { ...sent, request: { ...sent.request, collectionId } };
}
