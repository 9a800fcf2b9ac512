/**
 * Simulates a season of booking attempts: requests, telemetry and outcomes in chronological order.
 * It never produces features, which the product's own code computes (../features.ts).
 *
 * The same options produce the same attempts, bit for bit.
 */

import { dayMs } from "../../../src/base/durations.ts";
import { denyFrom } from "../../../src/risk/score.ts";
import { accountFarm } from "./attacks/account-farm.ts";
import { addressFarm } from "./attacks/address-farm.ts";
import { cardTesting } from "./attacks/card-testing.ts";
import { carefulBot } from "./attacks/careful-bot.ts";
import { chargebackAbuser } from "./attacks/chargeback-abuser.ts";
import { collectionReplay } from "./attacks/collection-replay.ts";
import { deviceFarm } from "./attacks/device-farm.ts";
import { deviceSharing } from "./attacks/device-sharing.ts";
import { endpointSeries } from "./attacks/endpoint-series.ts";
import { forgedSignature } from "./attacks/forged-signature.ts";
import { onePerson } from "./attacks/one-person.ts";
import { rawBot } from "./attacks/raw-bot.ts";
import { resaleRing } from "./attacks/resale-ring.ts";
import { sameDayCashOut } from "./attacks/same-day-cash-out.ts";
import { slowDistributed } from "./attacks/slow-distributed.ts";
import { stolenIdentity } from "./attacks/stolen-identity.ts";
import { toolBot } from "./attacks/tool-bot.ts";
import { visitReplay } from "./attacks/visit-replay.ts";
import { attemptsOf } from "./booking.ts";
import type { Attempt, Kind, PlannedAttempt } from "./kind.ts";
import { type Merchant, merchantsOf } from "./merchants.ts";
import { outcomeOf } from "./outcomes.ts";
import { type Random, randomOf } from "./random.ts";
import { afterDenial, afterReport } from "./returns.ts";
import { abroad } from "./travellers/abroad.ts";
import { agency } from "./travellers/agency.ts";
import { agent } from "./travellers/agent.ts";
import { aid } from "./travellers/aid.ts";
import { assistant } from "./travellers/assistant.ts";
import { autofill } from "./travellers/autofill.ts";
import { business } from "./travellers/business.ts";
import { busyAddress } from "./travellers/busy-address.ts";
import { cloudNetwork } from "./travellers/cloud-network.ts";
import { couple } from "./travellers/couple.ts";
import { expat } from "./travellers/expat.ts";
import { family } from "./travellers/family.ts";
import { forgetful } from "./travellers/forgetful.ts";
import { giftGiver } from "./travellers/gift-giver.ts";
import { kiosk } from "./travellers/kiosk.ts";
import { metasearch } from "./travellers/metasearch.ts";
import { outage } from "./travellers/outage.ts";
import { paster } from "./travellers/paster.ts";
import { regular } from "./travellers/regular.ts";
import { returning } from "./travellers/returning.ts";
import { rush } from "./travellers/rush.ts";
import { sameRoof } from "./travellers/same-roof.ts";
import { scriptBlocker } from "./travellers/script-blocker.ts";
import { secretary } from "./travellers/secretary.ts";
import { sharedDevice } from "./travellers/shared-device.ts";
import { signedAssistant } from "./travellers/signed-assistant.ts";
import { slowTypist } from "./travellers/slow-typist.ts";
import { solo } from "./travellers/solo.ts";
import { staffTest } from "./travellers/staff-test.ts";
import { undecided } from "./travellers/undecided.ts";
import { vpn } from "./travellers/vpn.ts";
import { walkIn } from "./travellers/walk-in.ts";

export const travellers: readonly Kind[] = [
  couple,
  family,
  solo,
  business,
  walkIn,
  agent,
  vpn,
  autofill,
  slowTypist,
  paster,
  abroad,
  expat,
  returning,
  undecided,
  sharedDevice,
  sameRoof,
  rush,
  giftGiver,
  scriptBlocker,
  assistant,
  metasearch,
  regular,
  secretary,
  cloudNetwork,
  forgetful,
  staffTest,
  signedAssistant,
  aid,
  kiosk,
  outage,
  busyAddress,
  agency,
];

export const attacks: readonly Kind[] = [
  stolenIdentity,
  cardTesting,
  rawBot,
  toolBot,
  carefulBot,
  accountFarm,
  resaleRing,
  sameDayCashOut,
  chargebackAbuser,
  collectionReplay,
  deviceSharing,
  slowDistributed,
  forgedSignature,
  deviceFarm,
  addressFarm,
  onePerson,
  endpointSeries,
  visitReplay,
];

export interface SimulationOptions {
  seed: string;
  /** Approximate, because whole episodes are drawn. */
  attempts: number;
  days: number;
  /** Share of the attempts that are fraudulent. */
  fraudRate: number;
  /** Share of the fraud that goes undetected, and of the legitimate bookings that are disputed. */
  unreported: number;
  wronglyReported: number;
}

export const defaultOptions: SimulationOptions = {
  seed: "booking-risk-7",
  attempts: 260_000,
  days: 120,
  fraudRate: 0.022,
  unreported: 0.035,
  wronglyReported: 0.0008,
};

/** Fixed, so that a simulation does not depend on the current date. */
export const seasonStart = Date.UTC(2026, 0, 5);

/** In time zones ahead of UTC, episodes begin before their nominal start. */
const headStartMs = (14 / 24) * dayMs;

/** Weights of the hours of the local day in which people book. */
const hours: Readonly<Record<string, number>> = Object.fromEntries(
  [2, 1, 1, 1, 1, 2, 4, 8, 13, 17, 19, 19, 17, 17, 18, 18, 18, 18, 18, 20, 22, 22, 16, 7].entries(),
);

/**
 * A consumer that answers each attempt passes its risk score to `next`, and the party behind it reacts
 * to a denial; without answers nobody does.
 */
export type Season = Generator<Attempt, void, number | null | undefined>;

export function* simulate(options: SimulationOptions): Season {
  const merchants = merchantsOf(options.seed);
  const context: Context = {
    merchants,
    random: randomOf(`${options.seed}/outcomes`),
    returning: randomOf(`${options.seed}/returns`),
    reports: new Map(merchants.map(({ project, reports }) => [project, reports])),
    options,
  };
  const end = seasonStart + options.days * dayMs;
  const pending = new Queue<Due>();
  for (const start of episodesOf(options)) {
    yield* sent(pending, Math.min(start.at - headStartMs, end), context);
    const random = randomOf(`${options.seed}/${start.kind.name}/${start.number}`);
    for (const planned of start.kind.plan({ random, merchants, at: start.at })) {
      const { kind, number: episode, fraud } = start;
      pending.add({ ...planned, kind, episode, fraud, tries: 0 });
    }
  }
  yield* sent(pending, end, context);
}

type Due = PlannedAttempt & { kind: Kind; episode: number; fraud: boolean; tries: number };

interface Context {
  merchants: readonly Merchant[];
  /** Of outcomes, and of who returns: apart, so that answers do not change what is reported. */
  random: Random;
  returning: Random;
  reports: ReadonlyMap<string, Merchant["reports"]>;
  options: SimulationOptions;
}

/** Sends what is due until a time, and plans what its parties do next. */
function* sent(pending: Queue<Due>, until: number, context: Context): Season {
  for (let due = pending.takeUntil(until); due; due = pending.takeUntil(until)) {
    if (due.at < seasonStart) continue;
    const attempt = attemptOf(due, context);
    const score = yield attempt;
    for (const next of returnsOf(due, attempt, score ?? null, context)) pending.add(next);
  }
}

function* returnsOf(
  { kind, episode, fraud, booking, tries }: Due,
  { at, outcome }: Attempt,
  score: number | null,
  { merchants, returning: random }: Context,
): Generator<Due> {
  if (!booking) return;
  const of = { at, booking, fraud, tries };
  const isDenied = score !== null && score >= denyFrom.balanced;
  // What was denied was not booked, and so brings no report that its party learns of.
  const isReported = !isDenied && outcome !== null && outcome.outcome !== "legitimate";
  const returns = [
    isDenied && !kind.goesOn ? afterDenial({ random, merchants, at }, of) : null,
    isReported
      ? afterReport({ random, merchants, at }, { ...of, reportedAt: outcome.reportedAt })
      : null,
  ];
  for (const next of returns) {
    if (!next) continue;
    const again = { random, merchants, at: next.at };
    const [planned] = attemptsOf(again, next.at, next.booking, 0);
    yield { ...planned!, kind, episode, fraud, tries: tries + 1 };
  }
}

function attemptOf(due: Due, { random, reports, options }: Context): Attempt {
  const { at, kind, episode, fraud, tries } = due;
  const made = due.send();
  const { booking } = made.request;
  const { reporting } = kind;
  const ended = { at, fraud, booking, reports: reports.get(made.project)!, reporting };
  return {
    at,
    kind: kind.name,
    episode,
    fraud,
    tries,
    outcome: outcomeOf(random, ended, options),
    ...made,
  };
}

interface EpisodeStart {
  at: number;
  kind: Kind;
  number: number;
  fraud: boolean;
}

function episodesOf(options: SimulationOptions): EpisodeStart[] {
  const { attempts, fraudRate } = options;
  const starts = [
    ...startsOf(travellers, attempts * (1 - fraudRate), false, options),
    ...startsOf(attacks, attempts * fraudRate, true, options),
  ];
  return starts.sort((a, b) => a.at - b.at);
}

function startsOf(
  kinds: readonly Kind[],
  attempts: number,
  fraud: boolean,
  { seed, days }: SimulationOptions,
): EpisodeStart[] {
  let shares = 0;
  for (const kind of kinds) shares += kind.share;
  return kinds.flatMap((kind) => {
    const random = randomOf(`${seed}/starts/${kind.name}`);
    const episodes = Math.max(1, Math.round((attempts * kind.share) / shares / kind.attempts));
    return Array.from({ length: episodes }, (_, number) => {
      const ms = Number(random.weighted(hours)) * 3_600_000 + random.int(0, 3_599_999);
      const at = seasonStart + random.int(0, days - 1) * dayMs + ms;
      return { at, kind, number, fraud };
    });
  });
}

/** Planned attempts, earliest first; those with equal times in the order of insertion. */
class Queue<T extends { at: number }> {
  readonly #items: T[] = [];

  add(item: T): void {
    let low = 0;
    let high = this.#items.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      // Sorted latest first, so that the earliest is popped off the end.
      if (this.#items[middle]!.at > item.at) low = middle + 1;
      else high = middle;
    }
    this.#items.splice(low, 0, item);
  }

  takeUntil(at: number): T | undefined {
    const next = this.#items.at(-1);
    return next && next.at <= at ? this.#items.pop() : undefined;
  }
}
