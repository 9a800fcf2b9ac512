/**
 * A public assistant that signs its requests (Web Bot Auth) and books in a browser of its own, in a data
 * centre. Whoever asks it to book looks the same: its signature says which program it is and nothing of
 * the card.
 *
 * No figures of such bookings are public. Assumed: most merchants welcome the large assistants, a few
 * their customers use are not on the list, some are unknown to the operator, and one in thirty fails, for a
 * wrong clock or a cached signature.
 */
import type { SignatureResult } from "../../../src/attempt/telemetry/signature.ts";
import { automatedBrowser } from "./automated-browser.ts";
import {
  type Behaviour,
  carefulBehaviour,
  humanBehaviour,
  scriptBehaviour,
  steadyBehaviour,
} from "./behaviour.ts";
import type { Browser } from "./browsers.ts";
import { serverIp } from "./ip-addresses.ts";
import type { Random } from "./random.ts";

const results: Readonly<Record<string, SignatureResult>> = {
  welcome: { kind: "verified", agent: "assistant.example", welcome: true },
  notWelcome: { kind: "verified", agent: "other-assistant.example", welcome: false },
  unknown: { kind: "unknown" },
  expired: { kind: "failed", fault: "expired" },
};
const shares = { welcome: 72, notWelcome: 18, unknown: 7, expired: 3 };

export function signedBrowser(random: Random, home: string): Browser {
  const browser = automatedBrowser(random, home, random.pick([0.12, 0.5, 0.9]));
  if (random.chance(0.8)) browser.ip = serverIp(random);
  browser.requests.signature = results[random.weighted(shares)]!;
  return browser;
}

/** Values are set by the tool's fill(), typed by it, or typed as by a person who takes over. */
export function signedBehaviour(random: Random): Behaviour {
  const way = random.weighted({ steady: 40, inserted: 30, careful: 20, own: 10 });
  if (way === "inserted") {
    const inserted = { filling: { inserted: 1 }, emailFilling: { inserted: 1 } };
    return { ...scriptBehaviour(random), ...inserted, clicks: true, scriptSubmit: false };
  }
  return { steady: steadyBehaviour, careful: carefulBehaviour, own: humanBehaviour }[way](random);
}
