/** Which thread performs which operations, by subject. */
import * as accounts from "./control/accounts.ts";
import * as audit from "./control/audit.ts";
import * as erasures from "./control/erasures.ts";
import * as keys from "./control/keys.ts";
import * as lists from "./control/lists.ts";
import * as models from "./control/models.ts";
import * as projects from "./control/projects.ts";
import * as replays from "./control/replays.ts";
import * as savedViews from "./control/saved-views.ts";
import * as signIns from "./control/sign-ins.ts";
import * as webhookEndpoints from "./control/webhooks.ts";
import * as collections from "./events/collections.ts";
import * as decisions from "./events/decisions.ts";
import * as guests from "./events/guests.ts";
import * as outcomes from "./events/outcomes.ts";
import * as reasons from "./events/reasons.ts";
import * as reviews from "./events/reviews.ts";
import * as shadowScores from "./events/shadow-scores.ts";
import * as webhookDeliveries from "./events/webhooks.ts";
import * as guestIndexes from "./history/guests.ts";
import type { OperationName, OperationTable } from "./operations.ts";
import * as backlog from "./search/backlog.ts";
import * as links from "./search/links.ts";
import * as list from "./search/list.ts";
import * as reportHistory from "./search/report-history.ts";
import * as tallies from "./search/tallies.ts";

/** Performed at once by the thread that asks: reads of a few rows by their key. */
export const controlReads = {
  projects: projects.reads,
  keys: keys.reads,
  lists: lists.reads,
  models: models.reads,
  audit: audit.reads,
  accounts: accounts.reads,
  signIns: signIns.reads,
  replays: replays.reads,
  erasures: erasures.reads,
  webhooks: webhookEndpoints.reads,
  savedViews: savedViews.reads,
} satisfies OperationTable;

export const eventsReads = {
  collections: collections.reads,
  decisions: decisions.reads,
  outcomes: outcomes.reads,
  reviews: reviews.reads,
  shadowScores: shadowScores.reads,
  reasons: reasons.reads,
  webhooks: webhookDeliveries.reads,
} satisfies OperationTable;

/** Performed by the writer, each in a transaction of its own. */
export const controlWrites = {
  projects: projects.writes,
  keys: keys.writes,
  lists: lists.writes,
  models: models.writes,
  audit: audit.writes,
  accounts: accounts.writes,
  signIns: signIns.writes,
  replays: replays.writes,
  erasures: erasures.writes,
  webhooks: webhookEndpoints.writes,
  savedViews: savedViews.writes,
} satisfies OperationTable;

/** Performed by the writer, those of one group in one transaction. */
export const eventsWrites = {
  collections: collections.writes,
  decisions: decisions.writes,
  outcomes: outcomes.writes,
  reviews: reviews.writes,
  shadowScores: shadowScores.writes,
  reasons: reasons.writes,
  guests: guests.writes,
  webhooks: webhookDeliveries.writes,
} satisfies OperationTable;

/** Performed by the search thread: what may read many rows. */
export const searches = {
  search: {
    ...list.searches,
    ...links.searches,
    ...tallies.searches,
    ...backlog.searches,
    ...reportHistory.searches,
  },
  decisions: decisions.searches,
  shadowScores: shadowScores.searches,
} satisfies OperationTable<list.SearchFiles>;

/** Performed by the guests thread: what finds and deletes the traces of guests. */
export const guestOperations = {
  guests: guestIndexes.operations,
} satisfies OperationTable<guestIndexes.GuestFiles>;

export type WriteName =
  | OperationName<typeof controlWrites>
  | OperationName<typeof eventsWrites>
  | "check.control"
  | "check.events";
export type SearchName = OperationName<typeof searches>;
export type GuestName = OperationName<typeof guestOperations>;
