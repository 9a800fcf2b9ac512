import { afterEach, expect, jest, test } from "bun:test";
import type { ModelRoles } from "../../storage/port/models.ts";
import type { Store } from "../../storage/port/store.ts";
import { followRoles } from "./follow-roles.ts";

/** Roles that differ by a name only, of a store whose reads fail as often as `failures` says. */
function storeOf() {
  const state = { name: "a", isChanged: true, failures: 0 };
  const models = {
    changes: () => () => {
      const { isChanged } = state;
      state.isChanged = false;
      return isChanged;
    },
    async roles() {
      if (state.failures-- > 0) throw new Error("the database does not answer");
      return { promotions: [{ name: state.name }] } as ModelRoles;
    },
  };
  return { state, store: { models } as unknown as Store };
}

afterEach(() => {
  jest.useRealTimers();
});

test("a change that could not be read is read again, though nothing else changes", async () => {
  jest.useFakeTimers();
  const { state, store } = storeOf();
  const applied: string[] = [];
  const errors: unknown[] = [];
  const apply = async ({ promotions }: ModelRoles) => {
    applied.push(promotions[0]!.name);
    return true;
  };
  const follower = await followRoles(store, apply, (error) => errors.push(error));
  Object.assign(state, { name: "b", isChanged: true, failures: 1 });
  for (let passed = 0; passed < 20_000; passed += 25) {
    jest.advanceTimersByTime(25);
    for (let turn = 0; turn < 8; turn++) await Promise.resolve();
  }
  expect(errors).toHaveLength(1);
  expect(applied).toEqual(["a", "b"]);
  await follower.close();
});
