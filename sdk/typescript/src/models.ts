/** Names for the types of the API. */
import type { components, webhooks } from "./openapi.ts";

type Schemas = components["schemas"];

export type Amount = Schemas["Amount"];
export type AvsResult = Schemas["AvsResult"];
export type Billing = Schemas["Billing"];
export type Booker = Schemas["Booker"];
export type Booking = Schemas["Booking"];
export type CvcResult = Schemas["CvcResult"];
export type DecidedBy = Schemas["DecidedBy"];
export type DecidedByKind = Schemas["DecidedByKind"];
export type DecidingModel = Schemas["DecidingModel"];
export type Decision = Schemas["Decision"];
export type ExplainedDecision = Schemas["ExplainedDecision"];
export type GroupSize = Schemas["GroupSize"];
export type Guest = Schemas["Guest"];
export type Hotel = Schemas["Hotel"];
export type ListEntry = Schemas["ListEntry"];
export type ListEntryPage = Schemas["ListEntryPage"];
export type ListKind = Schemas["ListKind"];
export type ListMatch = Schemas["ListMatch"];
export type ListMatchKind = Schemas["ListMatchKind"];
export type ListType = Schemas["ListType"];
export type NewListEntry = Schemas["NewListEntry"];
export type Outcome = Schemas["Outcome"];
export type OutcomeKind = Schemas["OutcomeKind"];
export type OutcomeReport = Schemas["OutcomeReport"];
export type Payment = Schemas["Payment"];
export type PaymentMethod = Schemas["PaymentMethod"];
export type ProblemCode = Schemas["Problem"]["code"];
export type Reason = Schemas["Reason"];
export type Reasons = Schemas["Reasons"];
export type ReasonsStatus = Schemas["ReasonsStatus"];
export type ReportedOutcome = Schemas["ReportedOutcome"];
export type Review = Schemas["Review"];
export type ReviewStatus = Schemas["ReviewStatus"];
export type ReviewVerdict = Schemas["ReviewVerdict"];
export type RiskLevel = Schemas["RiskLevel"];
export type RiskRequest = Schemas["RiskRequest"];
export type RiskSetting = Schemas["RiskSetting"];
export type SuggestedAction = Schemas["SuggestedAction"];
export type ThreeDSecureResult = Schemas["ThreeDSecureResult"];
/** A field that is missing or invalid. */
export type FieldError = Schemas["ValidationError"];

type Posted = webhooks[keyof webhooks]["post"]["requestBody"]["content"]["application/json"];
/** What a webhook receives. A newer service may have types of event that this version does not list. */
export type WebhookEvent = Posted & {
  /** The same each time that the event is sent. */
  id: string;
};
