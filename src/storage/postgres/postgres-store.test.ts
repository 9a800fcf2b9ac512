import { describeWith } from "../../../test/needs.ts";
import { postgresql } from "../../../test/postgres/cluster.ts";
import { describeControl } from "../contract/control.ts";
import { describeDecisions } from "../contract/decisions.ts";
import { describeModels } from "../contract/models.ts";
import { describeOutcomes } from "../contract/outcomes.ts";
import { describeSearch } from "../contract/search.ts";
import { describeVelocity } from "../contract/velocity.ts";
import { postgresStores } from "./stores-fixture.ts";

describeWith(postgresql)("the port on PostgreSQL", () => {
  const stores = postgresStores();
  describeControl(stores);
  describeModels(stores);
  describeDecisions(stores);
  describeVelocity(stores);
  describeOutcomes(stores);
  describeSearch(stores);
});
