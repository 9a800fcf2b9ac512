/** Erasing guests, and ending the retention of decisions, through the modules that do so. */
import { describe, expect, test } from "bun:test";
import { waitUntil } from "../../../scripts/wait-until.ts";
import { eraseGuest } from "../../../src/privacy/erase.ts";
import { readGuest } from "../../../src/privacy/guest.ts";
import { decisionRetention } from "../../../src/privacy/retention.ts";
import { isBlanked } from "../../../src/storage/guests.ts";
import type { Store } from "../../../src/storage/store.ts";
import { identityOfText } from "../../../src/velocity/identities.ts";
import { decisionOf, nextNumber, projectOf, reportOf } from "./fixtures.ts";
import type { Stores } from "./stores.ts";

const projectId = "prj_guests";
const email = "guest@example.org";
const device = "dev_of_the_guest";
const dayMs = 24 * 60 * 60 * 1000;
const clock = 20_000 * dayMs + 5000;
const now = () => clock;

export function describeGuests(stores: Stores): void {
  async function opened(): Promise<Store> {
    const store = await stores.openIndexing(await stores.newPlace());
    await store.projects.create(projectOf(projectId));
    return store;
  }

  async function decide(store: Store, of: string, deviceId: string, at: number): Promise<string> {
    const collectionId = `col_${nextNumber()}`;
    const identities = {
      email: identityOfText(projectId, "email", of),
      device: identityOfText(projectId, "device", deviceId),
      hotel: 99,
      collection: identityOfText(projectId, "collection", collectionId),
    };
    const made = decisionOf(projectId, identities, at, nextNumber());
    const { id } = made.decision;
    const evidence = JSON.stringify({ collection: { deviceIds: [deviceId] }, network: null });
    const request = JSON.stringify({ booker: { email: of }, hotel: { name: "H", country: "PT" } });
    const key = { keyHash: `key ${id}`, bodyHash: "b", decisionId: id, createdAt: at };
    const own = { collectionId, evidence, request, requestId: `order-${of}` };
    await store.decisions.commit({
      ...made,
      decision: { ...made.decision, ...own },
      idempotency: key,
    });
    const summary = JSON.stringify({ firstAt: at, deviceIds: [deviceId] });
    const batch = { sequence: 0, receivedAt: at, ip: "203.0.113.9", userAgent: "", headers: null };
    await store.collections.append(
      { projectId, id: collectionId, version: 1, summary },
      { ...batch, body: "{}" },
    );
    await store.outcomes.report({ ...reportOf(made, "fraud", at), note: `about ${of}` });
    await store.reasons.put({ projectId, decisionId: id, json: `"${of}"`, computedAt: at });
    return id;
  }

  const historyOf = (store: Store, of: string) =>
    store.velocity.asOf(
      projectId,
      { email: identityOfText(projectId, "email", of), hotel: 99 },
      0,
      { at: clock + 1000, tie: 0 },
    );

  describe("a guest", () => {
    test("is erased from everything, and others are not", async () => {
      const store = await opened();
      const own: string[] = [];
      for (let i = 0; i < 20; i++) own.push(await decide(store, email, device, clock - 100 + i));
      const other = await decide(store, "other@example.org", "dev_other", clock - 50);
      const guest = readGuest(projectId, { kind: "email", value: email });
      const { erased } = await eraseGuest({ store, now }, { name: "ada" }, guest);
      expect(erased).toEqual({
        ...{ decisions: 20, outcomes: 20, reasons: 20, shadowScores: 0, idempotencyKeys: 20 },
        ...{ collections: 20, batches: 20 },
      });
      expect([...(await store.decisions.known(projectId, own))]).toEqual([]);
      expect((await store.decisions.after(projectId, "", 100)).map(({ id }) => id)).toEqual([
        other,
      ]);
      const { sightings, firstSeen, outcomes } = await historyOf(store, email);
      expect([sightings.email, firstSeen.email, outcomes?.email]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
      expect(sightings.hotel).toHaveLength(1);
      expect(outcomes?.hotel).toEqual({ fraud: 1, legitimate: 0, lastFraudAt: clock - 50 });
      const listed = await store.search.list(projectId, {}, null, 100);
      expect(listed.map(({ id }) => id)).toEqual([other]);
      const counted = await store.search.byScore(projectId, 0, clock + dayMs);
      expect(counted.map(({ count }) => count)).toEqual([1]);
      const [erasure] = await store.erasures.list(projectId);
      expect(erasure).toMatchObject({ identity: null, finishedAt: clock });
    }, 60_000);

    test("is not in decisions whose retention has ended; figures are as before", async () => {
      const store = await opened();
      const old = await decide(store, email, device, clock - 50 * dayMs);
      const young = await decide(store, email, device, clock - 3 * dayMs);
      const figures = async () => {
        await waitUntil("the figures", async () => (await store.search.backlog()) === 0);
        return store.search.byScore(projectId, 0, clock + dayMs);
      };
      const before = await figures();
      const end = decisionRetention(store, { days: 40, now, stopped: () => false });
      await store.guests.index();
      expect(await end()).toEqual([{ projectId, decisions: 1, days: 40, keeps: "training" }]);
      expect(await end()).toEqual([]);
      const [blanked, whole] = [
        (await store.decisions.find(projectId, old))!,
        (await store.decisions.find(projectId, young))!,
      ];
      expect([isBlanked(blanked), isBlanked(whole)]).toEqual([true, false]);
      expect(JSON.stringify(blanked)).not.toContain(email);
      expect((await store.outcomes.list(projectId, old))[0]).toMatchObject({
        ...{ outcome: "fraud", note: null, requestId: "" },
      });
      expect(await store.reasons.list(projectId, [old, young])).toHaveLength(1);
      expect((await historyOf(store, email)).sightings.email).toHaveLength(1);
      expect(await figures()).toEqual(before);
      expect(await store.search.list(projectId, {}, null, 9)).toHaveLength(2);
      const found = { requestId: `order-${email}` };
      expect(await store.search.list(projectId, found, null, 9)).toHaveLength(1);
    }, 60_000);
  });
}
