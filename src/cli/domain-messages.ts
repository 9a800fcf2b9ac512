/** The line on standard error for each domain error: why it could not be done, and what to do. */
import { DomainError, type DomainErrorTable } from "../base/domain-error.ts";
import { isoTime } from "../base/iso-time.ts";
import { counted } from "./output.ts";

/** The option or argument that holds each field of an input. */
const options: Readonly<Record<string, string>> = {
  name: "the name",
  riskSetting: "--risk-setting",
  baseRate: "--base-rate",
  kind: "--kind",
  allowedOrigins: "--origin",
  expiresAt: "--expires",
  decisionId: "--decision",
  allowedAddresses: "--address",
  rateLimit: "--rate-limit",
  email: "--email",
  role: "--role",
  days: "--telemetry-retention",
  decisionRetentionDays: "--decision-retention",
  decisionRetentionKeeps: "--decision-retention-keeps",
  agents: "--welcome-agent",
  review: "--review",
  type: "--type",
  unit: "--unit",
  meaning: "--meaning",
  band: "--band",
  share: "--share",
  challengeDays: "--days",
  currency: "--currency",
  bookingValue: "--booking-value",
  fraudValue: "--fraud-value",
  marginPercent: "--margin-percent",
  chargebackFee: "--chargeback-fee",
  fraudLossPercent: "--fraud-loss-percent",
  lifetimeValue: "--lifetime-value",
};

const messages: DomainErrorTable<string> = {
  invalid_input: ({ fields }) =>
    fields.map(({ field, message }) => `${options[field] ?? field} ${message}`).join("; "),

  project_not_found: ({ projectId }) =>
    `there is no project ${projectId}; see: booking-risk project list`,
  project_archived: ({ projectId }) =>
    `project ${projectId} is archived; restore it in the dashboard first`,
  telemetry_would_be_deleted: ({ batches, oldestAt, days }) =>
    days === null
      ? `of ${counted(batches, "batch", "batches")} of telemetry, the oldest of ${isoTime(oldestAt)}, ` +
        "this deletes those that are older than the service's own retention; confirm with --yes"
      : `this deletes ${counted(batches, "batch", "batches")} of telemetry, the oldest of ` +
        `${isoTime(oldestAt)}, permanently and within ten minutes; decisions keep their own copy of ` +
        "what they were computed from; confirm with --yes",
  decisions_would_be_blanked: ({ decisions, oldestAt, days }) =>
    days === null
      ? `of ${counted(decisions, "decision")}, the oldest of ${isoTime(oldestAt)}, this removes the guests' ` +
        "data of those that are older than the service's own retention; confirm with --yes"
      : `this removes the guests' data of ${counted(decisions, "decision")}, the oldest of ` +
        `${isoTime(oldestAt)}, permanently and within a day; confirm with --yes`,
  attribute_read: ({ name, models }) =>
    `${name} is read by ${models.join(", ")}: from then on each booking is scored as if it were missing; ` +
    "confirm with --yes",
  erasure_not_found: ({ erasureId }) =>
    `there is no erasure ${erasureId}; see: booking-risk guest receipts`,
  erased_meanwhile: () =>
    "a guest was erased while this ran, and its result could still contain that guest; run it again",
  base_rate_not_estimated: ({ reason }) =>
    `the fraud rate cannot be estimated yet: ${reason} Set it by hand with --base-rate PERCENT`,

  list_entry_not_found: ({ entryId }) =>
    `there is no list entry ${entryId}; see: booking-risk list show deny --project ID`,
  decision_not_denied: () =>
    "only a booking that was denied, and whose guest is still stored, can get a pass",
  pass_given: ({ passId }) => `the guest has the pass ${passId} already, and has not used it yet`,
  list_entry_exists: ({ entryId }) => `this is in the list already, as ${entryId}`,

  setting_changed: () => "somebody else has changed this in the meantime; try again",

  key_not_found: ({ keyId }) => `there is no key ${keyId}; see: booking-risk key list --project ID`,

  webhook_not_found: ({ endpointId }) =>
    `there is no webhook endpoint ${endpointId}; see: booking-risk webhook show --project ID`,
  webhook_disabled: ({ endpointId }) =>
    `${endpointId} is disabled; first: booking-risk webhook enable ${endpointId} --project ID`,
  too_many_webhooks: ({ max }) =>
    `a project has at most ${max} webhook endpoints; archive one first: booking-risk webhook archive`,
  webhook_delivery_not_found: ({ eventId }) =>
    `no delivery of ${eventId} has ended: there is none, or it still waits; see: booking-risk webhook ` +
    "deliveries --project ID",

  account_not_found: ({ account }) => `there is no account ${account}; see: booking-risk user list`,
  account_exists: ({ email }) =>
    `${email} has an account already; to set a new password: booking-risk user reset --email ${email}`,
  role_exists: ({ email }) =>
    `${email} has a role there already; change it in the dashboard, under Team`,
  invitation_required: ({ email }) =>
    `${email} has no role there yet; invite it: booking-risk user create --email ${email}`,
  last_owner: ({ email }) =>
    `${email} is the last owner of all projects; make another account an owner first`,
  own_second_factor_missing: ({ email }) =>
    `${email} has no second factor; turn one on in that account first`,
  invitation_not_found: ({ linkId }) =>
    `invitation ${linkId} was already used or withdrawn, or does not exist`,

  view_exists: ({ name }) => `the project has a view ${name} already`,
  view_not_found: ({ name }) => `the project has no view ${name}`,
  too_many_views: ({ max }) => `a project has at most ${max} saved views`,

  decision_not_found: () => "the project has no such decision",
  decision_blanked: ({ decisionId }) =>
    `what ${decisionId} was made from was removed when its retention ended`,
  review_exists: ({ decisionId }) => `${decisionId} is in review already, or has its verdict`,
  review_not_found: ({ decisionId }) => `${decisionId} is not in review`,
  review_claimed: ({ by, until }) => `${by} has this case open, until ${until} at most`,
  review_decided: ({ verdict, by }) => `${by} has given the verdict already: ${verdict}`,
  review_claim_lapsed: ({ decisionId }) => `somebody else has opened ${decisionId} since`,
  outcome_changed: ({ current }) =>
    `the outcome is now ${current ?? "not reported"}; review the decision and try again`,

  model_not_found: ({ model }) =>
    `there is no model ${model}; models are named NAME@VERSION, and some belong to one project; see: ` +
    "booking-risk model list",
  model_retired: ({ model }) => `${model} is retired; install its bundle again first`,
  model_in_use: ({ model }) =>
    `${model} is active, in shadow mode or a challenger; promote another model or roll back, and end the others, ` +
    "before you retire it",
  model_not_in_shadow: ({ model }) => `${model} is not in shadow mode there`,
  model_not_challenging: ({ model }) => `${model} is not the challenger there`,
  not_recalibrated: ({ model, reason }) => `${model} is not recalibrated: ${reason}`,
  model_is_active: ({ model }) => `${model} decides there already, so it cannot be the challenger`,
  challenge_running: ({ model, projectId }) =>
    `${model} is the challenger in project ${projectId}, and there is one at a time; end it first: ` +
    `booking-risk model challenge ${model} --project ${projectId} --off`,
  model_unusable: ({ model, reason }) => `${model} does not load: ${reason}`,
  model_version_taken: ({ model }) =>
    `${model} is already installed, with different bytes; an installed model never changes: give ` +
    "this one another version",
  attributes_undeclared: ({ model, projectId, attributes }) =>
    projectId === null
      ? `${model} reads attributes (${attributes.join(", ")}), which projects declare: use it with --project ID`
      : `${model} reads attributes that project ${projectId} does not have in use: ${attributes.join(", ")}; declare ` +
        `them first: booking-risk project attribute set NAME --project ${projectId}`,
  model_owned: ({ model, projectId }) =>
    `${model} belongs to project ${projectId}: use it with --project ${projectId}, or share it with all ` +
    `projects: booking-risk model set ${model} --shared`,
  model_shared: ({ model }) =>
    `${model} is already installed, and shared by all projects; to give it to one project: ` +
    `booking-risk model set ${model} --project ID`,
  model_in_use_elsewhere: ({ model }) =>
    `${model} is active, in shadow mode or a challenger outside this project; promote another model or roll ` +
    "back, and end the others there, first",
  replay_required: ({ model, projectId }) =>
    `${model} has no finished replay${projectId === null ? "" : ` for project ${projectId}`}; run: ` +
    `booking-risk model replay ${model}${projectId === null ? "" : ` --project ${projectId}`} ` +
    "(or use --force, which is recorded)",
  replay_failed: ({ model, projectId }) =>
    `the last replay of ${model}${projectId === null ? "" : ` for project ${projectId}`} did not ` +
    "pass; read its report, or use --force, which is recorded",
  replay_outdated: ({ model, projectId, days, daysMax }) =>
    `the last replay of ${model}${projectId === null ? "" : ` for project ${projectId}`} ` +
    (days === null
      ? "is of an older version of booking-risk, which tested less"
      : `has no decision of the last ${daysMax} days; its newest is ${counted(days, "day")} old`) +
    "; replay it again, or use --force, which is recorded",
  shadow_differs: ({
    model,
    projectId,
    finding,
    riskSetting,
    decisions,
    served,
    shadow,
    noLonger,
  }) =>
    (finding === "deniesMore"
      ? `${model} would deny ${shadow} of ${counted(decisions, "live decision")} of project ${projectId}, as its ` +
        `shadow scores show, where ${served} were denied`
      : `${model} would allow ${noLonger} of ${counted(served, "live booking")} of project ${projectId} that were ` +
        "denied, as its shadow scores show") +
    ` (${riskSetting}); see: booking-risk model shadow ${model} --project ${projectId} --report (or use --force, ` +
    "which is recorded)",
  live_decisions_required: ({ model, projectId, decisions, decisionsMin, days }) =>
    `${model} has scored ${counted(decisions, "live decision")} of the last ${counted(days, "day")} in shadow ` +
    `mode${projectId === null ? "" : ` for project ${projectId}`}, and a promotion takes ${decisionsMin}; run: ` +
    `booking-risk model shadow ${model}${projectId === null ? "" : ` --project ${projectId}`}, and wait for ` +
    "them (or use --force, which is recorded)",
  replay_running: () => "another replay is running; wait until it has finished",
  no_active_model: () => "no model is active yet; start the service once",
  no_own_model: ({ projectId }) =>
    `project ${projectId} has no model of its own; it follows the model of all projects`,
  no_previous_model: ({ model }) => `${model} is the first model; no model was active before it`,
  active_model_changed: ({ active }) =>
    `${active ?? "another model"} is now active there; check that, and try again`,
};

export function domainMessage(error: DomainError): string {
  return error.messageFrom(messages);
}

/** An error's message for people. */
export function errorMessage(error: unknown): string {
  if (error instanceof DomainError) return domainMessage(error);
  return error instanceof Error ? error.message : String(error);
}
