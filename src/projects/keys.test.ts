import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { randomBase62 } from "../base/base62.ts";
import type { Store } from "../storage/port/store.ts";
import { openSqliteStore } from "../storage/sqlite/sqlite-store.ts";
import { isWellFormedKey, newKey } from "./key-format.ts";
import { authenticate, createKey, type KeyKind, keySummary, restrictKey } from "./keys.ts";
import { createProject } from "./projects.ts";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const kinds: KeyKind[] = ["secret", "publishable"];
const at = 1_800_000_000_000;

describe("a new key", () => {
  test.each([
    ["secret", /^sk_[0-9A-Za-z]{38}$/],
    ["publishable", /^pk_[0-9A-Za-z]{38}$/],
  ] as const)("of kind %s has its form", (kind, form) => {
    for (let i = 0; i < 50; i++) {
      const key = newKey(kind);
      expect(key).toMatch(form);
      expect(isWellFormedKey(key)).toBe(true);
    }
  });

  test("ends in the CRC-32 of what precedes it, in base62, the highest digit first", () => {
    for (let i = 0; i < 200; i++) {
      const key = newKey("secret");
      let value = 0;
      for (const digit of key.slice(-6)) value = value * 62 + alphabet.indexOf(digit);
      expect(value).toBe(crc32(key.slice(0, -6)));
    }
  });

  test("is another every time", () => {
    expect(new Set(Array.from({ length: 1000 }, () => newKey("secret"))).size).toBe(1000);
  });
});

test("random characters are of base62, as many as asked for, none likelier", () => {
  expect(randomBase62(0)).toBe("");
  const text = randomBase62(62_000);
  expect(text).toMatch(/^[0-9A-Za-z]{62000}$/);
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  expect(counts.size).toBe(62);
  // Each is expected 1000 times with a deviation of 31; a biased one would come 1240 times.
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(190);
});

describe("isWellFormedKey", () => {
  test("a typo in any one character is noticed", () => {
    const place = fc.nat(40);
    fc.assert(
      fc.property(fc.constantFrom(...kinds), place, fc.constantFrom(...alphabet), (kind, i, c) => {
        const key = newKey(kind);
        const typo = key.slice(0, i) + c + key.slice(i + 1);
        expect(isWellFormedKey(typo)).toBe(typo === key);
      }),
      { numRuns: 2000 },
    );
  });

  test("so are two neighbours swapped, a character lost, and one too many", () => {
    for (let run = 0; run < 20; run++) {
      const key = newKey("secret");
      for (let i = 0; i < key.length; i++) {
        const swapped = key.slice(0, i) + (key[i + 1] ?? "") + key[i] + key.slice(i + 2);
        if (swapped !== key) expect(isWellFormedKey(swapped)).toBe(false);
        expect(isWellFormedKey(key.slice(0, i) + key.slice(i + 1))).toBe(false);
        expect(isWellFormedKey(`${key.slice(0, i)}x${key.slice(i)}`)).toBe(false);
      }
    }
  });

  test("nor is one with a line's end", () => {
    expect(isWellFormedKey(`${newKey("secret")}\n`)).toBe(false);
  });

  test.each(["", "sk_", "x", "\0", "sk_".repeat(20), "sk_é"])("%j is none", (text) => {
    expect(isWellFormedKey(text)).toBe(false);
  });
});

describe("with a store", () => {
  const folder = mkdtempSync(join(tmpdir(), "booking-risk-keys-"));
  let store: Store;
  let projectId: string;
  const actor = { name: "test" };
  const deps = () => ({ store, now: () => at });
  beforeAll(async () => {
    store = await openSqliteStore(folder);
  });
  beforeEach(async () => {
    ({ projectId } = await createProject(deps(), actor, { name: "P", riskSetting: "balanced" }));
  });
  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  async function made(kind: KeyKind) {
    return createKey(deps(), actor, { projectId, kind, name: "n" });
  }

  test("a key of the wanted kind gives its project", async () => {
    for (const kind of kinds) {
      const { key, keyId } = await made(kind);
      expect(await authenticate(key, kind, store)).toEqual({
        keyId,
        kind,
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
          id: projectId,
          name: "P",
          riskSetting: "balanced",
          createdAt: at,
          archivedAt: null,
          baseRate: null,
        },
      });
    }
  });

  test("all keys of a project are equal", async () => {
    const keys = await Promise.all([made("secret"), made("secret")]);
    for (const { key } of keys) {
      expect(await authenticate(key, "secret", store)).toMatchObject({
        project: { id: projectId },
      });
    }
  });

  test("a refused key is refused for its reason", async () => {
    const { key: secret } = await made("secret");
    const { key: publishable } = await made("publishable");
    const typo = secret.slice(0, -1) + (secret.endsWith("a") ? "b" : "a");
    const cases: [key: string | null, wanted: KeyKind, refusal: string][] = [
      [null, "secret", "missing_key"],
      ["", "secret", "missing_key"],
      [publishable, "secret", "key_mode_mismatch"],
      [secret, "publishable", "key_mode_mismatch"],
      ["pk_", "secret", "key_mode_mismatch"],
      ["sk_misspelled", "publishable", "key_mode_mismatch"],
      [newKey("publishable"), "secret", "key_mode_mismatch"],
      [newKey("secret"), "secret", "invalid_key"],
      [newKey("publishable"), "publishable", "invalid_key"],
      [typo, "secret", "invalid_key"],
      [secret.toUpperCase(), "secret", "invalid_key"],
      [` ${secret}`, "secret", "invalid_key"],
      [`Bearer ${secret}`, "secret", "invalid_key"],
      ["sk_", "secret", "invalid_key"],
      ["x", "secret", "invalid_key"],
      ["x", "publishable", "invalid_key"],
      [secret.repeat(1000), "secret", "invalid_key"],
    ];
    for (const [key, wanted, refusal] of cases) {
      expect([key, await authenticate(key, wanted, store)]).toEqual([key, refusal as never]);
    }
  });

  test("a malformed key is refused without a look into the store", async () => {
    const keys = {
      ...store.keys,
      findOwner: () => {
        throw new Error("looked");
      },
    };
    expect(await authenticate("sk_x", "secret", { ...store, keys })).toBe("invalid_key");
  });

  test("a revoked key is refused as revoked at once; the others go on", async () => {
    const one = await made("secret");
    const other = await made("secret");
    expect(await authenticate(one.key, "secret", store)).toBeObject();
    expect(await store.keys.revoke(one.keyId, at + 5)).toBe(true);
    expect(await authenticate(one.key, "secret", store)).toBe("revoked_key");
    expect(await authenticate(other.key, "secret", store)).toBeObject();
    await store.keys.revoke(one.keyId, at + 9);
    expect((await store.keys.find(one.keyId))?.revokedAt).toBe(at + 5);
    expect(await store.keys.revoke("key_none", at)).toBe(false);
  });

  test("a new risk setting holds for the next request", async () => {
    const { key } = await made("secret");
    await authenticate(key, "secret", store);
    await store.projects.setRiskSetting(projectId, "maximizeRevenue");
    expect(await authenticate(key, "secret", store)).toMatchObject({
      project: { riskSetting: "maximizeRevenue" },
    });
  });

  test("other allowed origins hold for the next request", async () => {
    const allowedOrigins = ["https://hotel.example"];
    const input = { projectId, kind: "publishable", allowedOrigins };
    const { key, keyId } = await createKey(deps(), actor, input);
    expect(await authenticate(key, "publishable", store)).toMatchObject({ allowedOrigins });
    const others = ["https://*.hotel.example", "https://a.example"];
    const replace = (id: string, to: readonly string[] | null, from: readonly string[] | null) =>
      store.keys.replaceLimits(id, {
        limits: { allowedOrigins: to },
        before: { allowedOrigins: from },
      });
    expect(await replace(keyId, others, allowedOrigins)).toBe(true);
    expect(await authenticate(key, "publishable", store)).toMatchObject({ allowedOrigins: others });
    expect(keySummary((await store.keys.find(keyId))!).allowedOrigins).toEqual(others);
    await replace(keyId, null, others);
    expect(await authenticate(key, "publishable", store)).toMatchObject({ allowedOrigins: null });
    expect(await replace("key_none", null, null)).toBe(false);
  });

  test("of restrictions that several change at the same time, none is lost", async () => {
    const { keyId } = await made("secret");
    const restrict = (input: object) => restrictKey(deps(), actor, { keyId, ...input });
    const none = { expiresAt: null, allowedAddresses: null, rateLimit: null };
    await Promise.all([restrict({ rateLimit: 5 }), restrict({ allowedAddresses: ["10.0.0.0/8"] })]);
    const both = { ...none, rateLimit: 5, allowedAddresses: ["10.0.0.0/8"] };
    expect(await store.keys.find(keyId)).toMatchObject(both);
    await expect(restrict({ rateLimit: 6, replaces: none })).rejects.toThrow("setting_changed");
    expect(await restrict({ ...both, replaces: none })).toMatchObject({ keyId, ...both });
    const seen = [6, 7, 8].map((rateLimit) => restrict({ rateLimit, replaces: both }));
    const states = (await Promise.allSettled(seen)).map(({ status }) => status);
    expect(states.toSorted()).toEqual(["fulfilled", "rejected", "rejected"]);
  });

  test("a project that there is not gets no key", async () => {
    const input = { projectId: "prj_none", kind: "secret" };
    expect(createKey(deps(), actor, input)).rejects.toMatchObject({ code: "project_not_found" });
    expect(await store.keys.list("prj_none")).toEqual([]);
  });

  test("a key is shown once: what can be shown again is not the key", async () => {
    const { key, keyId, ...answer } = await made("secret");
    expect(answer).toEqual({
      kind: "secret",
      name: "n",
      createdAt: "2027-01-15T08:00:00.000Z",
      allowedOrigins: null,
      expiresAt: null,
      allowedAddresses: null,
      rateLimit: null,
    });
    await store.keys.touch(new Map([[keyId, at + 1000]]));
    await store.keys.touch(new Map([[keyId, at + 500]])); // Another server's, late.
    await store.keys.revoke(keyId, at + 2000);
    const record = await store.keys.find(keyId);
    expect(keySummary(record!)).toEqual({
      keyId,
      kind: "secret",
      display: `${key.slice(0, 8)}…${key.slice(-4)}`,
      name: "n",
      createdAt: "2027-01-15T08:00:00.000Z",
      lastUsedAt: "2027-01-15T08:00:01.000Z",
      revokedAt: "2027-01-15T08:00:02.000Z",
      allowedOrigins: null,
      expiresAt: null,
      allowedAddresses: null,
      rateLimit: null,
    });
    expect(JSON.stringify(record)).not.toContain(key.slice(8, -4));
    expect(record?.hash).toBe(new Bun.CryptoHasher("sha256").update(key).digest("hex"));
  });

  test("no file of the data folder holds a key", async () => {
    const keys = [await made("secret"), await made("publishable")];
    for (const { key, kind } of keys) await authenticate(key, kind, store);
    const files = readdirSync(folder);
    expect(files).toContain("control.db");
    let sawTheIds = false;
    for (const file of files) {
      const bytes = readFileSync(join(folder, file));
      for (const { key, keyId } of keys) {
        sawTheIds ||= bytes.includes(keyId);
        expect([file, bytes.includes(key)]).toEqual([file, false]);
        expect([file, bytes.includes(key.slice(8, -4))]).toEqual([file, false]);
      }
    }
    expect(sawTheIds).toBe(true); // The search itself works.
  });
});
