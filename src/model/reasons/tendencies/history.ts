/** Of earlier attempts: velocity, linked identities and past outcomes. */
import { linking } from "../../../risk/features/linking.ts";
import { outcomes } from "../../../risk/features/outcomes.ts";
import { rates } from "../../../risk/features/rates.ts";
import { velocity } from "../../../risk/features/velocity.ts";
import { high, low, neither, type Tendencies, type Tendency } from "./tendency.ts";

const busySuddenly = "An address becomes busy when a fraud ring begins to use it.";
const busyEveryDay = "Addresses that guests share are about as busy every day.";
const partySuddenly = "Fraud rings use a mailbox, a number or a device in bursts.";
const partyEveryDay = "Guests book now and then; agencies and kiosks are about as busy every day.";

const own: Tendencies = {
  hotel_tabs_seen_share_30d: neither,
  hotel_tabs_seen_share_1h: neither,
  hotel_tabs_seen_1h: neither,
  hotel_tabs_seen_24h: neither,
  hotel_tabs_seen_30d: neither,
  hotel_same_stays_without_tab_1h: high(
    "Programs that call the checkout without its page book the same nights again.",
    "Guests come for different nights.",
  ),
  hotel_attempts_without_tab_1h: high(
    "Programs that call the checkout without its page do so repeatedly.",
    "Guests book through the page.",
  ),
  hotel_burst_without_tab_24h: high(
    "Programs that call the checkout without its page raise it for days.",
    "Guests without telemetry come about as often every day.",
  ),
  ip_burst_24h: high(busySuddenly, busyEveryDay),
  network_burst_24h: high(busySuddenly, busyEveryDay),
  person_burst_24h: high(partySuddenly, partyEveryDay),
  device_burst_24h: high(partySuddenly, partyEveryDay),
  tab_attempts_30d: high(
    "A copied or an invented visit leads to many attempts.",
    "Guests book once in a visit.",
  ),
  replayed_visits: high(
    "A copied visit: no two are alike to the millisecond by themselves.",
    "Each guest's visit has a rhythm and movements of its own.",
  ),
  collection_attempts_24h: high(
    "A copied visit leads to many attempts.",
    "Guests book once in a visit.",
  ),
  devices_per_collection_24h: high(
    "The visit's ID was copied to another device by a program.",
    "Guests use one device in a visit.",
  ),
};

function velocityTendency(name: string): Tendency {
  if (name.endsWith("_since_last_s")) {
    return low("Card testing repeats within seconds or minutes.", "Guests rarely book in bursts.");
  }
  if (name.endsWith("_first_seen_days")) {
    return low("Fraud uses new identities.", "Guests who have been known for long come again.");
  }
  if (/_denied_|_denial_ratio_/.test(name)) {
    return high(
      "Fraud that was denied is tried again in the name of somebody else.",
      "Most guests are never denied.",
    );
  }
  return high("Card testing and fraud rings come in bursts.", "Guests book once and rarely retry.");
}

function linkingTendency(name: string): Tendency {
  if (name.startsWith("look_alikes_")) {
    return high(
      "A fraud farm resets its browsers, but its machines stay alike.",
      "Guests' devices differ from each other.",
    );
  }
  if (name.startsWith("overlapping_stays_")) {
    return high(
      "Stays bought for resale with stolen cards overlap.",
      "Guests sleep in one hotel at a time.",
    );
  }
  return high("Fraud farms use many identities together.", "Guests keep the same few identities.");
}

function outcomeTendency(name: string): Tendency {
  if (name.endsWith("_legitimate_outcomes") || name === "person_legitimate_reports") {
    return low(
      "Fraud has no record of good stays.",
      "Guests with a record of good stays come again.",
    );
  }
  if (name.endsWith("_since_fraud_days")) {
    return low(
      "The more recent a reported fraud, the likelier the same campaign.",
      "The last report is long ago, and most guests since had a good stay.",
    );
  }
  return high(
    "An identity behind one fraud is likely to be behind the next.",
    "Most guests' identities have few such reports or none.",
  );
}

function rateTendency(name: string): Tendency {
  if (!name.includes("_fraud_rate_")) return neither;
  return high(
    "Fraud comes back to where it worked.",
    "Most guests book where few such reports are made.",
  );
}

export const historyTendencies: Tendencies = {
  ...Object.fromEntries([
    ...velocity.map(({ name }) => [name, velocityTendency(name)]),
    ...linking.map(({ name }) => [name, linkingTendency(name)]),
    ...outcomes.map(({ name }) => [name, outcomeTendency(name)]),
    ...rates.map(({ name }) => [name, rateTendency(name)]),
  ]),
  ...own,
};
