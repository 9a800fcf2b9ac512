/** People: their accounts, and the tables of the sign-in library. */
import { describe, expect, test } from "bun:test";
import type { OneTimeLinkRecord } from "../../../src/storage/accounts.ts";
import type { Store } from "../../../src/storage/store.ts";
import type { Stores } from "./stores.ts";

const entry = { at: 5, actor: "ada", action: "x", subject: "x", projectId: null, detail: "{}" };
const linkOf = (hash: string, more: Partial<OneTimeLinkRecord> = {}): OneTimeLinkRecord => ({
  ...{ id: `lnk_${hash}`, hash, purpose: "invitation", email: null, role: "owner" },
  ...{ projectId: null, createdBy: "ada", creatorId: null, createdAt: 1, expiresAt: 100 },
  ...more,
});
const userOf = (id: string) => ({
  ...{ id, name: id, email: `${id}@example.org`, twoFactorEnabled: false, createdAt: 1 },
  vouchedBy: null,
});

export function describeAccounts(stores: Stores): void {
  const opened = async () => stores.open(await stores.newPlace());
  async function join(store: Store, id: string, projectId: string | null = null) {
    const hash = `hash of ${id}`;
    await store.accounts.addLink(linkOf(hash, { email: `${id}@example.org` }), entry);
    const grant = { projectId, role: "owner", grantedAt: 2 } as const;
    return store.accounts.join(hash, { user: userOf(id), passwordHash: "p", grant }, entry);
  }

  describe("an account", () => {
    test("is made with a link that works once", async () => {
      const store = await opened();
      expect(await join(store, "usr_a")).toBe("done");
      expect(await store.accounts.list()).toEqual([{ ...userOf("usr_a"), hasPasskey: false }]);
      expect(await store.accounts.grants("usr_a")).toEqual([
        { userId: "usr_a", projectId: null, role: "owner", grantedAt: 2 },
      ]);
      expect(await store.accounts.findLink("hash of usr_a")).toBeNull();
      const again = { user: userOf("usr_b"), passwordHash: "p" } as const;
      const grant = { projectId: null, role: "owner", grantedAt: 2 } as const;
      expect(await store.accounts.join("hash of usr_a", { ...again, grant }, entry)).toBe("gone");
      expect(await join(store, "usr_a")).toBe("taken");
      expect(await store.accounts.links(50)).toHaveLength(1); // It can still be used.
    });

    test("of the last owner stays one, also where two are removed at once", async () => {
      const store = await opened();
      for (const id of ["usr_a", "usr_b"]) await join(store, id);
      const removed = await Promise.all(
        ["usr_a", "usr_b"].map((id) => store.accounts.remove(id, entry)),
      );
      expect(removed.toSorted()).toEqual([false, true]);
      const [left] = await store.accounts.list();
      expect(await store.accounts.setRole(left!.id, null, "viewer", entry)).toBe(false);
      expect(await store.accounts.grants(left!.id)).toMatchObject([{ role: "owner" }]);
    });

    test("has sessions, which end with its password", async () => {
      const store = await opened();
      await join(store, "usr_a");
      const sessionOf = (id: string) => ({
        ...{ id, userId: "usr_a", token: id, ipAddress: null, userAgent: "UA" },
        ...{ expiresAt: 100, createdAt: 1, updatedAt: 1 },
      });
      for (const id of ["s1", "s2", "s3"]) await store.signIns.create("session", sessionOf(id));
      expect(await store.accounts.endOtherSessions("usr_a", "s1", entry)).toBe(2);
      expect((await store.accounts.sessions("usr_a", 50)).map(({ id }) => id)).toEqual(["s1"]);
      expect(await store.accounts.sessions("usr_a", 100)).toEqual([]);
      await store.accounts.addLink(linkOf("new", { purpose: "password", role: null }), entry);
      expect(await store.accounts.setPassword("new", "usr_a", "q", entry)).toBe(true);
      expect(await store.accounts.setPassword("new", "usr_a", "r", entry)).toBe(false);
      expect(await store.accounts.sessions("usr_a", 50)).toEqual([]);
      const of = [{ field: "userId", operator: "eq", value: "usr_a" }] as const;
      expect(await store.signIns.find("account", of, 9)).toMatchObject([{ password: "q" }]);
    });

    test("has passkeys, which are renamed and removed by whom they belong to", async () => {
      const store = await opened();
      for (const id of ["usr_a", "usr_b"]) await join(store, id);
      const passkeyOf = (id: string, userId: string, createdAt: number) => ({
        ...{ id, userId, name: null, publicKey: "k", credentialID: `of ${id}`, counter: 0 },
        ...{
          deviceType: "multiDevice",
          backedUp: true,
          transports: "usb",
          createdAt,
          aaguid: null,
        },
      });
      for (const [id, at] of [
        ["p2", 20],
        ["p1", 10],
      ] as const) {
        const row = passkeyOf(id, "usr_a", at);
        expect(await store.signIns.create("passkey", row)).toEqual(row);
      }
      expect(await store.accounts.find("usr_a")).toMatchObject({ hasPasskey: true });
      expect(await store.accounts.find("usr_b")).toMatchObject({ hasPasskey: false });
      const { accounts } = store;
      expect(await accounts.renamePasskey("usr_b", "p1", "mine", entry)).toBe(false);
      expect(await accounts.renamePasskey("usr_a", "p1", "phone", entry)).toBe(true);
      expect(await accounts.passkeys("usr_a")).toEqual([
        { id: "p1", name: "phone", backedUp: true, createdAt: 10 },
        { id: "p2", name: "", backedUp: true, createdAt: 20 },
      ]);
      expect(await accounts.removePasskey("usr_b", "p1", entry)).toBe(false);
      expect(await accounts.removePasskey("usr_a", "p1", entry)).toBe(true);
      expect(await accounts.passkeys("usr_a")).toHaveLength(1);
      await accounts.dropTwoFactor("usr_a", entry);
      expect(await accounts.passkeys("usr_a")).toEqual([]);
      await store.signIns.create("passkey", passkeyOf("p3", "usr_a", 30));
      expect(await accounts.remove("usr_a", entry)).toBe(true);
      expect(await accounts.passkeys("usr_a")).toEqual([]);
    });

    test("uses a code once, and shares the service's secret", async () => {
      const store = await opened();
      expect(await store.accounts.useCode("h", 10, 0)).toBe(true);
      expect(await store.accounts.useCode("h", 11, 0)).toBe(false);
      expect(await store.accounts.useCode("h", 99, 50)).toBe(true);
      const secrets = [
        await store.accounts.secret("s", "1"),
        await store.accounts.secret("s", "2"),
      ];
      expect(secrets).toEqual(["1", "1"]);
    });
  });

  test("rows of the sign-in library are found, changed, added to, removed and swept", async () => {
    const { signIns } = await opened();
    const row = (id: string, expiresAt: number) => ({
      ...{ id, identifier: `of ${id}`, value: "v", ipAddress: null, userAgent: null },
      ...{ expiresAt, createdAt: 1, updatedAt: 1 },
    });
    for (const [id, at] of [
      ["v1", 10],
      ["v2", 20],
      ["v3", 30],
    ] as const) {
      expect(await signIns.create("verification", row(id, at))).toEqual(row(id, at));
    }
    const ids = async (field: string, operator: "gt" | "in" | "not_in" | "eq", value: never) => {
      const rows = await signIns.find("verification", [{ field, operator, value }], 9);
      return rows.map(({ id }) => id).sort();
    };
    expect(await ids("expiresAt", "gt", 10 as never)).toEqual(["v2", "v3"]);
    expect(await ids("id", "in", ["v1", "v3"] as never)).toEqual(["v1", "v3"]);
    expect(await ids("id", "not_in", ["v1"] as never)).toEqual(["v2", "v3"]);
    expect(await ids("ipAddress", "eq", null as never)).toEqual(["v1", "v2", "v3"]);
    const one = [{ field: "id", operator: "eq", value: "v1" }] as const;
    const changed = await signIns.update("verification", one, { value: "w" }, { expiresAt: 5 });
    expect(changed).toEqual([{ ...row("v1", 15), value: "w" }]);
    expect(await signIns.remove("verification", one)).toHaveLength(1);
    await signIns.sweep(25);
    expect(await ids("ipAddress", "eq", null as never)).toEqual(["v3"]);
    const none = await signIns.find("verification", [], 9).catch((error: Error) => error.message);
    expect(none).toContain("condition");
  });
}
