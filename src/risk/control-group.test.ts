/** The control group with the real decider on a real store; the model denies everybody. */
import { expect, test } from "bun:test";
import { booking } from "../../test/fixtures/booking.ts";
import { projectFixture } from "../../test/fixtures/project.ts";
import { sqliteStores } from "../../test/fixtures/storage/sqlite-stores.ts";
import { type CollectionFacts, unknownFacts } from "../attempt/telemetry/summary.ts";
import { wilsonInterval } from "../base/confidence-interval.ts";
import { setControlGroup } from "../projects/control-group.ts";
import { createProject } from "../projects/projects.ts";
import { type ControlGroup, drawResults } from "../storage/port/control-group.ts";
import type { DecisionRecord } from "../storage/port/decisions.ts";
import type { ListMatch } from "../storage/port/lists.ts";
import { drawnAttemptsMax, drawOf, storedDraw } from "./control-group.ts";
import { attemptDecider } from "./decide.ts";
import { decisionOrders } from "./decision.ts";
import { putFeatureSet } from "./feature-sets.ts";
import { featureNames } from "./features/index.ts";
import type { Scorer } from "./features/scorer.ts";
import { decidedAction } from "./order-of-decision.ts";
import { verifyDecision } from "./verify.ts";

const stores = sqliteStores();
const actor = { name: "ada" };
const denied = 0.5;
const scorer: Scorer = {
  name: "fixed",
  version: "1.2.3",
  sha256: "ab".repeat(32),
  baseRate: null,
  score: async () => denied,
};
const verifier = { features: [], baseRate: null, probabilities: () => [denied] };

interface Guest {
  email?: string;
  phone?: string;
  deviceId?: string;
  ip?: string | null;
  card?: string;
  amount?: { value: number; currency: string };
}

async function hotel(setting: Partial<Omit<ControlGroup, "secret">> = {}) {
  const store = await stores.open(stores.newFolder());
  await putFeatureSet(store);
  const project = await projectFixture(store);
  let clock = Date.UTC(2027, 3, 10, 12);
  const deps = { store, now: () => clock };
  const limits = { share: 0.05, bookingsMax: 1000, amountMax: null, ...setting };
  await setControlGroup(deps, actor, { projectId: project.id, setting: limits });
  const controlGroup = (await store.projects.choices(project.id))!.controlGroup!;
  let matches: ListMatch[] = [];
  const decide = attemptDecider({
    store,
    network: () => null,
    lists: { matching: () => matches },
  });
  const nextOrder = decisionOrders(() => clock);
  let sent = 0;
  async function book(guest: Guest, source: "api" | "import" = "api"): Promise<DecisionRecord> {
    const number = sent++;
    clock += 1000;
    const { email = `guest${number}@example.com`, card, amount } = guest;
    const { phone = `+3519${String(10_000_000 + number)}` } = guest;
    const { deviceId = `dev_guest${String(number).padStart(8, "0")}` } = guest;
    const { ip = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}` } = guest;
    const request = booking({
      requestId: `r-${number}`,
      booker: { email, firstName: "Ana", lastName: `Silva${number}`, phone },
      ...(amount && { booking: { totalAmount: amount } }),
      ...(card && { payment: { instrumentId: card } }),
    });
    const collection = { ...unknownFacts, lastDeviceId: deviceId, lastIp: ip } as CollectionFacts;
    const record = await decide({
      project,
      request,
      source,
      model: scorer,
      order: nextOrder(),
      collection,
      outcome: null,
      kiosks: null,
      listsVersion: 1,
      controlGroup,
    });
    expect(verified(record, controlGroup.secret).differing).toEqual([]);
    return record;
  }
  const report = async (outcome: "fraud" | "legitimate", record: DecisionRecord) =>
    store.outcomes.report({
      projectId: project.id,
      decisionId: record.id,
      outcome,
      occurredAt: null,
      note: null,
      requestId: record.requestId,
      keyId: null,
      reportedAt: clock,
    });
  return {
    store,
    deps,
    project,
    controlGroup,
    book,
    report,
    on: (entries: ListMatch[]) => {
      matches = entries;
    },
    later: (ms: number) => {
      clock += ms;
    },
  };
}

function verified(record: DecisionRecord, secret: string | null) {
  return verifyDecision(record, featureNames, verifier, {
    controlGroupKey: secret,
    challenge: null,
  });
}

const resultOf = (record: DecisionRecord) => storedDraw(record)?.result ?? null;

/** Of guests of whom one in twenty is let through, none of so many is in one of 10^9 runs. */
const triesMax = 400;

/** E-mail addresses with this draw. */
async function emailsWith(
  result: "allowed" | "denied",
  count: number,
  { book }: { book: (guest: Guest) => Promise<DecisionRecord> },
) {
  const found: string[] = [];
  for (let i = 0; found.length < count && i < triesMax; i++) {
    const email = `${result}${i}@example.com`;
    if (resultOf(await book({ email })) === result) found.push(email);
  }
  return found;
}

test("the share of the e-mail addresses is drawn, and each has the same draw again", () => {
  const secret = "5f".repeat(32);
  const history = { attempts: {}, distinct: [], outcomes: null };
  const collection = { lastDeviceId: "dev_1", lastIp: "10.0.0.1" };
  const draw = (email: number, key = secret) =>
    drawOf(
      { share: 0.03, secret: key },
      { email, atKiosk: false, attempt: { history, collection } as never },
    );
  const count = 20_000;
  const all = Array.from({ length: count }, (_, email) => draw(email));
  const drawn = all.filter(({ result }) => result === "allowed").length;
  const [low, high] = wilsonInterval(drawn / count, count, 4);
  expect(low).toBeLessThan(0.03);
  expect(high).toBeGreaterThan(0.03);
  expect(Array.from({ length: 100 }, (_, email) => draw(email))).toEqual(all.slice(0, 100));
  expect(draw(1, "60".repeat(32)).draw).not.toBe(draw(1).draw);
});

test("who is let through is let through again, and who is not cannot draw again", async () => {
  const { book } = await hotel();
  const [lucky] = await emailsWith("allowed", 1, { book });
  const again = await book({ email: lucky! });
  expect([again.suggestedAction, decidedAction(again).kind]).toEqual(["allow", "controlGroup"]);
  expect(again.riskScore).toBeGreaterThan(74);
  const first = await book({
    email: "a@example.com",
    deviceId: "dev_same00000001",
    ip: "10.9.9.9",
  });
  expect(resultOf(first)).toBeOneOf(["denied", "allowed"]);
  for (const same of [{ deviceId: "dev_same00000001" }, { ip: "10.9.9.9" }]) {
    for (let i = 0; i < 5; i++) expect(resultOf(await book(same))).toBe("otherGuest");
  }
  for (const same of [{ phone: "+351912345678" }, { card: "tok_1" }]) {
    await book(same);
    for (let i = 0; i < 5; i++) expect(resultOf(await book(same))).toBe("otherGuest");
  }
});

test("attempts at the same moment on one device do not draw one after the other", async () => {
  const { book } = await hotel();
  const all = await Promise.all(
    Array.from({ length: 20 }, () => book({ deviceId: "dev_same00000001" })),
  );
  expect(all.slice(1).map(resultOf)).toEqual(all.slice(1).map(() => "otherGuest"));
});

test("more attempts than a guest makes are not drawn", async () => {
  const { book } = await hotel();
  const guest = { email: "again@example.com", deviceId: "dev_again0000001", ip: "10.8.8.8" };
  const results = [];
  for (let i = 0; i <= drawnAttemptsMax; i++) results.push(resultOf(await book(guest)));
  expect(new Set(results.slice(0, -1)).size).toBe(1);
  expect(results.at(-1)).toBe("repeated");
});

test("without a device or an address, nobody is drawn", async () => {
  const { book } = await hotel();
  for (let i = 0; i < 5; i++) expect(resultOf(await book({ ip: null }))).toBe("notSeen");
});

test("a guest with reported fraud is never let through, by whatever identity", async () => {
  const { book, report } = await hotel();
  const [lucky] = await emailsWith("allowed", 1, { book });
  const fraud = await book({ email: "fraud@example.com", deviceId: "dev_fraud0000001" });
  await report("fraud", fraud);
  const after = await book({ email: lucky!, deviceId: "dev_fraud0000001" });
  expect(after.suggestedAction).toBe("deny");
  await report("fraud", await book({ email: lucky! }));
  expect(resultOf(await book({ email: lucky! }))).toBe("fraudReported");
});

test("a guest who was reported as genuine is drawn like any other", async () => {
  const { book, report } = await hotel();
  const [lucky] = await emailsWith("allowed", 1, { book });
  await report("legitimate", await book({ email: lucky! }));
  expect(resultOf(await book({ email: lucky! }))).toBe("allowed");
});

test("entries of lists decide before it, and imported attempts are not drawn", async () => {
  const { book, on } = await hotel();
  const [lucky] = await emailsWith("allowed", 1, { book });
  on([{ kind: "deny", entryId: "lst_1", version: 1 }]);
  const listed = await book({ email: lucky! });
  expect([listed.suggestedAction, resultOf(listed)]).toEqual(["deny", null]);
  on([{ kind: "watch", entryId: "lst_2", version: 1 }]);
  expect((await book({ email: lucky! })).suggestedAction).toBe("allow");
  on([]);
  expect(resultOf(await book({ email: lucky! }, "import"))).toBeNull();
});

test("the month's limits hold, of bookings and of amounts, and end with the month", async () => {
  const { book, later, store, project } = await hotel({
    bookingsMax: 3,
    amountMax: { value: 500, currency: "EUR" },
  });
  const emails: string[] = [];
  const results: (string | null)[] = [];
  const amounts = [
    { value: 400, currency: "EUR" },
    { value: 9000, currency: "USD" },
    { value: 200, currency: "EUR" },
    undefined,
    { value: 1, currency: "EUR" },
  ];
  for (let i = 0; results.length < amounts.length && i < 2 * triesMax; i++) {
    const amount = amounts[results.length];
    const record = await book({ email: `m${i}@example.com`, ...(amount && { amount }) });
    const result = resultOf(record);
    if (result === "denied") continue;
    results.push(result);
    emails.push(`m${i}@example.com`);
  }
  expect(results).toEqual(["allowed", "allowed", "limitReached", "limitReached", "limitReached"]);
  const of = { month: "2027-04", currency: "EUR" };
  expect(await store.projects.controlGroupCount(project.id, of)).toEqual({
    bookings: 2,
    amount: 400,
  });
  later(31 * 24 * 3_600_000);
  expect(resultOf(await book({ email: emails[4]! }))).toBe("allowed");
});

test("many at once do not exceed the limit", async () => {
  const { book } = await hotel({ bookingsMax: 2 });
  const all = await Promise.all(Array.from({ length: 600 }, () => book({})));
  const let_ = all.filter(({ suggestedAction }) => suggestedAction === "allow");
  expect(let_).toHaveLength(2);
  expect(all.some((one) => resultOf(one) === "limitReached")).toBeTrue();
});

test("verification finds every change of the draw", async () => {
  const { book, controlGroup } = await hotel();
  const [email] = await emailsWith("allowed", 1, { book });
  const lucky = await book({ email: email! });
  const { secret } = controlGroup;
  const draw = storedDraw(lucky)!;
  const changed = (change: Partial<DecisionRecord>) =>
    verified({ ...lucky, ...change }, secret).differing;
  const other = (change: object) =>
    changed({ controlGroup: JSON.stringify({ ...draw, ...change }) });
  expect(changed({})).toEqual([]);
  expect(changed({ suggestedAction: "deny" })).toEqual(["suggestedAction"]);
  expect(changed({ controlGroup: null })).toEqual(["suggestedAction"]);
  expect(changed({ controlGroup: "{" })).toContain("controlGroup");
  expect(other({ draw: 0.04 })).toEqual(["controlGroup"]);
  expect(other({ share: 0 })).toContain("controlGroup");
  for (const result of drawResults.filter((one) => one !== "allowed")) {
    expect(other({ result })).toContain("suggestedAction");
  }
  expect(verified(lucky, null)).toMatchObject({
    result: "unverifiable",
    unverifiable: ["controlGroup"],
  });
});

test("the key of the draw is the first of those that are made at the same time", async () => {
  const { deps, store } = await hotel();
  const { projectId } = await createProject(deps, actor, { name: "New", riskSetting: "balanced" });
  const secrets = [1, 2, 3, 4].map(async (bookingsMax) => {
    const setting = { share: 0.01, bookingsMax, amountMax: null };
    await setControlGroup(deps, actor, { projectId, setting });
    return (await store.projects.choices(projectId))!.controlGroup!.secret;
  });
  expect(new Set(await Promise.all(secrets)).size).toBe(1);
});

test("off, nothing is drawn; the key stays while it is off", async () => {
  const { deps, project, store } = await hotel();
  const group = async () => (await store.projects.choices(project.id))!.controlGroup!;
  const { secret } = await group();
  const set = (share: number) =>
    setControlGroup(deps, actor, {
      projectId: project.id,
      setting: { share, bookingsMax: 10, amountMax: null },
    });
  await set(0);
  expect((await group()).share).toBe(0);
  expect(JSON.stringify(await set(0.01))).not.toContain(secret);
  expect((await group()).secret).toBe(secret);
  const entries = (await store.audit.list(10)).filter(
    ({ action }) => action === "project.control-group",
  );
  expect(entries).toHaveLength(3);
  expect(JSON.stringify(entries)).not.toContain(secret);
  for (const share of [0.051, -1, Number.NaN]) expect(set(share)).rejects.toThrow("invalid_input");
});
