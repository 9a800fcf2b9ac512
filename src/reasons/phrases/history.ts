/** Features of earlier attempts: velocity, linking and past outcomes. */
import type { Feature } from "../../features/feature.ts";
import { linking } from "../../features/linking.ts";
import { outcomes } from "../../features/outcomes.ts";
import { velocity } from "../../features/velocity.ts";
import type { IdentityKind, LinkedKind } from "../../storage/velocity.ts";
import { links, lookAlikes, overlapKinds, type Window } from "../../velocity/facts.ts";
import type { Phrase, Phrases } from "./phrase.ts";

const nouns: Readonly<Record<LinkedKind, readonly [one: string, many: string]>> = {
  email: ["e-mail address", "e-mail addresses"],
  phone: ["phone number", "phone numbers"],
  booker: ["account", "accounts"],
  name: ["booker's name", "bookers' names"],
  device: ["device", "devices"],
  ip: ["IP address", "IP addresses"],
  network: ["network", "networks"],
  domain: ["e-mail domain", "e-mail domains"],
  hotel: ["hotel", "hotels"],
  collection: ["visit", "visits"],
  city: ["city", "cities"],
  look: ["look", "looks"],
};
const the = (kind: LinkedKind) => `this ${nouns[kind][0]}`;

/** Things of which attempts come rather than have. */
const origins: ReadonlySet<LinkedKind> = new Set(["device", "ip", "network", "collection"]);
const by = (kind: IdentityKind) =>
  kind === "hotel" ? `at ${the(kind)}` : `${origins.has(kind) ? "from" : "with"} ${the(kind)}`;

const windowTexts: Readonly<Record<Window, string>> = {
  "10m": "10 minutes",
  "1h": "an hour",
  "24h": "24 hours",
  "7d": "7 days",
  "30d": "30 days",
};

/** The features of seen tabs have names and phrases of their own. */
const isOfAttempts = ({ name }: Feature) => !/_tabs?_/.test(name);

function velocityPhrase(name: string): Phrase {
  const [kind, rest] = name.split(/_(?=attempts|since)/) as [IdentityKind, string];
  if (rest === "since_last_s") return { of: `time since the last attempt ${by(kind)}` };
  return attemptsPhrase(`${by(kind)} in ${windowTexts[rest.slice("attempts_".length) as Window]}`);
}

/** The features of links come first, in their order, then look-alikes, then overlapping stays. */
function linkingPhrase(place: number): Phrase {
  const link = links[place];
  if (link) {
    const [one, many] = nouns[link.of];
    const end = `${by(link.by)} in ${windowTexts[link.window]}`;
    return { one: `1 ${one} ${end}`, many: `# different ${many} ${end}` };
  }
  const alike = lookAlikes[place - links.length];
  if (alike) {
    const end = `${by(alike.by)} in ${windowTexts[alike.window]} from a browser that looks the same`;
    return attemptsPhrase(end);
  }
  const kind = overlapKinds[place - links.length - lookAlikes.length]!;
  return attemptsPhrase(`${by(kind)} at another hotel for some of the same nights`);
}

function attemptsPhrase(end: string): Phrase {
  return {
    one: `1 earlier attempt ${end}`,
    many: `# earlier attempts ${end}`,
    none: `no earlier attempt ${end}`,
  };
}

function outcomePhrase(name: string): Phrase {
  const kind = name.slice(0, name.indexOf("_")) as IdentityKind;
  if (name.endsWith("_fraud_outcome_share")) {
    return { of: `fraud among what was reported ${by(kind)}` };
  }
  if (name.endsWith("_since_fraud_days")) {
    return { of: `time since fraud ${by(kind)} was last reported` };
  }
  if (name.endsWith("_fraud_outcomes")) {
    return {
      one: `1 fraud reported earlier ${by(kind)}`,
      many: `# frauds reported earlier ${by(kind)}`,
      none: `no fraud reported earlier ${by(kind)}`,
    };
  }
  return {
    one: `1 stay reported earlier ${by(kind)} that went well`,
    many: `# stays reported earlier ${by(kind)} that went well`,
    none: `no stay reported earlier ${by(kind)} that went well`,
  };
}

export const historyPhrases: Phrases = Object.fromEntries([
  ...velocity.filter(isOfAttempts).map(({ name }) => [name, velocityPhrase(name)]),
  ["hotel_tabs_seen_share_30d", { of: "attempts at this hotel with a visit that was seen" }],
  [
    "hotel_attempts_without_tab_1h",
    attemptsPhrase("at this hotel in an hour without a visit that was seen"),
  ],
  ...linking.map(({ name }, place) => [name, linkingPhrase(place)]),
  ...outcomes.map(({ name }) => [name, outcomePhrase(name)]),
]);
