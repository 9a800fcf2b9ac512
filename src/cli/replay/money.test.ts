import { expect, test } from "bun:test";
import { projectFixture } from "../../../test/fixtures/project.ts";
import { sqliteStores } from "../../../test/fixtures/storage/sqlite-stores.ts";
import { setMoneyTerms } from "../../evaluation/money/set-money-terms.ts";
import { replayPrices, silences } from "./money.ts";

const stores = sqliteStores();
const terms = {
  currency: "USD",
  bookingValue: 250,
  fraudValue: 600,
  marginPercent: 20,
  chargebackFee: 30,
  fraudLossPercent: 80,
  lifetimeValue: 40,
};
const saved = {
  currency: "USD",
  value: 250,
  fraudValue: 600,
  margin: 0.2,
  chargebackCost: 30,
  fraudLoss: 0.8,
  lifetimeValue: 40,
};

test("prices are those of the command, else the project's, else none", async () => {
  const store = await stores.open(stores.newFolder());
  const { id } = await projectFixture(store);
  const of = (
    prices: Parameters<typeof replayPrices>[0]["prices"],
    valuesFile: string | null = null,
  ) => replayPrices({ prices, valuesFile }, [id], store);
  expect(await of({})).toBeNull();
  await expect(of({ value: 100, margin: 0.1 })).rejects.toThrow(
    "--currency, --chargeback-cost, --fraud-loss: missing",
  );
  await expect(of({}, "values.csv")).rejects.toThrow("--currency, --value,");
  const all = { currency: "EUR", value: 100, margin: 0.1, chargebackCost: 5, fraudLoss: 1 };
  expect(await of(all)).toEqual({
    from: "flags",
    prices: { ...all, fraudValue: 100, lifetimeValue: 0 },
  });
  const actor = { kind: "cli", name: "test" } as never;
  await setMoneyTerms({ store, now: () => 1 }, actor, { projectId: id, fields: terms });
  expect(await of({})).toEqual({ from: "project", prices: saved });
  expect(await of({}, "values.csv")).toEqual({ from: "project", prices: saved });
  expect(await of({ margin: 0.3 })).toEqual({
    from: "flags",
    prices: { ...saved, margin: 0.3 },
  });
  // Projects whose prices differ have none together.
  const { id: other } = await projectFixture(store);
  expect(await replayPrices({ prices: {}, valuesFile: null }, [id, other], store)).toBeNull();
});

test("silence means what was named, else a number of days where the reports do not tell", async () => {
  const store = await stores.open(stores.newFolder());
  const { id } = await projectFixture(store);
  const of = async (matureDays: number | null | undefined) =>
    (await silences([id], { matureDays, asOf: 5 }, store)).get(id);
  expect(await of(null)).toEqual({ basis: "reportedOnly" });
  expect(await of(30)).toEqual({ basis: "fixed", asOf: 5, matureDays: 30 });
  expect(await of(undefined)).toEqual({ basis: "fixed", asOf: 5, matureDays: 60 });
});
