import { expect, test } from "bun:test";
import { describeModels } from "../../../../test/fixtures/storage/contract/models.ts";
import { sqliteStores } from "../../../../test/fixtures/storage/sqlite-stores.ts";

const stores = sqliteStores();
describeModels(stores);

test("a change by another connection is noticed at once", async () => {
  const folder = stores.newFolder();
  const store = await stores.open(folder);
  const changed = store.models.changes();
  changed();
  expect(changed()).toBe(false);
  const other = await stores.open(folder);
  const audit = { at: 1, actor: "ada", action: "add", subject: "x", projectId: null, detail: "{}" };
  await other.models.add(
    {
      name: "z",
      version: "1",
      sha256: "a",
      bundleSha256: "b",
      manifest: "{}",
      installedAt: 1,
      retiredAt: null,
      ownerProjectId: null,
    },
    audit,
  );
  await other.close();
  expect([changed(), changed()]).toEqual([true, false]);
});
