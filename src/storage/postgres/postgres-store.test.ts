import { describeWith } from "../../../test/needs.ts";
import { postgresql } from "../../../test/postgres/cluster.ts";
import { describeAccounts } from "../../../test/storage/contract/accounts.ts";
import { describeControl } from "../../../test/storage/contract/control.ts";
import { describeDecisions } from "../../../test/storage/contract/decisions.ts";
import { describeGuests } from "../../../test/storage/contract/guests.ts";
import { describeModels } from "../../../test/storage/contract/models.ts";
import { describeOutcomes } from "../../../test/storage/contract/outcomes.ts";
import { describeSearch } from "../../../test/storage/contract/search.ts";
import { describeVelocity } from "../../../test/storage/contract/velocity.ts";
import { postgresStores } from "../../../test/storage/postgres-stores.ts";

describeWith(postgresql)("the port on PostgreSQL", () => {
  const stores = postgresStores();
  describeControl(stores);
  describeAccounts(stores);
  describeModels(stores);
  describeGuests(stores);
  describeDecisions(stores);
  describeVelocity(stores);
  describeOutcomes(stores);
  describeSearch(stores);
});
