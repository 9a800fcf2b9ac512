/** The sentence above all reasons, and the strongest ones, for lists and other systems. */
import type { RiskSetting } from "../../projects/risk-setting.ts";
import { decidedAction } from "../../risk/order-of-decision.ts";
import { suggestedActionOf } from "../../risk/score.ts";
import type { DecisionRecord } from "../../storage/port/decisions.ts";
import type { Contribution } from "./contribution.ts";
import { definiteEvidence } from "./definite-evidence.ts";
import { formatAmount } from "./describe.ts";
import { type ReasonGroup, reasonGroupTitles } from "./explained-feature.ts";
import { noticeable } from "./noticeable.ts";

/** Reasons in a list. */
const topMax = 3;
/** Reasons of a page. */
const factsMax = 4;
/** The sentence leaves out what moves the score by less than this part of its strongest fact. */
const partMin = 0.15;
/** The sentence of an allowed booking with a higher score says first what raised it. */
const raisedAbove = 50;
/** An allowed booking's sentence names what raises its score by as much, in points. */
const despiteFrom = 10;

/** Between what raised the score of an allowed booking and what lowered it. */
export const inFavour = " In its favour: ";

/** One of the strongest reasons. */
export interface TopReason {
  group: ReasonGroup;
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

/** A reason as a sentence. */
export interface Fact {
  /** As in "The booking came 2 seconds after arrival." */
  text: string;
  /** The feature's points; negative where it lowers the score. */
  points: number;
}

export interface Summary {
  /** As in "Denied: a fraud was reported for the same device; the booking came 2 seconds after arrival." */
  sentence: string;
  /**
   * At most 3: definite evidence, then the strongest fact of each group that a person reads. Where the booking
   * was denied or its score is above 50, only what raised the score.
   */
  top: TopReason[];
  /**
   * At most 4, for a page: what the sentence says, and where there is room what it leaves out. Absent where the
   * reasons were stored before there were any.
   */
  facts?: Fact[];
}

type Answered = Pick<
  DecisionRecord,
  "suggestedAction" | "riskScore" | "riskSetting" | "listMatches" | "controlGroup"
>;

/**
 * The strongest single cause comes first. Named are facts that a person reads, one of each group. Where an
 * entry of a list or the control group decided, the sentence says so, and then what the score alone would have led to.
 *
 * @param contributions of all features that the model reads.
 */
export function summaryOf(answered: Answered, contributions: Facts): Summary {
  const { kind } = decidedAction(answered);
  if (kind === "model") return summaryOfScore(answered, contributions);
  const suggestedAction = suggestedActionOf(
    answered.riskScore,
    answered.riskSetting as RiskSetting,
  );
  const byScore = summaryOfScore({ ...answered, suggestedAction }, contributions);
  const verdict = answered.suggestedAction === "deny" ? "Denied" : "Allowed";
  const rest = byScore.sentence.charAt(0).toLowerCase() + byScore.sentence.slice(1);
  const by = decidedByText[kind] ?? `an entry of the ${kind} list`;
  const sentence = `${verdict} by ${by}. By its score it would be ${rest}`;
  return { ...byScore, sentence };
}

const decidedByText: Readonly<Record<string, string>> = {
  pass: "a one-time pass",
  controlGroup: "the draw of the control group",
};

function summaryOfScore(
  { suggestedAction, riskScore }: Pick<Answered, "suggestedAction" | "riskScore">,
  contributions: Facts,
): Summary {
  const definite = strongestBySubject(contributions);
  const raising = strongest(contributions, 1);
  const lowering = strongest(contributions, -1);
  if (suggestedAction === "deny") {
    return {
      sentence: raisedSentence("Denied", definite, raising),
      top: topOf(definite, raising),
      facts: factsOf(said(definite, raising, factsMax)),
    };
  }
  if (riskScore > raisedAbove) {
    const raised = raisedSentence("Allowed with a raised score", definite, raising);
    return {
      sentence: `${raised}${favourSentence(lowering)}`,
      top: topOf(definite, raising),
      facts: factsOf(said(definite, raising), said([], lowering)),
    };
  }
  return {
    sentence: allowedSentence(definite, raising, lowering),
    top: topOf(definite, [...raising, ...lowering]),
    facts: factsOf(despiteOf(definite, raising), said([], lowering, factsMax)),
  };
}

const factsOf = (...groups: Facts[]): Fact[] =>
  groups
    .flat()
    .slice(0, factsMax)
    .map((one) => ({ text: sentenceOf(clauseOf(one)), points: one.points }));

const sentenceOf = (clause: string) => `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;

type Facts = readonly Contribution[];

/** What raised the score, for a denied booking and for one that came close to it. */
function raisedSentence(verdict: string, definite: Facts, raising: Facts): string {
  const clauses = clausesOf(definite, raising);
  if (clauses.length === 0) return `${verdict}: no single known fact stands out.`;
  return `${verdict}${together(definite, raising)}: ${clauses.join("; ")}.`;
}

function favourSentence(lowering: Facts): string {
  const clauses = clausesOf([], lowering);
  return clauses.length === 0 ? "" : `${inFavour}${clauses.join("; ")}.`;
}

function allowedSentence(definite: Facts, raising: Facts, lowering: Facts): string {
  const clauses = clausesOf([], lowering);
  const despite = despiteOf(definite, raising).map(clauseOf);
  const although = despite.map((one) => `, although ${one}`).join("");
  if (clauses.length === 0) return `Allowed: few facts speak against the booking${although}.`;
  return `Allowed${together([], lowering)}: ${clauses.join("; ")}${although}.`;
}

/** The strongest fact that speaks against an allowed booking, if one is strong. */
function despiteOf(definite: Facts, raising: Facts): Contribution[] {
  const strong = raising.filter((one) => one.isExpected && one.points >= despiteFrom);
  return said(definite, strong).slice(0, 1);
}

/** Said where no fact suggests this by itself. */
const together = (definite: Facts, others: Facts) =>
  definite.length > 0 || others.some((one) => one.isExpected)
    ? ""
    : " for several facts in combination";

/** Facts that suggest the direction in which they move the score, if there are any; with definite evidence. */
function said(definite: Facts, others: Facts, max = topMax): Contribution[] {
  const least = partMin * Math.max(0, ...others.map((one) => one.strength));
  const expected = others.filter((one) => one.isExpected && one.strength >= least);
  const shown = expected.length > 0 || definite.length > 0 ? expected : others;
  return chosen(definite, shown, max);
}

const clausesOf = (definite: Facts, others: Facts) => said(definite, others).map(clauseOf);

/** In the sentence, only a value that points this way by itself is named. */
type Clause = (value: number, raises: boolean) => string;

const hand: Clause = (_, raises) =>
  raises ? "the pointer did not move like a hand" : "the pointer moved like a hand";
const typing: Clause = (_, raises) =>
  raises ? "the keys were not pressed as people type" : "typed as people do";
const arrival: Clause = (value) => `the booking came ${formatAmount(value, "s")} after arrival`;

/** Facts whose sentence reads better than their phrase. */
const clauses: Readonly<Record<string, Clause>> = {
  collection_age_s: arrival,
  landing_to_submit_s: arrival,
  form_fill_s: (value) => `the form was filled in ${formatAmount(value, "s")}`,
  told_ahead_s: (_, raises) =>
    raises ? "the visit claims more time than passed" : "the visit took as long as it claims",
  lead_time_days: (value) => {
    if (value < 1) return "check-in is today";
    return value < 2 ? "check-in is tomorrow" : `check-in is ${formatAmount(value, "days")} away`;
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
  pointer_axial_steps_share: hand,
  pointer_alternating_turns_share: hand,
  fractional_moves_share: hand,
  key_gap_mean_ms: typing,
  key_gap_variation: typing,
  key_hold_mean_ms: typing,
  key_hold_variation: typing,
  rushed_keys_share: typing,
  plain_batches_share: (value) =>
    value === 1
      ? "all telemetry was sent without browser headers"
      : `${formatAmount(value, "share")} of the telemetry was sent without browser headers`,
};

function clauseOf(one: Contribution): string {
  const { feature, value, fact, isExpected, isDefinite, points } = one;
  if (isDefinite) return definiteEvidence[feature.name]!.clause;
  const clause = clauses[feature.name];
  return clause && isExpected && value !== null ? clause(value, points > 0) : fact;
}

/** The strongest definite evidence of each subject, in the order of the table. */
function strongestBySubject(contributions: Facts): Contribution[] {
  const definite = byStrength(contributions.filter((one) => one.isDefinite));
  const subjects = new Set(Object.values(definiteEvidence).map(({ subject }) => subject));
  return [...subjects].flatMap((subject) => {
    const own = definite.find(({ feature }) => definiteEvidence[feature.name]!.subject === subject);
    return own ?? [];
  });
}

/**
 * Those that a person reads and that move the score this way, the strongest first. Definite evidence never
 * counts in favour of a booking.
 */
function strongest(contributions: Facts, sign: 1 | -1): Contribution[] {
  const readable = contributions.filter((one) => one.isReadable && (sign > 0 || !one.isDefinite));
  return byStrength(readable.filter((one) => sign * one.points >= noticeable));
}

const byStrength = (contributions: Facts) =>
  contributions.toSorted((a, b) => b.strength - a.strength);

/**
 * All definite evidence and, where there is room, the strongest of each other group. Definite evidence is
 * first, unless it adds next to nothing, even by itself.
 */
function chosen(definite: Facts, others: Facts, max = topMax): Contribution[] {
  const found = definite.slice(0, max);
  for (const one of byStrength(others)) {
    const isCovered = found.some(({ feature }) => feature.group === one.feature.group);
    if (found.length < max && !isCovered) found.push(one);
  }
  const least = partMin * Math.max(0, ...found.map((one) => one.strength));
  const isFirst = (one: Contribution) => one.isDefinite && one.strength >= least;
  return [...found.filter(isFirst), ...byStrength(found.filter((one) => !isFirst(one)))];
}

const topOf = (definite: Facts, others: Facts): TopReason[] =>
  chosen(definite, others).map(topReason);

function topReason({ feature, text, points, isDefinite }: Contribution): TopReason {
  const { group, name } = feature;
  return { group, title: reasonGroupTitles[group], feature: name, text, points, isDefinite };
}

/**
 * What the sentence says first, without the verdict: for a list, which shows the verdict beside it.
 * As in "a fraud was reported for the same device", or "an entry of the deny list".
 */
export function leadingClause({ sentence }: Pick<Summary, "sentence">): string {
  const [, entry] = /^(?:Denied|Allowed) by (.+?)\. By its score /.exec(sentence) ?? [];
  if (entry !== undefined) return entry;
  const [clauses = ""] = sentence.slice(sentence.indexOf(": ") + 2).split(inFavour);
  return clauses.split("; ")[0]!.replace(/\.$/, "");
}

/** As in "+14.2 1 night (typical 2)", for files. */
export const topReasonText = ({ points, text }: TopReason): string =>
  `${points < 0 ? "-" : "+"}${Math.abs(points).toFixed(1)} ${text}`;
