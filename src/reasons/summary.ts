/** The sentence above all reasons, and the strongest ones, for lists and other systems. */
import { groupTitles } from "../features/catalogue-text.ts";
import type { FeatureGroup } from "../features/feature.ts";
import type { Contribution } from "./contribution.ts";
import { definiteEvidence } from "./definite-evidence.ts";
import { formatAmount } from "./describe.ts";
import { noticeable } from "./noticeable.ts";

/** Reasons in a list. */
const topMax = 3;
/** The sentence leaves out what moves the score by less than this part of its strongest fact. */
const partMin = 0.15;
/** An allowed booking's sentence names what raises its score by as much, in points. */
const despiteFrom = 10;

/** One of the strongest reasons. */
export interface TopReason {
  group: FeatureGroup;
  /** The group's title. */
  title: string;
  /** The feature's name. */
  feature: string;
  /** As in "1 night (typical 2)". */
  text: string;
  /** The feature's points; negative where it lowers the score. */
  points: number;
  /** Whether the fact is definite evidence, whatever its points. */
  isDefinite: boolean;
}

export interface Summary {
  /** As in "Denied: a fraud was reported for the same device; booked 2 seconds after arriving." */
  sentence: string;
  /** At most 3. Definite evidence is first, then the strongest feature of each group. */
  top: TopReason[];
}

/** @param contributions of all features that the model reads. */
export function summaryOf(
  suggestedAction: string,
  contributions: readonly Contribution[],
): Summary {
  const isDenied = suggestedAction === "deny";
  const definite = strongestBySubject(contributions);
  const raising = strongestByGroup(contributions, 1);
  const lowering = strongestByGroup(contributions, -1);
  const strongest = isDenied ? raising : byStrength([...raising, ...lowering]);
  const sentence = isDenied
    ? deniedSentence(definite, raising)
    : allowedSentence(definite, raising, lowering);
  return { sentence, top: distinctGroups([...definite, ...strongest]).map(topReason) };
}

function deniedSentence(definite: readonly Contribution[], raising: readonly Contribution[]) {
  const clauses = clausesOf(definite, raising);
  if (clauses.length === 0) return "Denied: many facts together, none of which stands out.";
  const single = definite.length > 0 || raising.some((one) => one.isExpected);
  return `Denied${single ? "" : " for several facts together"}: ${clauses.join("; ")}.`;
}

function allowedSentence(
  definite: readonly Contribution[],
  raising: readonly Contribution[],
  lowering: readonly Contribution[],
): string {
  const clauses = clausesOf([], lowering);
  const isSingle = lowering.some((one) => one.isExpected);
  const strong = raising.filter((one) => one.isExpected && one.points >= despiteFrom);
  const despite = clausesOf(definite, strong).slice(0, 1);
  const although = despite.map((one) => `, although ${one}`).join("");
  if (clauses.length === 0) return `Allowed: few facts speak against the booking${although}.`;
  return `Allowed${isSingle ? "" : " for several facts together"}: ${clauses.join("; ")}${although}.`;
}

/** Definite evidence first; then facts that suggest the direction in which they move the score. */
function clausesOf(definite: readonly Contribution[], others: readonly Contribution[]): string[] {
  const groups = new Set(definite.map(({ feature }) => feature.group));
  const rest = others.filter(({ feature }) => !groups.has(feature.group));
  const least = partMin * Math.max(0, ...others.map((one) => Math.abs(one.points)));
  const expected = rest.filter((one) => one.isExpected && Math.abs(one.points) >= least);
  const shown = expected.length > 0 || definite.length > 0 ? expected : rest;
  const own = definite.map(({ feature }) => definiteEvidence[feature.name]!.clause);
  return [...own, ...shown.map(clauseOf)].slice(0, topMax);
}

/** In the sentence, only a value that points this way by itself is named. */
type Clause = (value: number, raises: boolean) => string;

const hand: Clause = (_, raises) =>
  raises ? "the pointer did not move like a hand" : "the pointer moved like a hand";
const typing: Clause = (_, raises) =>
  raises ? "the keys were not pressed as people type" : "typed as people do";
const arrival: Clause = (value) => `booked ${formatAmount(value, "s")} after arriving`;

/** Facts whose sentence reads better than their phrase. */
const clauses: Readonly<Record<string, Clause>> = {
  collection_age_s: arrival,
  landing_to_submit_s: arrival,
  form_fill_s: (value) => `the form was filled in ${formatAmount(value, "s")}`,
  told_ahead_s: (_, raises) =>
    raises ? "the visit claims more time than passed" : "the visit took as long as it claims",
  lead_time_days: (value) => {
    if (value < 1) return "a stay for tonight";
    return value < 2 ? "a stay for tomorrow" : `a stay in ${formatAmount(value, "days")}`;
  },
  nights: (value) => `a stay of ${value} ${value === 1 ? "night" : "nights"}`,
  email_name_similarity: (_, raises) =>
    `the e-mail address has ${raises ? "little or nothing" : "much"} of the booker's name`,
  email_trailing_digits: (value) =>
    value === 0
      ? "an e-mail address without digits at its end"
      : `${value} digits at the end of the e-mail address`,
  guests_of_bookers_family_share: (_, raises) =>
    raises ? "guests with other last names than the booker" : "guests with the booker's last name",
  centred_clicks_share: (_, raises) =>
    raises ? "clicks at the exact centre of buttons" : "clicks off the centre of buttons",
  pointer_straightness: hand,
  pointer_step_variation: hand,
  pointer_turn_entropy_bits: hand,
  pointer_coalesced_ratio: hand,
  fractional_moves_share: hand,
  key_gap_mean_ms: typing,
  key_gap_variation: typing,
  key_hold_mean_ms: typing,
  key_hold_variation: typing,
  rushed_keys_share: typing,
};

function clauseOf({ feature, value, fact, isExpected, points }: Contribution): string {
  const clause = clauses[feature.name];
  return clause && isExpected && value !== null ? clause(value, points > 0) : fact;
}

/** The strongest definite evidence of each subject, in the order of the table. */
function strongestBySubject(contributions: readonly Contribution[]): Contribution[] {
  const definite = byStrength(contributions.filter((one) => one.isDefinite));
  const subjects = new Set(Object.values(definiteEvidence).map(({ subject }) => subject));
  return [...subjects].flatMap((subject) => {
    const own = definite.find(({ feature }) => definiteEvidence[feature.name]!.subject === subject);
    return own ?? [];
  });
}

/** Of each group that moves the score this way, the feature that does most; strongest group first. */
function strongestByGroup(contributions: readonly Contribution[], sign: 1 | -1): Contribution[] {
  const sums = new Map<FeatureGroup, number>();
  for (const { feature, points } of contributions) {
    sums.set(feature.group, (sums.get(feature.group) ?? 0) + sign * points);
  }
  const groups = [...sums].filter(([, points]) => points >= noticeable);
  groups.sort(([, a], [, b]) => b - a);
  return groups.flatMap(([group]) => {
    const own = contributions.filter((one) => one.feature.group === group);
    const sameWay = own.filter((one) => sign * one.points >= noticeable);
    const strength = (one: Contribution) => sign * one.points * (one.isExpected ? 2 : 1);
    return sameWay.sort((a, b) => strength(b) - strength(a)).slice(0, 1);
  });
}

const byStrength = (contributions: readonly Contribution[]) =>
  contributions.toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points));

function distinctGroups(contributions: readonly Contribution[]): Contribution[] {
  const found: Contribution[] = [];
  for (const one of contributions) {
    const isCovered = found.some(({ feature }) => feature.group === one.feature.group);
    if (one.isDefinite ? !found.includes(one) : !isCovered) found.push(one);
  }
  return found.slice(0, topMax);
}

function topReason({ feature, text, points, isDefinite }: Contribution): TopReason {
  const { group, name } = feature;
  return { group, title: groupTitles[group], feature: name, text, points, isDefinite };
}

/** As in "+14.2 1 night (typical 2)", for files. */
export const topReasonText = ({ points, text }: TopReason): string =>
  `${points < 0 ? "-" : "+"}${Math.abs(points).toFixed(1)} ${text}`;
