/** Features of earlier attempts: velocity, linked identities and past outcomes. */
import type { Feature } from "../../../risk/features/feature.ts";
import { linking } from "../../../risk/features/linking.ts";
import { outcomes } from "../../../risk/features/outcomes.ts";
import { velocity } from "../../../risk/features/velocity.ts";
import {
  deniedScore,
  links,
  lookAlikes,
  overlapKinds,
  partyWindows,
  type Window,
  windowTexts,
} from "../../../risk/velocity/facts.ts";
import type { IdentityKind, LinkedKind } from "../../../storage/port/velocity.ts";
import type { Phrase, Phrases } from "./phrase.ts";

export const nouns: Readonly<Record<LinkedKind, readonly [one: string, many: string]>> = {
  email: ["e-mail address", "e-mail addresses"],
  phone: ["phone number", "phone numbers"],
  booker: ["account", "accounts"],
  name: ["booker's name", "bookers' names"],
  device: ["device", "devices"],
  ip: ["IP address", "IP addresses"],
  network: ["IP network", "IP networks"],
  domain: ["e-mail domain", "e-mail domains"],
  hotel: ["hotel", "hotels"],
  collection: ["visit", "visits"],
  city: ["city", "cities"],
  look: ["browser profile", "browser profiles"],
  surname: ["family name", "family names"],
};
const the = (kind: LinkedKind) => `this ${nouns[kind][0]}`;

/** Identities that an attempt comes "from", rather than "with". */
const origins: ReadonlySet<LinkedKind> = new Set(["device", "ip", "network", "collection"]);
export const by = (kind: IdentityKind) =>
  kind === "hotel" ? `at ${the(kind)}` : `${origins.has(kind) ? "from" : "with"} ${the(kind)}`;

const byPerson = "with this e-mail address, phone number or account";
const byParty = { person: byPerson, device: by("device") } as const;

/** @param from as in "from this device". */
export function deniedPhrase(from: string, window: Window): Phrase {
  const end = `${from} scored ${deniedScore} or higher ${windowTexts[window]}`;
  return { one: `1 attempt ${end}`, many: `# attempts ${end}`, none: `no attempt ${end}` };
}

const byDenied = { ...byParty, same_person: `${byPerson}, and another trait in common,` } as const;

function denialRatioPhrase(name: string): Phrase {
  const [party, rest] = name.split("_denial_ratio_") as [keyof typeof byDenied, string];
  const [window, before] = rest.split("_before_") as [Window, string?];
  const denied = `attempts ${byDenied[party]} that scored ${deniedScore} or higher ${windowTexts[window]}`;
  const isBeforeWeek = before !== undefined || party === "same_person";
  return {
    of: `${denied}, divided by one more than the attempts older than ${isBeforeWeek ? "7 days" : "24 hours"}`,
  };
}

function fraudRatioPhrase(party: "person" | "device"): Phrase {
  return {
    of: `frauds reported ${byParty[party]}, divided by one more than the attempts older than 24 hours that scored below ${deniedScore}`,
  };
}

/** Those whose name does not say all of their phrase. */
const own: Phrases = {
  hotel_tabs_seen_share_30d: { of: "share of attempts at this hotel with telemetry" },
  hotel_tabs_seen_share_1h: { of: "share of the last hour's attempts here with telemetry" },
  hotel_tabs_seen_1h: attemptsPhrase("at this hotel in the last hour with telemetry"),
  hotel_tabs_seen_24h: attemptsPhrase("at this hotel in the last 24 hours with telemetry"),
  hotel_tabs_seen_30d: attemptsPhrase("at this hotel in the last 30 days with telemetry"),
  hotel_attempts_without_tab_1h: attemptsPhrase("at this hotel in the last hour without telemetry"),
  hotel_same_stays_without_tab_1h: attemptsPhrase(
    "at this hotel in the last hour for the same nights without telemetry",
  ),
  hotel_burst_without_tab_24h: burstPhrase("at this hotel without telemetry", "their"),
  person_burst_24h: burstPhrase(byPerson, "their"),
  device_burst_24h: burstPhrase(byParty.device, "its"),
  ip_burst_24h: burstPhrase("from this IP address", "its"),
  network_burst_24h: burstPhrase("from this IP network", "its"),
  // An ID that was invented belongs to no visit.
  tab_attempts_30d: attemptsPhrase("with the same collection ID in the last 30 days"),
  replayed_visits: {
    one: "1 other visit with the very same typing or pointer movements",
    many: "# other visits with the very same typing or pointer movements",
    none: "no other visit with the very same typing or pointer movements",
  },

  person_fraud_reports_365d: fraudPhrase(byPerson),
  device_fraud_reports_365d: fraudPhrase(byParty.device),
  person_fraud_ratio_365d: fraudRatioPhrase("person"),
  device_fraud_ratio_365d: fraudRatioPhrase("device"),
  network_fraud_reports_365d: fraudPhrase("from this IP network"),
  person_legitimate_reports: legitimatePhrase(byPerson),
};
const hasNoOwn = ({ name }: Feature) => !(name in own);

function velocityPhrase(name: string): Phrase {
  if (name.includes("_denied_")) {
    const [who, window] = name.split("_denied_") as [IdentityKind | "person", Window];
    return deniedPhrase(who === "person" ? byPerson : by(who), window);
  }
  if (name.includes("_denial_ratio_")) return denialRatioPhrase(name);
  const [kind, rest] = name.split(/_(?=attempts|since|first)/) as [IdentityKind, string];
  if (rest === "attempts_before_24h") return attemptsPhrase(`${by(kind)} on earlier days`);
  if (rest === "since_last_s") {
    const unknown = `no earlier attempt ${by(kind)} in 30 days`;
    return { of: `time since the last attempt ${by(kind)}`, unknown };
  }
  if (rest === "first_seen_days") return { of: `time since the first attempt ${by(kind)}` };
  return attemptsPhrase(`${by(kind)} ${windowTexts[rest.slice("attempts_".length) as Window]}`);
}

const reportedEnd = "_or_reported";

function linkingPhrase(name: string): Phrase {
  if (!name.endsWith(reportedEnd)) return countedPhrase(name, none);
  return countedPhrase(name.slice(0, -reportedEnd.length), {
    one: ", and no other one reported for fraud",
    many: ", counting any other booker reported for fraud",
  });
}

const none = { one: "", many: "" };

/**
 * The features are in the order of `linking`: links, equal browser profiles, overlapping stays,
 * parties on a device.
 */
function countedPhrase(counted: string, more: { one: string; many: string }): Phrase {
  const place = linking.findIndex(({ name }) => name === counted);
  const link = links[place];
  if (link) {
    const [one, many] = nouns[link.of];
    const end = `${by(link.by)} ${windowTexts[link.window]}`;
    return { one: `1 ${one} ${end}${more.one}`, many: `# different ${many} ${end}${more.many}` };
  }
  const alike = lookAlikes[place - links.length];
  if (alike) {
    const end = `with the same browser profile ${by(alike.by)} ${windowTexts[alike.window]}`;
    return attemptsPhrase(end);
  }
  const kind = overlapKinds[place - links.length - lookAlikes.length];
  if (kind) return attemptsPhrase(`${by(kind)} for overlapping nights at another hotel`);
  const before = links.length + lookAlikes.length + overlapKinds.length;
  const end = `${by("device")} ${windowTexts[partyWindows[place - before]!]}`;
  return {
    one: `1 party of bookers ${end}${more.one}`,
    many: `# unrelated parties of bookers ${end}${more.many}`,
  };
}

export function attemptsPhrase(end: string): Phrase {
  return {
    one: `1 earlier attempt ${end}`,
    many: `# earlier attempts ${end}`,
    none: `no earlier attempt ${end}`,
  };
}

/** With one more than the average, the few attempts of a quiet address are no burst. */
function burstPhrase(end: string, whose: "its" | "their"): Phrase {
  return {
    of: `attempts ${end} in the last 24 hours, relative to ${whose} earlier daily average`,
  };
}

/** Of frauds, the latest of which was reported within a year. */
function fraudPhrase(end: string): Phrase {
  return {
    one: `1 fraud reported ${end} in the last 365 days`,
    many: `# frauds reported ${end}, the latest in the last 365 days`,
    none: `no fraud reported ${end} in the last 365 days`,
  };
}

export function legitimatePhrase(end: string): Phrase {
  return {
    one: `1 legitimate stay reported ${end}`,
    many: `# legitimate stays reported ${end}`,
    none: `no legitimate stay reported ${end}`,
  };
}

function outcomePhrase(name: string): Phrase {
  const kind = name.slice(0, name.indexOf("_")) as IdentityKind;
  const unknown = `no outcome reported ${by(kind)}`;
  if (name.endsWith("_fraud_outcome_share")) {
    return { of: `fraud rate of outcomes reported ${by(kind)}`, unknown };
  }
  if (name.endsWith("_since_fraud_days")) {
    return {
      of: `time since the last fraud reported ${by(kind)}`,
      unknown: `no fraud reported ${by(kind)}`,
    };
  }
  if (name.endsWith("_fraud_outcomes")) {
    return {
      one: `1 fraud reported ${by(kind)}`,
      many: `# frauds reported ${by(kind)}`,
      none: `no fraud reported ${by(kind)}`,
      unknown,
    };
  }
  return { ...legitimatePhrase(by(kind)), unknown };
}

export const velocityPhrases: Phrases = Object.fromEntries([
  ...velocity.filter(hasNoOwn).map(({ name }) => [name, velocityPhrase(name)]),
  ...linking.map(({ name }) => [name, linkingPhrase(name)]),
  ...outcomes.filter(hasNoOwn).map(({ name }) => [name, outcomePhrase(name)]),
  ...Object.entries(own),
]);
