import { describeWith } from "../../fixtures/needs.ts";
import { postgresql } from "../../fixtures/postgres/cluster.ts";
import { describeAccounts } from "../../fixtures/storage/contract/accounts.ts";
import { describeControl } from "../../fixtures/storage/contract/control.ts";
import { describeDecisions } from "../../fixtures/storage/contract/decisions.ts";
import { describeGuests } from "../../fixtures/storage/contract/guests.ts";
import { describeHotelDays } from "../../fixtures/storage/contract/hotel-days.ts";
import { describeLists } from "../../fixtures/storage/contract/lists.ts";
import { describeModels } from "../../fixtures/storage/contract/models.ts";
import { describeOutcomes } from "../../fixtures/storage/contract/outcomes.ts";
import { describeSearch } from "../../fixtures/storage/contract/search.ts";
import { describeVelocity } from "../../fixtures/storage/contract/velocity.ts";
import { describeWebhooks } from "../../fixtures/storage/contract/webhooks.ts";
import { postgresStores } from "../../fixtures/storage/postgres-stores.ts";

describeWith(postgresql)("the port on PostgreSQL", () => {
  const stores = postgresStores();
  describeControl(stores);
  describeAccounts(stores);
  describeLists(stores);
  describeWebhooks(stores);
  describeModels(stores);
  describeGuests(stores);
  describeDecisions(stores);
  describeVelocity(stores);
  describeHotelDays(stores);
  describeOutcomes(stores);
  describeSearch(stores);
});
