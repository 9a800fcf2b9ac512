import { expect, test } from "bun:test";
import { postgresql } from "../../../scripts/programs/postgres.ts";
import { connectTo } from "../../../src/storage/postgres/connection.ts";
import { describeWith } from "../../fixtures/needs.ts";
import { postgresStores } from "../../fixtures/storage/postgres-stores.ts";

describeWith(postgresql)("the days of hotels", () => {
  const stores = postgresStores();

  test("have what copies of the version before store, which leave counting to the database", async () => {
    const place = await stores.newPlace();
    await stores.open(place);
    const { sql, close } = connectTo(place);
    const now = Date.now();
    const insert = `INSERT INTO attempts (project_id, at, tie, id, sighting, hotel)
      VALUES ('prj_1', $1, $2, 'dec_', '[]', $3)`;
    await sql(insert, [now, 1, 7]);
    await sql(insert, [now, 2, null]);
    await sql("UPDATE attempts SET hotel = 7 WHERE tie = 2");
    await sql("UPDATE attempts SET risk_score = 1"); // They are counted once.
    const rows = await sql(
      "SELECT hotel, attempts FROM hotel_days WHERE hotel >= 0 ORDER BY hotel",
    );
    await close();
    expect(rows).toEqual([
      { hotel: 0, attempts: 2 },
      { hotel: 7, attempts: 2 },
    ]);
  });
});
