/** The problem that answers each domain error. */
import type { DomainError, DomainErrorTable } from "../../base/domain-error.ts";
import { Problem, validationFailed } from "./problem.ts";

const conflict = (detail: string) => new Problem("conflict", detail);
const notFound = (detail: string) => new Problem("not_found", detail);

/** A moment as a person reads it. @param iso as `isoTime` gives it. */
const minuteOf = (iso: string) => `${iso.slice(0, 16).replace("T", " ")} UTC`;

const problems: DomainErrorTable<Problem> = {
  invalid_input: ({ fields }) =>
    validationFailed(fields.map(({ field, message }) => ({ pointer: `/${field}`, message }))),

  project_not_found: () => notFound("There is no such project."),
  project_archived: () => conflict("The project is archived. Restore it first."),
  telemetry_would_be_deleted: ({ batches }) =>
    conflict(`This would delete ${batches} batches of telemetry. Confirm it first.`),
  decisions_would_be_blanked: ({ decisions }) =>
    conflict(`This would remove the guests' data of ${decisions} decisions. Confirm it first.`),
  attribute_read: ({ name, models }) =>
    conflict(`${models.join(", ")} would score without ${name}. Confirm it first.`),
  erasure_not_found: () => notFound("This project has no such erasure."),
  erased_meanwhile: () =>
    conflict(
      "A guest was erased while this ran. Start it again, so that the result does not contain them.",
    ),
  base_rate_not_estimated: ({ reason }) => conflict(`The rate cannot be estimated yet. ${reason}`),

  setting_changed: () =>
    conflict("Somebody else has changed this in the meantime, so nothing was saved."),

  key_not_found: () => notFound("This project has no such key."),

  list_entry_not_found: () => notFound("This project has no such entry in that list."),
  decision_not_denied: () =>
    conflict("Only a booking that was denied, and whose guest is still stored, can get a pass."),
  pass_given: () => conflict("This guest has a pass already, and has not used it yet."),
  list_entry_exists: ({ entryId }) => conflict(`This is in the list already, as ${entryId}.`),

  webhook_not_found: () => notFound("This project has no such webhook endpoint."),
  webhook_disabled: () => conflict("This webhook endpoint is disabled. Enable it first."),
  too_many_webhooks: ({ max }) =>
    conflict(`A project has at most ${max} webhook endpoints. Archive one first.`),
  webhook_delivery_not_found: () =>
    notFound("No delivery of this event has ended: there is none, or it still waits."),

  account_not_found: () => notFound("There is no such account."),
  account_exists: () => conflict("An account with this address exists already. Sign in."),
  role_exists: () => conflict("This account has a role here already. Change it in the list."),
  invitation_required: () =>
    conflict(
      "This account has no role here yet. Invite its address, so that its holder can accept one.",
    ),
  last_owner: () =>
    conflict("This is the last owner of all projects. Make another account an owner first."),
  own_second_factor_missing: () =>
    conflict("Turn on two-factor authentication in your own account first."),
  invitation_not_found: () => notFound("That invitation was already used or withdrawn."),

  view_exists: () => conflict("This project has a view of that name. Choose another one."),
  view_not_found: () => notFound("This project has no such view. Somebody may have removed it."),
  too_many_views: ({ max }) =>
    conflict(`A project has at most ${max} saved views. Remove one first.`),

  decision_not_found: () => notFound("This project has no decision with that decisionId."),
  decision_blanked: () =>
    conflict("What this decision was made from was removed when its retention ended."),
  review_exists: () => conflict("This decision is in review already, or has its verdict."),
  review_not_found: () => notFound("This decision is not in review."),
  review_claimed: ({ by, until }) =>
    conflict(`${by} has this case open, until ${minuteOf(until)} at most.`),
  review_decided: ({ verdict, by }) =>
    conflict(`${by} has given the verdict already: ${verdict}. Nothing was saved.`),
  review_claim_lapsed: () =>
    conflict(
      "You are no longer reviewing this case, so nothing was saved. Open it again, and decide then.",
    ),
  outcome_changed: () =>
    conflict("Another outcome was reported in the meantime. Review it, and try again."),

  model_not_found: () => notFound("The library has no such model."),
  model_retired: ({ model }) => conflict(`${model} is retired. Install its bundle again first.`),
  model_in_use: ({ model }) =>
    conflict(
      `${model} is active, in shadow mode or a challenger. Promote another model or roll back, and ` +
        "end the others, before you retire it.",
    ),
  model_not_in_shadow: ({ model }) => conflict(`${model} is not in shadow mode there.`),
  model_not_challenging: ({ model }) => conflict(`${model} is not the challenger there.`),
  not_recalibrated: ({ reason }) => conflict(reason),
  model_is_active: ({ model }) =>
    conflict(`${model} decides there already, so it cannot be the challenger.`),
  challenge_running: ({ model }) =>
    conflict(`${model} is the challenger in this project already. End its challenge first.`),
  model_unusable: ({ model, reason }) => conflict(`${model} does not load: ${reason}`),
  model_version_taken: ({ model }) =>
    conflict(`${model} is already installed, with different bytes. Give it another version.`),
  attributes_undeclared: ({ model, projectId, attributes }) =>
    conflict(
      projectId === null
        ? `${model} reads attributes (${attributes.join(", ")}), which projects declare: use it for one project.`
        : `${model} reads attributes that this project does not have in use: ${attributes.join(", ")}. Declare them first.`,
    ),
  model_owned: ({ model }) =>
    conflict(`${model} belongs to one project. It cannot be used for all projects.`),
  model_shared: ({ model }) =>
    conflict(`${model} is already installed, and shared by all projects.`),
  model_in_use_elsewhere: ({ model }) =>
    conflict(`${model} is active, in shadow mode or a challenger in another project.`),
  replay_required: () => conflict(replayRequired),
  replay_failed: () => conflict(replayRequired),
  replay_outdated: () => conflict(replayRequired),
  shadow_differs: ({ model, finding, decisions, served, shadow, noLonger }) =>
    conflict(
      `In shadow mode, ${model} would have ${
        finding === "deniesMore"
          ? `denied ${shadow} of ${decisions} live decisions, where ${served} were denied`
          : `allowed ${noLonger} of the ${served} live bookings that were denied`
      }. Review that, or confirm that you promote it anyway.`,
    ),
  live_decisions_required: ({ model, decisions, decisionsMin, days }) =>
    conflict(
      `In shadow mode, ${model} has scored ${decisions} live decisions of the last ${days} days, and a promotion takes ` +
        `${decisionsMin}. Run it in shadow mode until then, or confirm that you promote it anyway.`,
    ),
  replay_running: () =>
    conflict("A replay of this project is running or waiting. Wait until it has finished."),
  no_active_model: () => conflict("No model is active yet."),
  no_own_model: () =>
    conflict("The project has no model of its own. It follows the model of all projects."),
  no_previous_model: ({ model }) =>
    conflict(`${model} is the first model. No model was active before it.`),
  active_model_changed: ({ active }) =>
    conflict(
      active === null
        ? "Another user changed the active model in the meantime. Review it, and try again."
        : `${active} is now active there. Review it, and try again.`,
    ),
};

const replayRequired =
  "No replay has passed for this model recently. Run a replay and read its report, or promote the model " +
  "without one and confirm that.";

export function domainProblem(error: DomainError): Problem {
  return error.messageFrom(problems);
}
