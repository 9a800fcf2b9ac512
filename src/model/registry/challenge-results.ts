/** What a challenge has shown so far: both models side by side, and whether the challenger is worse. */
import { normalQuantile, wilsonInterval } from "../../base/confidence-interval.ts";
import type { RiskSetting } from "../../projects/risk-setting.ts";
import { isByItsSide, storedChallenge } from "../../risk/challenge.ts";
import { denyRateLimits } from "../../risk/deny-rate.ts";
import { decidingEntry, inOrder, storedMatches } from "../../risk/order-of-decision.ts";
import { startOf } from "../../risk/period.ts";
import { suggestedActionOf } from "../../risk/score.ts";
import type { ChallengeRecord } from "../../storage/port/challenges.ts";
import type { ChallengedDecision } from "../../storage/port/decisions.ts";
import { withdrawn } from "../../storage/port/outcomes.ts";
import type { Store } from "../../storage/port/store.ts";
import { type ShownChallenge, shown } from "./challenge.ts";
import type { ModelName } from "./model-name.ts";
import { isAbove, type RateRatio, rateRatio } from "./rate-ratio.ts";

/** How many guests, and their share with its 95 % interval; null where there are none to be a share of. */
export interface GuestShare {
  guests: number;
  share: number | null;
  low: number | null;
  high: number | null;
}

/**
 * What one model decided. A guest is an e-mail address: their bookings are not independent of each other, so each
 * guest counts once.
 */
export interface SideResults {
  bookings: number;
  guests: number;
  /** Guests whom the model denied at least once. */
  denied: GuestShare;
  /** Guests with a reported fraud in a booking that the model allowed, among those that it allowed one. */
  fraud: GuestShare;
}

export interface ChallengeResults {
  challenger: SideResults;
  champion: SideResults;
  /** Decisions that an entry of a list decided, or another model: they count for neither. */
  leftOut: number;
  /** The challenger's frequency relative to the champion's; valid at any time, 95 %. */
  fraud: RateRatio;
  denials: RateRatio;
  /** In what the challenger is worse, so that the challenge ends; null: in nothing that is proven. */
  worse: "fraud" | "denials" | null;
}

/**
 * A challenger is worse where its fraud is more frequent than the champion's, or its denials are by more than a
 * replay allows. Of each of the two, a challenger that is no worse is told so with this probability at most, however
 * often it is asked: 5 % together.
 */
const alpha = 0.025;
const worseFrom = { fraud: 1, denials: 1 + denyRateLimits.denyRateRatioMax } as const;

/** Rows that are in memory at a time. */
const pageRows = 2000;

/** What is known of a guest, as bits. */
const bit = { allowed: 1, denied: 2, fraud: 4 } as const;

/** Counts a side's guests by their draws, which are theirs alone. */
class Side {
  bookings = 0;
  readonly #guests = new Map<number | string, number>();

  /** @param guest the draw; where it was removed, the decision's own identifier. */
  add(guest: number | string, bits: number): void {
    this.bookings += 1;
    this.#guests.set(guest, (this.#guests.get(guest) ?? 0) | bits);
  }

  count(bits: number): number {
    let sum = 0;
    for (const known of this.#guests.values()) if ((known & bits) === bits) sum += 1;
    return sum;
  }

  results(): SideResults {
    const guests = this.#guests.size;
    return {
      bookings: this.bookings,
      guests,
      denied: shareOf(this.count(bit.denied), guests),
      fraud: shareOf(this.count(bit.fraud), this.count(bit.allowed)),
    };
  }
}

/** The newest challenge of a model in a project, and its results; null where there was none, both. */
export interface ChallengeReport {
  challenge: ShownChallenge | null;
  results: ChallengeResults | null;
}

export async function challengeReport(
  { model, projectId }: { model: ModelName; projectId: string },
  store: Pick<Store, "decisions" | "models">,
  resultsOf = (challenge: ChallengeRecord) => challengeResults(challenge, store),
): Promise<ChallengeReport> {
  const [newest] = await store.models.challengesBy(projectId, model.name, model.version);
  if (!newest) return { challenge: null, results: null };
  return { challenge: shown(newest), results: await resultsOf(newest) };
}

/** Reads all decisions of the challenge: a million take some seconds, and 100 MB. It delays no request. */
export async function challengeResults(
  challenge: ChallengeRecord,
  { decisions }: { decisions: Pick<Store["decisions"], "challenged"> },
): Promise<ChallengeResults> {
  const sides = { challenger: new Side(), champion: new Side() };
  let leftOut = 0;
  const { projectId, startedAt } = challenge;
  for (let last = startOf({ from: startedAt - clockSkewMs, to: Infinity }); ; ) {
    const page = await decisions.challenged(projectId, last, pageRows);
    for (const one of page) {
      const stored = storedChallenge(one)!;
      if (stored.id !== challenge.id) continue;
      if (isCounted(one, challenge))
        sides[stored.decidedBy].add(stored.draw ?? one.id, bitsOf(one));
      else leftOut += 1;
    }
    if (page.length < pageRows) break;
    last = page.at(-1)!.id;
  }
  return { ...comparison(sides, challenge.share), leftOut };
}

/** By which the clocks of a copy, which begins a challenge, and of the database may differ. */
const clockSkewMs = 60_000;

/** A list or a pass decides whatever the model says, and a fallback is neither of the two models. */
function isCounted(one: ChallengedDecision, challenge: ChallengeRecord): boolean {
  const { championName, championVersion } = challenge;
  const isChampions = one.modelName === championName && one.modelVersion === championVersion;
  const stored = storedChallenge(one)!;
  const isItsModel =
    stored.decidedBy === "champion" ? isChampions : isByItsSide(stored, one, challenge);
  return isItsModel && decidingEntry(inOrder(storedMatches(one))) === null;
}

/** By the model's own action: what the control group lets through, it denied. */
function bitsOf({ riskScore, riskSetting, outcome }: ChallengedDecision): number {
  if (suggestedActionOf(riskScore, riskSetting as RiskSetting) === "deny") return bit.denied;
  const isFraud = outcome !== null && outcome !== withdrawn && outcome !== "legitimate";
  return isFraud ? bit.allowed | bit.fraud : bit.allowed;
}

function comparison(
  { challenger, champion }: Record<"challenger" | "champion", Side>,
  share: number,
): Omit<ChallengeResults, "leftOut"> {
  const counted = (bits: number) => ({
    challenger: challenger.count(bits),
    champion: champion.count(bits),
  });
  const frauds = counted(bit.fraud);
  const denials = counted(bit.denied);
  const isWorse = { share, alpha };
  return {
    challenger: challenger.results(),
    champion: champion.results(),
    fraud: rateRatio(frauds, isWorse),
    denials: rateRatio(denials, isWorse),
    worse: isAbove(frauds, { ...isWorse, ratio: worseFrom.fraud })
      ? "fraud"
      : isAbove(denials, { ...isWorse, ratio: worseFrom.denials })
        ? "denials"
        : null,
  };
}

function shareOf(guests: number, of: number): GuestShare {
  if (of === 0) return { guests, share: null, low: null, high: null };
  const [low, high] = wilsonInterval(guests / of, of, normalQuantile[0.95]);
  return { guests, share: guests / of, low: Math.max(0, low), high: Math.min(1, high) };
}
