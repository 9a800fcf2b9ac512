/**
 * A program that poses as a well-known assistant, because such are let in: with a signature that it made up,
 * that it saw elsewhere, or that it made with a key of its own. Rare so far; frequent enough here to be
 * measured.
 */
import type { SignatureResult } from "../../../../src/attempt/telemetry/signature.ts";
import { automatedBrowser } from "../automated-browser.ts";
import { steadyBehaviour } from "../behaviour.ts";
import { attemptsOf, bookingOf } from "../booking.ts";
import { serverIp } from "../ip-addresses.ts";
import type { Kind } from "../kind.ts";
import { pickHotel, pickMerchant } from "../merchants.ts";
import { signedBehaviour } from "../signed-agent.ts";
import { anyHour, botStay, hiddenIp, invented, victimHome } from "./shared.ts";

const results: Readonly<Record<string, SignatureResult>> = {
  forged: { kind: "failed", fault: "forged" },
  replayed: { kind: "failed", fault: "replayed" },
  expired: { kind: "failed", fault: "expired" },
  malformed: { kind: "failed", fault: "malformed" },
  unknown: { kind: "unknown" },
};
const shares = { forged: 40, replayed: 20, expired: 15, malformed: 10, unknown: 15 };

export const forgedSignature: Kind = {
  name: "forged-signature",
  share: 0.084,
  attempts: 1.03,
  plan(episode) {
    const { random } = episode;
    const merchant = pickMerchant(random, episode.merchants);
    const home = victimHome(random, pickHotel(random, merchant));
    const browser = automatedBrowser(random, home, random.pick([0.25, 0.6, 0.95]));
    browser.ip = random.chance(0.5) ? serverIp(random) : hiddenIp(random, home);
    browser.requests.signature = results[random.weighted(shares)]!;
    const behaviour = random.chance(0.5) ? signedBehaviour(random) : steadyBehaviour(random);
    const at = Math.round(anyHour(random, episode.at));
    const customer = { person: invented(random, home), browser };
    const fixed = { merchant, customer, behaviour, stay: botStay(random, at), newcomer: 0.7 };
    return attemptsOf(episode, at, bookingOf(episode, fixed));
  },
};
