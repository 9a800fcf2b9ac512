/**
 * The storage contract on PostgreSQL through a PgBouncer in transaction mode: each transaction may have another
 * session, so what relies on its session fails here.
 */

import { postgresql } from "../../../scripts/programs/postgres.ts";
import { describeWith } from "../../fixtures/needs.ts";
import { pgbouncer } from "../../fixtures/postgres/pgbouncer.ts";
import { describeAccounts } from "../../fixtures/storage/contract/accounts.ts";
import { describeControl } from "../../fixtures/storage/contract/control.ts";
import { describeDecisions } from "../../fixtures/storage/contract/decisions.ts";
import { describeGuests } from "../../fixtures/storage/contract/guests.ts";
import { describeLists } from "../../fixtures/storage/contract/lists.ts";
import { describeModels } from "../../fixtures/storage/contract/models.ts";
import { describeOutcomes } from "../../fixtures/storage/contract/outcomes.ts";
import { describeReviews } from "../../fixtures/storage/contract/reviews.ts";
import { describeSearch } from "../../fixtures/storage/contract/search.ts";
import { describeVelocity } from "../../fixtures/storage/contract/velocity.ts";
import { describeWebhooks } from "../../fixtures/storage/contract/webhooks.ts";
import { postgresStores } from "../../fixtures/storage/postgres-stores.ts";

describeWith(postgresql, pgbouncer)("the port on PostgreSQL behind PgBouncer", () => {
  const stores = postgresStores({ behindPgBouncer: true });
  describeControl(stores);
  describeAccounts(stores);
  describeLists(stores);
  describeWebhooks(stores);
  describeModels(stores);
  describeGuests(stores);
  describeDecisions(stores);
  describeVelocity(stores);
  describeOutcomes(stores);
  describeReviews(stores);
  describeSearch(stores);
});
