/** An invalid field of a use case's input; the message follows the field's name: "must not be empty". */
export interface InvalidField {
  field: string;
  message: string;
}

/**
 * Everything that a use case may refuse, by code, with the facts that a message needs. This set is
 * closed: the dashboard's API (`src/http/problems/domain-problems.ts`) and the command line
 * (`src/cli/domain-messages.ts`) each have one message for every code.
 */
export interface DomainErrorDetails {
  invalid_input: { fields: readonly InvalidField[] };

  project_not_found: { projectId: string };
  project_archived: { projectId: string };
  /** The deletion of telemetry was not confirmed; `days` null is the service's retention. */
  telemetry_would_be_deleted: { batches: number; oldestAt: number; days: number | null };
  /** The end of decisions' retention was not confirmed; `days` null is the service's retention. */
  decisions_would_be_blanked: { decisions: number; oldestAt: number; days: number | null };
  /** That an attribute is archived which these models read was not confirmed. */
  attribute_read: { name: string; projectId: string; models: readonly string[] };
  erasure_not_found: { erasureId: string };
  /** A guest was erased while data were read that may have the guest. */
  erased_meanwhile: Record<string, never>;
  /** The reason is a sentence. */
  base_rate_not_estimated: { reason: string };

  /** Somebody else has changed the setting since it was shown. */
  setting_changed: Record<string, never>;

  key_not_found: { keyId: string };

  list_entry_not_found: { entryId: string };
  /** The value is in the list already, as this entry. */
  list_entry_exists: { entryId: string };
  /** Only a denied booking, whose guest is still stored, can get a pass. */
  decision_not_denied: { decisionId: string };
  /** The guest has this pass already, and has not used it. */
  pass_given: { passId: string };

  webhook_not_found: { endpointId: string };
  /** Nothing is sent to it until it is enabled. */
  webhook_disabled: { endpointId: string };
  /** The project has as many as it may. */
  too_many_webhooks: { max: number };
  /** No delivery of this event has ended, or there is none. */
  webhook_delivery_not_found: { eventId: string };

  /** By e-mail address or identifier. */
  account_not_found: { account: string };
  account_exists: { email: string };
  role_exists: { email: string };
  /** The account has no role there yet, which its holder has to accept. */
  invitation_required: { email: string };
  last_owner: { email: string };
  /** Who requires a second factor of others has none. */
  own_second_factor_missing: { email: string };
  invitation_not_found: { linkId: string };

  view_exists: { name: string };
  view_not_found: { name: string };
  /** The project has as many as it may. */
  too_many_views: { max: number };

  decision_not_found: { decisionId: string };
  /** The guest's data were removed when its retention ended. */
  decision_blanked: { decisionId: string };

  /** The decision is in the queue of reviews, or has its verdict. */
  review_exists: { decisionId: string };
  review_not_found: { decisionId: string };
  /** Somebody else has the case open. */
  review_claimed: { by: string; until: string };
  /** Somebody gave the verdict, which is given once. */
  review_decided: { verdict: string; by: string };
  /** The caller's claim does not count any more: nothing was saved. */
  review_claim_lapsed: { decisionId: string };
  /** Another outcome counts than the one that the user has seen; null: none is reported. */
  outcome_changed: { current: string | null };

  /** A model is named `name@version` here. */
  model_not_found: { model: string };
  model_retired: { model: string };
  model_in_use: { model: string };
  model_not_in_shadow: { model: string };
  model_not_challenging: { model: string };
  /** It decides there already. */
  /** Nothing speaks for another calibration, or there is too little to tell; the reason is a sentence. */
  not_recalibrated: { model: string; reason: string };
  model_is_active: { model: string };
  /** The project has a challenge, whose challenger this is. */
  challenge_running: { model: string; projectId: string };
  /** Its bundle was altered or does not load. */
  model_unusable: { model: string; reason: string };
  /** Another bundle is installed under this name and version. */
  model_version_taken: { model: string };
  /**
   * It reads attributes that the project does not have in use, or has as another type. `projectId` null: of all
   * projects, for which no such model can score.
   */
  attributes_undeclared: { model: string; projectId: string | null; attributes: readonly string[] };
  /** It is this project's own, and asked for all projects or for another one's. */
  model_owned: { model: string; projectId: string };
  /** It is installed already, and no project's own. */
  model_shared: { model: string };
  /** It scores elsewhere, so it cannot become this project's own. */
  model_in_use_elsewhere: { model: string; projectId: string | null };
  /** `projectId` null: all projects. */
  replay_required: { model: string; projectId: string | null };
  replay_failed: { model: string; projectId: string | null };
  /** `days`: the age of its newest decision; null: it followed the rules of an older version. */
  replay_outdated: {
    model: string;
    projectId: string | null;
    days: number | null;
    daysMax: number;
  };
  /** On live decisions the model denies far more than were denied, or allows most of those. */
  shadow_differs: {
    model: string;
    projectId: string;
    finding: "deniesMore" | "allowsDenied";
    riskSetting: string;
    decisions: number;
    served: number;
    shadow: number;
    noLonger: number;
  };
  /** It scored fewer live decisions of the last `days` days in shadow mode. `projectId` null: of all projects. */
  live_decisions_required: {
    model: string;
    projectId: string | null;
    decisions: number;
    decisionsMin: number;
    days: number;
  };
  replay_running: Record<string, never>;
  no_active_model: Record<string, never>;
  no_own_model: { projectId: string };
  no_previous_model: { model: string };
  /** Another user promoted or rolled back in the meantime. */
  active_model_changed: { active: string | null };
}

export type DomainErrorCode = keyof DomainErrorDetails;

/** One message for each code. */
export type DomainErrorTable<Message> = {
  readonly [Code in DomainErrorCode]: (details: DomainErrorDetails[Code]) => Message;
};

/** A use case refuses what it was asked to do; nothing was changed. */
export class DomainError<Code extends DomainErrorCode = DomainErrorCode> extends Error {
  override readonly name = "DomainError";
  readonly code: Code;
  readonly details: DomainErrorDetails[Code];

  constructor(code: Code, details: DomainErrorDetails[Code]) {
    super(`${code} ${JSON.stringify(details)}`);
    this.code = code;
    this.details = details;
  }

  is<Wanted extends DomainErrorCode>(code: Wanted): this is DomainError<Wanted> {
    return (this.code as DomainErrorCode) === code;
  }

  /** This error's message. */
  messageFrom<Message>(table: DomainErrorTable<Message>): Message {
    return table[this.code](this.details);
  }
}

export function invalidInput(field: string, message: string): DomainError<"invalid_input"> {
  return new DomainError("invalid_input", { fields: [{ field, message }] });
}

/** A field that cannot be read. The message follows the field's name: "must be …". */
export class FieldFault extends Error {
  override readonly name = "FieldFault";
}

/** Reads the fields of an input one by one, so that all faults are named at once. */
export class FieldReader {
  readonly #faults: InvalidField[] = [];

  /** @returns what the reader returns; null where it throws a FieldFault. */
  read<Value>(field: string, reader: () => Value): Value | null {
    try {
      return reader();
    } catch (error) {
      if (!(error instanceof FieldFault)) throw error;
      this.#faults.push({ field, message: error.message });
      return null;
    }
  }

  /** @throws DomainError invalid_input, with every field at fault. */
  assertRead(): void {
    const fields = this.#faults;
    if (fields.length > 0) throw new DomainError("invalid_input", { fields });
  }
}
