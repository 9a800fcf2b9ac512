/** Honest guests who differ from most in one way, each against the same guest without it. */
import { assistedBehaviour } from "../simulator/assistive.ts";
import type { Browser } from "../simulator/browsers.ts";
import { countryCodes } from "../simulator/countries.ts";
import { torIp, vpnIp } from "../simulator/ip-addresses.ts";
import { phoneOf } from "../simulator/phones.ts";
import { type Random, randomOf } from "../simulator/random.ts";
import { book, merchantFor, type Plan, planOf, type View, views, withView } from "./bookings.ts";
import { type Campaign, type Case, deniedAtMost, type Finding, medianRise } from "./case.ts";
import { placeholderNames } from "./names.ts";

type Change = (random: Random, plan: Plan) => Plan;

/** What only the script sees is measured with the script alone. */
const byHand: Readonly<Record<string, Change>> = {
  "keyboard only": (random, plan) => ({
    ...plan,
    behaviour: { ...assistedBehaviour(random, "keyboard"), unseen: false },
  }),
  "everything pasted": (_, plan) => ({
    ...plan,
    behaviour: { ...plan.behaviour, filling: { pasted: 1 }, emailFilling: { pasted: 1 } },
  }),
  "VPN with the clock in UTC": (random, plan) =>
    withBrowser(plan, (browser) => ({
      ...browser,
      ip: vpnIp(random, plan.person.home),
      device: { ...browser.device, timeZone: "UTC", utcOffsetMin: 0 },
    })),
  "as in the Tor Browser": (random, plan) =>
    withBrowser(plan, (browser) => letterboxed(random, browser)),
};

const byContact: Readonly<Record<string, Change>> = {
  "phone of another country": (random, plan) => ({
    ...plan,
    person: { ...plan.person, phone: phoneOf(random, elsewhere(random, plan)) },
  }),
  "card of another country": (random, plan) => ({
    ...plan,
    card: { ...plan.card, home: elsewhere(random, plan) },
  }),
  "Ukrainian phone, Austrian card": (random, plan) => ({
    ...plan,
    person: { ...plan.person, phone: phoneOf(random, "UA") },
    card: { ...plan.card, home: "AT" },
  }),
};
const changes = { ...byHand, ...byContact };

function withBrowser(plan: Plan, change: (browser: Browser) => Browser): Plan {
  return plan.browser ? { ...plan, browser: change(plan.browser) } : plan;
}

/** UTC, American English, one User-Agent for all, and a page in steps of 200 by 100 pixels. */
function letterboxed(random: Random, browser: Browser): Browser {
  const [width, height] = [random.pick([1000, 1200, 1400]), random.pick([600, 700, 800, 900])];
  const size = { screenWidth: width, screenHeight: height, outerWidth: width, outerHeight: height };
  const { memoryGb: _, brands: __, mobile: ___, deviceId: ____, ...rest } = browser.device;
  const device = {
    ...rest,
    ...size,
    viewportWidth: width,
    viewportHeight: height,
    pixelRatio: 1,
    cores: 4,
    touchPoints: 0,
    languages: ["en-US", "en"],
    timeZone: "UTC",
    utcOffsetMin: 0,
    platform: "Win32",
  };
  const userAgent =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
  const requests = { clientHints: false, noFetchHeaders: false };
  return { ...browser, device, userAgent, requests, ip: torIp(random), touch: false };
}

function elsewhere(random: Random, { person: { home } }: Plan): string {
  const country = random.pick(countryCodes);
  return country === home ? (home === "FR" ? "NL" : "FR") : country;
}

const viewsOf = (name: string): readonly View[] => (name in byHand ? ["with script"] : views);
const lineOf = (name: string, view: View) => `${name}, ${view}`;

const ordinaryGuests: Case = {
  name: "an honest guest, against the same ordinarily",
  campaigns: 40,
  lastsMs: 0,
  lines: [
    ...views.map((view) => ({ name: lineOf("ordinarily", view), goals: [] })),
    ...Object.keys(changes).flatMap((name) =>
      viewsOf(name).map((view) => ({
        name: lineOf(name, view),
        goals: [medianRise(8), deniedAtMost(0.01)],
      })),
    ),
  ],
  *play(stage): Campaign {
    const { random, seed, at } = stage;
    const findings: Finding[] = [];
    const guest = planOf(random, merchantFor(stage, "with script"), at);
    for (const view of views) {
      const sent = (plan: Plan) => book(randomOf(`${seed}/visit`), withView(plan, view), at).sent;
      const plain = yield { at, sent: sent(guest), probe: true };
      findings.push({ line: lineOf("ordinarily", view), scores: [plain.score] });
      for (const [name, change] of Object.entries(changes)) {
        if (!viewsOf(name).includes(view)) continue;
        const changed = change(randomOf(`${seed}/${name}`), guest);
        const { score } = yield { at, sent: sent(changed), probe: true };
        const points = [score - plain.score];
        findings.push({ line: lineOf(name, view), scores: [score], points });
      }
    }
    return findings;
  },
};

export const fairnessCases: readonly Case[] = [placeholderNames, ordinaryGuests];
