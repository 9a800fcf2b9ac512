import type { RiskRequest } from "../../../attempt/request/risk-request.ts";
import { dayMs } from "../../../base/durations.ts";
import { isoTime } from "../../../base/iso-time.ts";
import { identityValues } from "../../../decisions/identity-values.ts";
import { type Pass, passOf } from "../../../decisions/lists/passes.ts";
import { isVerdictReport, type ReviewCase, shownCase } from "../../../decisions/reviews/reviews.ts";
import { asUndecided, isSecondOf } from "../../../decisions/reviews/second-reviews.ts";
import { fullName } from "../../../model/registry/model-name.ts";
import { isAllowed } from "../../../projects/accounts/permissions.ts";
import { projectList } from "../../../projects/choices.ts";
import { isRiskSetting } from "../../../projects/risk-setting.ts";
import { modelScoreOf } from "../../../risk/base-rate.ts";
import { storedChallenge } from "../../../risk/challenge.ts";
import { decisionResponse } from "../../../risk/decision.ts";
import { featureSetNames } from "../../../risk/feature-sets.ts";
import {
  type DecidedAction,
  decidedAction,
  storedMatches,
} from "../../../risk/order-of-decision.ts";
import { setByUserPrefix } from "../../../risk/outcome.ts";
import { denyFrom, suggestedActionOf } from "../../../risk/score.ts";
import type { DecisionRecord } from "../../../storage/port/decisions.ts";
import { isBlanked } from "../../../storage/port/guests.ts";
import type { ListMatch } from "../../../storage/port/lists.ts";
import type { OutcomeRecord } from "../../../storage/port/outcomes.ts";
import type { LinkKind } from "../../../storage/port/search.ts";
import type { ShadowScore } from "../../../storage/port/shadow-scores.ts";
import type { RouteDeps } from "../deps.ts";
import type { UserCaller } from "../guards.ts";
import { type DecisionParams, getDecision } from "./get-decision.ts";
import { type ShownRequest, shownRequest } from "./request-fields.ts";
import { type ShownVisitor, shownVisitor } from "./visitor.ts";

export interface DecisionDetail {
  decisionId: string;
  /** ISO 8601, UTC. */
  decidedAt: string;
  requestId: string;
  /**
   * The key that it was requested with; null where there was none, or it was not stored. Its name is
   * null without the permission to see keys.
   */
  key: { keyId: string; name: string | null } | null;
  riskScore: number;
  riskLevel: string;
  suggestedAction: string;
  riskSetting: string;
  /** The lowest score that this setting denies; null for a setting that this version does not know. */
  denyFrom: number | null;
  probability: number;
  /** The fraud rates that shifted it, and what the model itself gave; null where none did. */
  baseRate: { project: number; model: number; modelProbability: number; modelScore: number } | null;
  source: string;
  hotel: { name: string; country: string };
  stay: { checkIn: string; checkOut: string; nights: number };
  /** Null without the permission to see guests' data. */
  guest: { name: string } | null;
  /** By what it is linked with others, as it can be searched for. Empty without that permission. */
  identities: ShownIdentity[];
  /** Whether its retention has ended: the guest, the hotel, the stay and the visit are removed. */
  isBlanked: boolean;
  model: { name: string; version: string; sha256: string };
  decidedBy: DecidedAction;
  /** Which side of a challenge decided; null where there was none. */
  side: "challenger" | "champion" | null;
  /** The entries of the project's lists that applied, in the order of decision. */
  listMatches: ListMatch[];
  shadow: ShownShadow[];
  /** Oldest first; the last counts. */
  outcomes: ShownOutcome[];
  /** The newest one-time pass that was given because of it; null where there is none. */
  pass: ShownPass | null;
  /** Null where it was never sent to review. Without the permission to review it names nobody. */
  review: ReviewCase | null;
  request: ShownRequest;
  visitor: ShownVisitor;
}

/** The reason is free text, as a note is: null without the permission to see guests' data. */
export type ShownPass = Omit<Pass, "reason"> & { reason: string | null };

export interface ShownIdentity {
  kind: LinkKind;
  value: string;
}

export interface ShownShadow {
  /** `name@version` */
  model: string;
  riskScore: number;
  /** Under the decision's own setting. */
  suggestedAction: string | null;
}

export interface ShownOutcome {
  outcome: string;
  occurredAt: string | null;
  reportedAt: string;
  requestId: string;
  /** The key that it was reported with; null where there was none, or it was not stored. */
  keyId: string | null;
  /** Whether a user set it in the dashboard; if not, the merchant's server or an import reported it. */
  isMadeHere: boolean;
  /** Whether it is the verdict of a review. */
  isVerdict: boolean;
  /** Free text may name the guest: null without the permission to see guests' data. */
  note: string | null;
}

/** What the page of a decision shows first. @throws DomainError decision_not_found */
export async function getDecisionDetail(
  { store, now }: RouteDeps,
  { grants, actor }: Pick<UserCaller, "grants" | "actor">,
  params: DecisionParams,
): Promise<DecisionDetail> {
  const record = await getDecision(store, params);
  const { projectId, id, riskSetting, probability, requestId, keyId, source } = record;
  const personal = isAllowed(grants, "guest.read", projectId);
  const [names, allReports, stored, shadows, attributes, pass] = await Promise.all([
    featureSetNames(record.featureSet, store),
    store.outcomes.list(projectId, id),
    store.reviews.find(projectId, id),
    store.shadowScores.list(projectId, id, id),
    projectList({ store }, projectId, "attributes"),
    passOf({ store }, record),
  ]);
  // Whoever decides it a second time is not shown the first verdict.
  const isSecond = stored !== null && isSecondOf(stored, actor.name);
  const review = isSecond ? asUndecided(stored) : stored;
  const reports = isSecond
    ? allReports.filter((report) => !isVerdictReport(report, stored))
    : allReports;
  const isKeyShown = isAllowed(grants, "key.read", projectId);
  const { booker, hotel, booking } = JSON.parse(record.request) as RiskRequest;
  const { checkIn, checkOut } = booking;
  const blanked = isBlanked(record);
  return {
    ...decisionResponse(record),
    requestId,
    key: keyId === null ? null : { keyId, name: isKeyShown ? await keyName(store, keyId) : null },
    probability,
    baseRate: shownBaseRate(record),
    source,
    denyFrom: isRiskSetting(riskSetting) ? denyFrom[riskSetting] : null,
    hotel: { name: hotel.name, country: hotel.country },
    stay: { checkIn, checkOut, nights: blanked ? 0 : nightsOf(checkIn, checkOut) },
    isBlanked: blanked,
    identities: personal ? identitiesOf(record) : [],
    guest: personal && !blanked ? { name: `${booker.firstName} ${booker.lastName}` } : null,
    model: modelOf(record),
    decidedBy: decidedAction(record),
    side: storedChallenge(record)?.decidedBy ?? null,
    listMatches: storedMatches(record),
    shadow: shadows.map((one) => shownShadow(one, riskSetting)),
    outcomes: reports.map((report) => ({
      ...shownOutcome(report, personal),
      isVerdict: isVerdictReport(report, stored),
    })),
    pass: pass && { ...pass, reason: personal ? pass.reason : null },
    review:
      review &&
      shownReview(shownCase(review, now()), isAllowed(grants, "review.decide", projectId)),
    request: shownRequest(blanked ? "{}" : record.request, personal, attributes),
    visitor: shownVisitor(record, names, personal),
  };
}

function identitiesOf(record: DecisionRecord): ShownIdentity[] {
  const values = Object.entries(identityValues(record));
  return values.map(([kind, value]) => ({ kind: kind as LinkKind, value }));
}

const shownReview = (review: ReviewCase, isReviewer: boolean): ReviewCase =>
  isReviewer ? review : { ...review, sources: [], claim: null, decidedBy: null };

async function keyName({ keys }: RouteDeps["store"], keyId: string): Promise<string | null> {
  return (await keys.find(keyId))?.name || null;
}

function shownBaseRate(record: DecisionRecord): DecisionDetail["baseRate"] {
  const { projectBaseRate: project, modelBaseRate: model, modelProbability } = record;
  if (project === null || model === null || modelProbability === null) return null;
  return { project, model, modelProbability, modelScore: modelScoreOf(record) };
}

const nightsOf = (checkIn: string, checkOut: string) =>
  Math.round((Date.parse(checkOut) - Date.parse(checkIn)) / dayMs);

const modelOf = ({
  modelName: name,
  modelVersion: version,
  modelSha256: sha256,
}: DecisionRecord) => ({ name, version, sha256 });

function shownShadow(
  { modelName: name, modelVersion: version, riskScore }: ShadowScore,
  riskSetting: string,
): ShownShadow {
  const suggestedAction = isRiskSetting(riskSetting)
    ? suggestedActionOf(riskScore, riskSetting)
    : null;
  return { model: fullName({ name, version }), riskScore, suggestedAction };
}

function shownOutcome(report: OutcomeRecord, personal: boolean): Omit<ShownOutcome, "isVerdict"> {
  const { outcome, occurredAt, reportedAt, requestId, keyId, note } = report;
  return {
    outcome,
    occurredAt: isoTime(occurredAt),
    reportedAt: isoTime(reportedAt),
    requestId,
    keyId,
    isMadeHere: requestId.startsWith(setByUserPrefix),
    note: personal ? note : null,
  };
}
