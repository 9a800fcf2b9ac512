/** Many honest guests on one device or address, for weeks, and a guest who was denied by mistake. */
import { dayMs, hourMs, minuteMs } from "../../../src/base/durations.ts";
import { humanBehaviour } from "../simulator/behaviour.ts";
import { guestHome, stayOf } from "../simulator/booking.ts";
import { type Browser, browserOf, desktops, none, phones } from "../simulator/browsers.ts";
import { carrierIp, homeIp, hotelWifiIp, officeIp } from "../simulator/ip-addresses.ts";
import { pickHotel } from "../simulator/merchants.ts";
import { personOf } from "../simulator/people.ts";
import type { Random } from "../simulator/random.ts";
import {
  book,
  deviceOf,
  merchantFor,
  type Plan,
  planOf,
  quietHotel,
  views,
  withView,
} from "./bookings.ts";
import {
  type Campaign,
  type Case,
  deniedAtMost,
  type Finding,
  medianWithin,
  type Stage,
} from "./case.ts";
import { fresh } from "./persons.ts";

interface Crowd {
  name: string;
  campaigns: number;
  everyMs: number;
  measuredDays: number;
  /** The highest share denied. */
  goal: number;
  /** Whether the merchant has marked the device. */
  atKiosk?: true;
  guestsOf(stage: Stage): (at: number) => Plan;
}

const pastMs = 22 * dayMs;

function crowdCase({
  name,
  campaigns,
  everyMs,
  measuredDays,
  goal,
  guestsOf,
  ...own
}: Crowd): Case {
  const lastsMs = pastMs + measuredDays * dayMs;
  const line = { name: `after ${pastMs / dayMs} days`, goals: [deniedAtMost(goal)] };
  return {
    name: `honest crowd: ${name}`,
    campaigns,
    fromDay: 1,
    lastsMs,
    lines: [line],
    *play(stage): Campaign {
      const { random } = stage;
      const guestAt = guestsOf(stage);
      const scores: number[] = [];
      for (let { at } = stage; at < stage.at + lastsMs; at += pause(random, everyMs)) {
        const { score } = yield { at, sent: book(random, guestAt(at), at).sent, ...own };
        if (at >= stage.at + pastMs) scores.push(score);
      }
      return [{ line: line.name, scores }];
    },
  };
}

const pause = (random: Random, everyMs: number) => Math.round(everyMs * random.between(0.3, 1.7));

/** A merchant as it is, whose visitors may refuse consent. */
function shopOf(stage: Stage) {
  const { project } = merchantFor(stage, "with script", ({ proxied }) => !proxied);
  return stage.merchants.find((one) => one.project === project)!;
}

/** A lobby's own device in full screen: for tonight or tomorrow, mostly in the same hotel. */
function atKiosk(stage: Stage): (at: number) => Plan {
  const { random } = stage;
  const merchant = shopOf(stage);
  const hotel = quietHotel(stage, merchant);
  const browser = browserOf(random, hotel.country, { ...none(), windowsTouch: 1 });
  const { device } = browser;
  const { screenWidth: width, screenHeight: height } = device;
  Object.assign(device, { viewportWidth: width, viewportHeight: height });
  Object.assign(device, { outerWidth: width, outerHeight: height });
  device.deviceId ??= `dev_${random.code(16)}`;
  Object.assign(browser, { touch: true, ip: hotelWifiIp(hotel.country, hotel.referenceId) });
  return (at) => {
    const place = random.chance(0.85) ? hotel : pickHotel(random, merchant);
    const stay = stayOf(random, at, "direct", { lead: random.int(0, 2), nights: random.int(1, 3) });
    const behaviour = { ...humanBehaviour(random), referred: 0, pages: random.int(2, 4) };
    return { ...planOf(random, merchant, at, { hotel: place, stay, behaviour }), browser };
  };
}

/** Guests with devices of their own behind one address; `addressOf` may give them a few. */
function behind(
  addressOf: (random: Random, country: string) => string,
  deviceAt: (random: Random, home: string) => Browser = browserOf,
) {
  return (stage: Stage) => {
    const { random } = stage;
    const merchant = shopOf(stage);
    const { country } = pickHotel(random, merchant);
    const ip = addressOf(random, country);
    return (at: number) => {
      const hotel = pickHotel(random, merchant);
      const home = random.chance(0.5) ? country : guestHome(random, "online", hotel);
      const plan = planOf(random, merchant, at, { hotel, home });
      const behaviour = humanBehaviour(random);
      return { ...plan, behaviour, browser: { ...deviceAt(random, home), ip } };
    };
  };
}

/** One desk, its address and its mail, or the clients' own: client after client. */
function atTravelAgent(stage: Stage): (at: number) => Plan {
  const { random } = stage;
  const merchant = shopOf(stage);
  const { country } = pickHotel(random, merchant);
  const browser = { ...browserOf(random, country, desktops), ip: officeIp(random, country) };
  const desk = personOf(random, country);
  const signs = random.weighted({ "the desk's mail": 50, "the clients' own": 50 });
  return (at) => {
    const plan = planOf(random, merchant, at);
    const { email, phone } = desk;
    const person = signs === "the desk's mail" ? { ...plan.person, email, phone } : plan.person;
    const card = random.chance(0.6) ? { home: country, address: desk.address } : plan.card;
    return { ...plan, person, card, browser };
  };
}

/** Four people of one name on one device. */
function atHome(stage: Stage): (at: number) => Plan {
  const { random } = stage;
  const merchant = shopOf(stage);
  const { person, browser } = planOf(random, merchant, stage.at);
  const { home, lastName, address } = person;
  const ip = homeIp(random, home);
  const family = Array.from({ length: 4 }, () => ({
    ...personOf(random, home),
    lastName,
    address,
  }));
  return (at) => {
    const plan = planOf(random, merchant, at, { person: random.pick(family), home });
    return { ...plan, browser: { ...browser!, ip } };
  };
}

const onPhone = (random: Random, home: string) => browserOf(random, home, phones);
const inOffice = (random: Random, home: string) => browserOf(random, home, desktops);
const once = { campaigns: 1, goal: 0.005 };
const crowds: readonly Crowd[] = [
  { ...once, name: "kiosk, one an hour", everyMs: hourMs, measuredDays: 12, guestsOf: atKiosk },
  {
    ...once,
    goal: 0,
    atKiosk: true,
    name: "the same, marked by the owner",
    everyMs: hourMs,
    measuredDays: 12,
    guestsOf: atKiosk,
  },
  {
    ...once,
    name: "hotel Wi-Fi, 30 to 80 a day",
    everyMs: 28 * minuteMs,
    measuredDays: 8,
    guestsOf: behind((random, country) => hotelWifiIp(country, `w-${random.digits(6)}`)),
  },
  {
    ...once,
    name: "office, 8 a day",
    everyMs: 3 * hourMs,
    measuredDays: 14,
    guestsOf: behind(officeIp, inOffice),
  },
  {
    ...once,
    name: "mobile carrier, 50 a day",
    everyMs: 29 * minuteMs,
    measuredDays: 8,
    guestsOf: behind(carrierIp, onPhone),
  },
  {
    ...once,
    campaigns: 2,
    name: "travel agent, 12 a day",
    everyMs: 2 * hourMs,
    measuredDays: 12,
    guestsOf: atTravelAgent,
  },
  {
    ...once,
    campaigns: 4,
    name: "family of four, one device",
    everyMs: 3 * dayMs,
    measuredDays: 20,
    guestsOf: atHome,
  },
];

const tries = {
  "5 minutes": 5 * minuteMs,
  "a day": dayMs,
  "3 days": 3 * dayMs,
  "8 days": 8 * dayMs,
};

/** The first answer is remembered as a denial, whatever it was; against a guest who was not denied. */
const deniedByMistake: Case = {
  name: "a guest denied by mistake tries again",
  campaigns: 20,
  lastsMs: 9 * dayMs,
  lines: views.flatMap((view) =>
    Object.keys(tries).map((after) => ({
      name: `after ${after}, ${view}`,
      goals: after === "8 days" ? [medianWithin(1)] : [],
    })),
  ),
  *play(stage): Campaign {
    const { random } = stage;
    const plan = planOf(random, merchantFor(stage, "with script"), stage.at);
    const luckier = { ...fresh(random, plan), browser: deviceOf(random, plan.person.home) };
    const first = { at: stage.at, sent: book(random, plan, stage.at).sent };
    yield { ...first, rememberedScore: 80 };
    yield { at: stage.at, sent: book(random, luckier, stage.at).sent, rememberedScore: 10 };
    const findings: Finding[] = [];
    for (const [after, ms] of Object.entries(tries)) {
      const at = stage.at + ms;
      for (const view of views) {
        const again = book(random, withView(plan, view), at).sent;
        const { score } = yield { at, sent: again, probe: true };
        const other = book(random, withView(luckier, view), at).sent;
        const plain = yield { at, sent: other, probe: true };
        const line = `after ${after}, ${view}`;
        findings.push({ line, scores: [score], points: [score - plain.score] });
      }
    }
    return findings;
  },
};

export const crowdCases: readonly Case[] = [...crowds.map(crowdCase), deniedByMistake];
