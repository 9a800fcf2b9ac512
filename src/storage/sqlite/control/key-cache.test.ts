import { expect, test } from "bun:test";
import { cachedFile } from "../../../../test/fixtures/storage/key-caches.ts";
import type { KeyOwner } from "../../port/keys.ts";
import { keyCache } from "./key-cache.ts";

const owner = (keyId: string): KeyOwner => ({
  keyId,
  kind: "secret",
  revokedAt: null,
  allowedOrigins: null,
  restrictions: null,
  welcomeAgents: null,
  kiosks: null,
  listsVersion: 0,
  webhookEvents: null,
  reviewRules: null,
  controlGroup: null,
  attributes: null,
  project: {
    id: "prj_1",
    name: "P",
    riskSetting: "balanced",
    createdAt: 0,
    archivedAt: null,
    baseRate: null,
  },
});

const file = () => cachedFile<KeyOwner>(keyCache);

test("a key is read once while nothing changes", () => {
  const { owners, state, find } = file();
  owners.set("a", owner("key_a"));
  expect([find("a"), find("a"), find("a")]).toEqual([
    owner("key_a"),
    owner("key_a"),
    owner("key_a"),
  ]);
  expect(state.reads).toBe(1);
});

test("after any change every key is read again", () => {
  const { owners, state, find } = file();
  for (const name of ["a", "b"]) owners.set(name, owner(`key_${name}`));
  find("a");
  find("b");
  owners.set("a", { ...owner("key_a"), revokedAt: 5 });
  owners.delete("b");
  state.changed = true;
  expect(find("b")).toBeNull();
  expect(find("a")?.revokedAt).toBe(5);
});

test("a change made while the file is read is noticed by the next call", () => {
  let changed = false;
  let revokedAt: number | null = null;
  const find = keyCache(
    () => {
      const read = { ...owner("key_a"), revokedAt };
      revokedAt = 5; // Another process, right after the read.
      changed = true;
      return read;
    },
    () => {
      const was = changed;
      changed = false;
      return was;
    },
  );
  expect(find("a")?.revokedAt).toBeNull();
  expect(find("a")?.revokedAt).toBe(5);
});

test("an unknown key is read every time: it may have been created in the meantime", () => {
  const { owners, state, find } = file();
  expect([find("x"), find("x")]).toEqual([null, null]);
  expect(state.reads).toBe(2);
  owners.set("x", owner("key_x"));
  expect(find("x")).toEqual(owner("key_x"));
});

test("the number of cached keys is bounded", () => {
  const { owners, state, find } = file();
  for (let i = 0; i <= 10_000; i++) {
    owners.set(`k${i}`, owner(`key_${i}`));
    find(`k${i}`);
  }
  state.reads = 0;
  expect(find("k0")).toEqual(owner("key_0"));
  expect(state.reads).toBe(1);
});
