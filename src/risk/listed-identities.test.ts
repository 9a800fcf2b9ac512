import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { booking } from "../../test/fixtures/booking.ts";
import { projectFixture } from "../../test/fixtures/project.ts";
import { intake } from "../attempt/telemetry/intake.ts";
import type { DomainError } from "../base/domain-error.ts";
import { addListEntry, archiveListEntry, listEntries } from "../decisions/lists/lists.ts";
import { givePass, passOf } from "../decisions/lists/passes.ts";
import { eraseGuest } from "../decisions/privacy/erase.ts";
import { readGuest } from "../decisions/privacy/guest.ts";
import type { DecisionRecord } from "../storage/port/decisions.ts";
import type { ListKind } from "../storage/port/lists.ts";
import type { ProjectRecord } from "../storage/port/projects.ts";
import type { Store } from "../storage/port/store.ts";
import { openSqliteStore } from "../storage/sqlite/sqlite-store.ts";
import { checkoutDecider } from "./decide.ts";
import { putFeatureSet } from "./feature-sets.ts";
import { featureNames } from "./features/index.ts";
import type { Scorer } from "./features/scorer.ts";
import { listedIdentities } from "./listed-identities.ts";
import { decidedAction, storedMatches } from "./order-of-decision.ts";
import { riskScoreOf } from "./score.ts";
import { verifyDecision } from "./verify.ts";

const folder = mkdtempSync(join(tmpdir(), "booking-risk-lists-"));
const actor = { name: "ada" };
const hourMs = 3_600_000;
let store: Store;
let project: ProjectRecord;
let clock: number;
let probability: number;

beforeAll(async () => {
  store = await openSqliteStore(folder);
  await putFeatureSet(store);
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  clock = Date.UTC(2027, 3, 1, 12);
  probability = 0.01;
  project = await projectFixture(store);
});

const scorer: Scorer = {
  name: "fixed",
  version: "1.2.3",
  sha256: "ab".repeat(32),
  baseRate: null,
  score: async () => probability,
};
const verifier = { features: [], baseRate: null, probabilities: () => [probability] };

/** A copy of the service, with a memory of its own. */
function copy(of: Pick<Store, "lists" | "decisions"> = store) {
  const lists = listedIdentities(of);
  const decide = checkoutDecider({
    store,
    lists,
    network: () => null,
    now: () => clock,
    settled: () => undefined,
    withModel: (_, work) => work(scorer),
  });
  return { lists, decide };
}

const versionNow = async () => {
  const found = (await store.lists.projects()).find(({ projectId }) => projectId === project.id);
  return found?.version ?? 0;
};

let requests = 0;
const ada = "ada@hotel-avenida.example";
type Decide = ReturnType<typeof copy>["decide"];

interface Booked {
  kiosks?: string[];
  collectionId?: string;
  booker?: { email: string; referenceId: string };
}

async function book(decide: Decide, more: Booked = {}) {
  const { kiosks, collectionId, booker = { email: ada, referenceId: "user-1" } } = more;
  const request = booking({
    requestId: `r-${requests++}`,
    booker,
    ...(collectionId && { collectionId }),
  });
  const listsVersion = await versionNow();
  const record = await decide({ project, kiosks: kiosks ?? null, listsVersion, request }, null);
  expect(verifyDecision(record, featureNames, verifier)).toMatchObject({ result: "same" });
  return record;
}

const add = (kind: ListKind, type: string, value: string, expiresInMs: number | null = null) =>
  addListEntry({ store, now: () => clock }, actor, {
    projectId: project.id,
    kind,
    type,
    value,
    reason: "test",
    expiresAt: expiresInMs === null ? null : new Date(clock + expiresInMs).toISOString(),
  });
const archive = (entryId: string) =>
  archiveListEntry({ store, now: () => clock }, actor, { projectId: project.id, entryId });

const outcomeOf = (record: DecisionRecord) => [record.suggestedAction, decidedAction(record).kind];

describe("a listed attempt", () => {
  test("is denied from the next request on, on a copy that had loaded before, until it is archived", async () => {
    const { lists, decide } = copy();
    await lists.load();
    expect(outcomeOf(await book(decide))).toEqual(["allow", "model"]);
    const { entryId } = await add("deny", "email", ada.toUpperCase());
    const denied = await book(decide);
    expect(outcomeOf(denied)).toEqual(["deny", "deny"]);
    expect(storedMatches(denied)).toEqual([{ kind: "deny", entryId, version: 1 }]);
    expect([denied.riskScore, denied.riskLevel]).toEqual([riskScoreOf(0.01), "low"]);
    expect(await store.decisions.find(project.id, denied.id)).toEqual(denied);
    await archive(entryId);
    expect(outcomeOf(await book(decide))).toEqual(["allow", "model"]);
    await add("deny", "email", ada);
    expect(outcomeOf(await book(decide))).toEqual(["deny", "deny"]);
  });

  test("is allowed whatever the score, until the entry expires, unless the deny list has it", async () => {
    const { decide } = copy();
    probability = 0.9;
    expect(outcomeOf(await book(decide))).toEqual(["deny", "model"]);
    await add("allow", "booker", "user-1", hourMs);
    const allowed = await book(decide);
    expect(outcomeOf(allowed)).toEqual(["allow", "allow"]);
    expect(allowed.riskScore).toBe(riskScoreOf(0.9));
    await add("deny", "domain", "hotel-avenida.example", hourMs / 2);
    const denied = await book(decide);
    expect(outcomeOf(denied)).toEqual(["deny", "deny"]);
    expect(storedMatches(denied).map(({ kind }) => kind)).toEqual(["deny", "allow"]);
    clock += hourMs / 2;
    expect(outcomeOf(await book(decide))).toEqual(["allow", "allow"]);
    clock += hourMs / 2;
    expect(outcomeOf(await book(decide))).toEqual(["deny", "model"]);
  });

  test("is marked by the watch list, and decided as without it", async () => {
    const { decide } = copy();
    const { entryId } = await add("watch", "phone", booking().booker.phone);
    const watched = await book(decide);
    expect(outcomeOf(watched)).toEqual(["allow", "model"]);
    expect(storedMatches(watched)).toEqual([{ kind: "watch", entryId, version: 1 }]);
  });

  test("stays denied when the guest is erased and the entry is kept, on every copy, and nobody else is", async () => {
    const [running, other] = [copy(), copy()];
    await add("deny", "email", ada, hourMs);
    await add("allow", "booker", "user-1", hourMs);
    expect(outcomeOf(await book(running.decide))).toEqual(["deny", "deny"]);
    const erase = (kind: string, value: string, keptBecause: string | null) => {
      const guest = readGuest(project.id, { kind, value });
      return eraseGuest({ store, now: () => clock }, actor, guest, keptBecause);
    };
    const { erased } = await erase("email", ada, "a chargeback");
    expect(erased).toMatchObject({ listEntries: 1, keptEntries: 1 });
    for (const { decide } of [running, other, copy()]) {
      expect(outcomeOf(await book(decide))).toEqual(["deny", "deny"]);
    }
    const shown = () =>
      listEntries({ store }, { projectId: project.id, kind: "deny", find: ada.toUpperCase() });
    const [entry] = (await shown()).entries;
    expect(entry).toMatchObject({ type: "email", value: "", reason: "a chargeback" });
    const stranger = { email: `x${ada}`, referenceId: "user-2" };
    expect(outcomeOf(await book(running.decide, { booker: stranger }))).toEqual(["allow", "model"]);
    clock += hourMs;
    expect(outcomeOf(await book(running.decide))).toEqual(["allow", "model"]);
    await erase("email", ada, null);
    expect((await shown()).entries).toEqual([]);
  });

  test("is none of another project", async () => {
    const { decide } = copy();
    const here = project;
    await add("deny", "email", ada);
    project = await projectFixture(store);
    expect(outcomeOf(await book(decide))).toEqual(["allow", "model"]);
    project = here;
    expect(outcomeOf(await book(decide))).toEqual(["deny", "deny"]);
  });
});

describe("a one-time pass", () => {
  const give = ({ id: decisionId }: DecisionRecord) =>
    givePass({ store, now: () => clock }, actor, {
      projectId: project.id,
      decisionId,
      reason: "known to the front desk",
    });
  const codeOf = (given: Promise<unknown>) =>
    given.then(
      () => null,
      (error: DomainError) => error.code,
    );

  test("lets the next attempt through, whatever the score and the lists, and only that one", async () => {
    const copies = [copy(), copy()];
    const { entryId } = await add("deny", "email", ada);
    probability = 0.9;
    const denied = await book(copies[0]!.decide);
    const { passId, expiresAt } = await give(denied);
    expect(Date.parse(expiresAt) - clock).toBe(24 * hourMs);
    expect(await codeOf(give(denied))).toBe("pass_given");
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, n) => book(copies[n % 2]!.decide)),
    );
    const allowed = all.filter(({ suggestedAction }) => suggestedAction === "allow");
    expect(allowed).toHaveLength(1);
    expect(decidedAction(allowed[0]!)).toMatchObject({ kind: "pass", entryId: passId });
    expect(allowed[0]!.riskScore).toBe(riskScoreOf(0.9));
    for (const one of all.filter((one) => one !== allowed[0])) {
      expect(decidedAction(one)).toMatchObject({ kind: "deny", entryId });
      expect(storedMatches(one)).toHaveLength(1);
      expect(await store.decisions.find(project.id, one.id)).toEqual(one);
    }
    expect(await passOf({ store }, denied)).toMatchObject({ passId, usedBy: allowed[0]!.id });
    expect(outcomeOf(await book(copies[1]!.decide))).toEqual(["deny", "deny"]);
    const again = await give(denied);
    expect(outcomeOf(await book(copies[1]!.decide))).toEqual(["allow", "pass"]);
    expect(again.passId).not.toBe(passId);
  });

  test("expires, and is of one guest", async () => {
    const { decide } = copy();
    probability = 0.9;
    const denied = await book(decide);
    await give(denied);
    const request = booking({
      requestId: "other",
      booker: { email: "grace@hotel-avenida.example" },
    });
    const listsVersion = await versionNow();
    const other = await decide({ project, listsVersion, request }, null);
    expect(outcomeOf(other)).toEqual(["deny", "model"]);
    clock += 24 * hourMs;
    expect(outcomeOf(await book(decide))).toEqual(["deny", "model"]);
    await give(denied);
    expect(outcomeOf(await book(decide))).toEqual(["allow", "pass"]);
  });

  test("is for denied bookings only", async () => {
    const { decide } = copy();
    expect(await codeOf(give(await book(decide)))).toBe("decision_not_denied");
    expect(await codeOf(give({ id: "dec_none" } as DecisionRecord))).toBe("decision_not_found");
  });
});

describe("a visit", () => {
  const deviceId = "dev_lobby00001";

  async function visit(ip: string): Promise<string> {
    const collectionId = `col_listed${String(requests++).padStart(4, "0")}`;
    const batch = {
      key: "",
      collectionId,
      sequence: 0,
      startedAt: 0,
      sentAt: 0,
      sdkVersion: "1",
      device: { deviceId },
      events: [],
    };
    await intake(store).take(project.id, batch, { receivedAt: clock, ip, userAgent: "UA" });
    return collectionId;
  }

  test("is found by its device, its address and each network that it is in", async () => {
    const { decide } = copy();
    const denies = async (ip: string) => {
      const record = await book(decide, { collectionId: await visit(ip) });
      return storedMatches(record).length;
    };
    expect(await denies("203.0.113.7")).toBe(0);
    await add("deny", "ip", "203.0.113.7");
    await add("deny", "ip", "203.0.113.0/24");
    await add("watch", "ip", "203.0.0.0/12");
    await add("watch", "ip", "2001:db8::/32");
    expect(await denies("203.0.113.7")).toBe(3);
    expect(await denies("203.0.113.8")).toBe(2);
    expect(await denies("203.1.113.8")).toBe(1);
    expect(await denies("203.16.113.8")).toBe(0);
    expect(await denies("2001:db8:5::1")).toBe(1);
    expect(await denies("2001:db9:5::1")).toBe(0);
    await add("watch", "device", deviceId);
    expect(await denies("2001:db9:5::1")).toBe(1);
  });

  test("at a kiosk is found by neither", async () => {
    const { decide } = copy();
    await add("deny", "device", deviceId);
    await add("deny", "ip", "203.0.113.7");
    await add("deny", "ip", "203.0.113.0/24");
    const collectionId = await visit("203.0.113.7");
    expect(storedMatches(await book(decide, { collectionId }))).toHaveLength(3);
    const atKiosk = await book(decide, { collectionId, kiosks: [deviceId] });
    expect(storedMatches(atKiosk)).toEqual([]);
  });
});

describe("the memory of the lists", () => {
  test("is read in pages, once for all requests that wait for it", async () => {
    const entries = Array.from({ length: 5001 }, (_, n) => ({
      id: `lst_${String(n).padStart(16, "0")}`,
      projectId: project.id,
      kind: "deny" as const,
      type: "email" as const,
      value: `${n}`,
      identity: n,
      network: null,
      hashKey: null,
      reason: "test",
      decisionId: null,
      createdBy: "ada",
      createdAt: clock,
      expiresAt: null,
      review: false,
    }));
    const audit = { at: 1, actor: "ada", action: "a", subject: "s", projectId: null, detail: "{}" };
    await store.lists.add(entries, audit);
    const pages: number[] = [];
    const counting = {
      ...store,
      lists: {
        ...store.lists,
        identitiesAfter: async (...asked: Parameters<Store["lists"]["identitiesAfter"]>) => {
          const page = await store.lists.identitiesAfter(...asked);
          pages.push(page.length);
          return page;
        },
      },
    };
    const { lists } = copy(counting);
    const matching = (version: number, email: number) =>
      lists.matching(project.id, version, { at: clock, identities: { email }, ip: null });
    const found = await Promise.all([matching(1, 5000), matching(1, 0), matching(1, 5001)]);
    expect(found.map((matches) => matches.length)).toEqual([1, 1, 0]);
    expect(pages).toEqual([5000, 1]);
    expect(matching(1, 5001)).toEqual([]);
    expect(matching(0, 1)).toEqual([]);
    await matching(1, 1);
    expect(pages).toEqual([5000, 1]);
  });

  test("that cannot be read answers nothing, and is read by the next request", async () => {
    await add("deny", "email", ada);
    let isDown = true;
    const failing = {
      ...store,
      lists: {
        ...store.lists,
        identitiesAfter: (...asked: Parameters<Store["lists"]["identitiesAfter"]>) =>
          isDown ? Promise.reject(new Error("down")) : store.lists.identitiesAfter(...asked),
      },
    };
    const { decide } = copy(failing);
    await expect(book(decide)).rejects.toThrow("down");
    isDown = false;
    expect(outcomeOf(await book(decide))).toEqual(["deny", "deny"]);
  });
});
