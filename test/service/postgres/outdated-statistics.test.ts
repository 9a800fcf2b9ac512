import { expect, test } from "bun:test";
import { postgresql } from "../../../scripts/programs/postgres.ts";
import { connectTo } from "../../../src/storage/postgres/connection.ts";
import { describeWith } from "../../fixtures/needs.ts";
import { attempts, bring, dayMs } from "../../fixtures/storage/contract/search.ts";
import { postgresStores } from "../../fixtures/storage/postgres-stores.ts";

/** More rows than a report may read, whatever the planner expects of a project. */
const stored = 1000;
const reported = 50;

describeWith(postgresql)("statistics from before a project had its attempts", () => {
  const stores = postgresStores();

  test("do not make an outcome's report read the project's other attempts", async () => {
    const url = await stores.newPlace();
    const store = await stores.open(url);
    const connection = connectTo(url);
    await bring(store, attempts("prj_known", stored, 3, dayMs));
    await connection.sql("ANALYZE");
    const made = attempts("prj_grown", stored, 4, dayMs);
    await bring(
      store,
      made.map((one) => ({ ...one, outcome: null })),
    );

    const report = (outcome: string, reportedAt: number) => {
      const rows = made.slice(0, reported).map(({ added }) => {
        const { projectId, id: decisionId } = added.decision;
        return { projectId, decisionId, outcome, requestId: `r${reportedAt}`, reportedAt };
      });
      return connection.transaction(async ({ sql }) => {
        const answers = await sql("SELECT report_outcomes_1($1) AS newest", [JSON.stringify(rows)]);
        expect(answers).toHaveLength(reported);
        const [read] = await sql<{ rows: string }>(
          `SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) AS rows
           FROM pg_stat_xact_user_tables WHERE relname ~ '^(attempts|reports|decisions|outcomes)'`,
        );
        return Number(read!.rows) / reported;
      });
    };
    const first = await report("fraud", made[0]!.added.decision.decidedAt + dayMs);
    const second = await report("legitimate", made[0]!.added.decision.decidedAt + 2 * dayMs);
    expect([first, second].map((rows) => rows < stored / 10)).toEqual([true, true]);
    await connection.close();
  });
});
