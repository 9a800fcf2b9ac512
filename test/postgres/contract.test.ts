/**
 * The storage contract on PostgreSQL through a PgBouncer in transaction mode: each transaction may have another
 * session, so what relies on its session fails here.
 */
import { describeWith } from "../needs.ts";
import { describeAccounts } from "../storage/contract/accounts.ts";
import { describeControl } from "../storage/contract/control.ts";
import { describeDecisions } from "../storage/contract/decisions.ts";
import { describeGuests } from "../storage/contract/guests.ts";
import { describeModels } from "../storage/contract/models.ts";
import { describeOutcomes } from "../storage/contract/outcomes.ts";
import { describeSearch } from "../storage/contract/search.ts";
import { describeVelocity } from "../storage/contract/velocity.ts";
import { postgresStores } from "../storage/postgres-stores.ts";
import { postgresql } from "./cluster.ts";
import { pgbouncer } from "./pgbouncer.ts";

describeWith(postgresql, pgbouncer)("the port on PostgreSQL behind PgBouncer", () => {
  const stores = postgresStores({ behindPgBouncer: true });
  describeControl(stores);
  describeAccounts(stores);
  describeModels(stores);
  describeGuests(stores);
  describeDecisions(stores);
  describeVelocity(stores);
  describeOutcomes(stores);
  describeSearch(stores);
});
