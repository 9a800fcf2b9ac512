import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { compareAnswers, compareDecisions, readerOfFolder } from "./comparison.ts";

// biome-ignore format: a list
const columns = [
  "project_id", "id", "decided_at", "source", "request_id", "key_id", "collection_id", "risk_score",
  "risk_level", "suggested_action", "risk_setting", "probability", "model_probability",
  "project_base_rate", "model_base_rate", "model_name", "model_version", "model_sha256", "request",
  "evidence", "feature_set", "features",
];
/** More than two pages. */
const count = 11_000;

function store() {
  const database = new Database(":memory:");
  database.run(`CREATE TABLE decisions (${columns}, PRIMARY KEY (project_id, id))`);
  const insert = database.query(
    `INSERT INTO decisions VALUES (${columns.map((name) => `$${name}`)})`,
  );
  const all = Object.fromEntries(columns.map((name) => [`$${name}`, `${name} of it`]));
  database.transaction(() => {
    for (let n = 0; n < count; n++) {
      const [project, id] = [`p${n % 2}`, `dec_${String(n).padStart(6, "0")}`];
      insert.run({ ...all, $project_id: project, $id: id, $key_id: null, $risk_score: n % 100 });
    }
  })();
  return { database, read: readerOfFolder(database) };
}

test("decisions are compared one by one, in every column", async () => {
  const [from, to] = [store(), store()];
  to.database.run("INSERT INTO decisions (project_id, id) VALUES ('p0', 'dec_000000a')");
  const equal = { compared: count, lost: 0, different: 0 };
  expect(await compareDecisions(from.read, to.read)).toEqual(equal);
  for (const [i, name] of columns.slice(2).entries()) {
    to.database.run(`UPDATE decisions SET ${name} = ? WHERE id = ?`, [
      "altered",
      `dec_${String(i * 500).padStart(6, "0")}`,
    ]);
  }
  to.database.run("DELETE FROM decisions WHERE id IN ('dec_000001', 'dec_010999')");
  expect(await compareDecisions(from.read, to.read)).toEqual({
    compared: count,
    lost: 2,
    different: columns.length - 2,
  });
});

test("responses are compared with what is stored", async () => {
  const { database, read } = store();
  const scored = [9, 8, 10_000].map((n) => ({
    decisionId: `dec_${String(n).padStart(6, "0")}`,
    riskScore: n % 100,
    riskLevel: "risk_level of it",
    suggestedAction: "suggested_action of it",
    at: 0,
  }));
  expect(await compareAnswers(scored, read)).toEqual({ compared: 3, lost: 0, different: 0 });
  database.run("UPDATE decisions SET risk_score = 77 WHERE id = 'dec_000008'");
  database.run("DELETE FROM decisions WHERE id = 'dec_010000'");
  expect(await compareAnswers(scored, read)).toEqual({ compared: 3, lost: 1, different: 1 });
  expect(await compareAnswers([], read)).toEqual({ compared: 0, lost: 0, different: 0 });
});
