/** The list of decisions with its search and its export, the overview, and what money counts, as the pages ask for them. */
import { beforeAll, describe, expect, test } from "bun:test";
import { newPerson } from "../../../../scripts/programs/dashboard-client/account.ts";
import { waitUntil } from "../../../../scripts/programs/wait-until.ts";
import { callRisk, Installation } from "../../../fixtures/executable.ts";
import { type Booked, book, bookingFlags, bookingOf } from "../bookings.ts";

const count = 120;

const installation = new Installation();
const project = await installation.project("Hotel Avenida");
const elsewhere = await installation.project("Another");
const unused = await installation.project("Unused");
const service = await installation.serve(...bookingFlags);
const owner = await newPerson(installation, service, "owner@example.com", "owner");
const viewer = await newPerson(installation, service, "viewer@example.com", "viewer");

let made: Booked[] = [];

beforeAll(async () => {
  made = await book(installation, service, project, count);
  const answer = await callRisk(service.url, elsewhere.secret.key, bookingOf(3));
  expect(answer.status).toBe(200);
  await waitUntil(
    "all decisions and outcomes in the lists",
    async () => (await listedIds({ outcome: "legitimate" })).length === 1,
  );
});

const endpoint = (name: string, of = project) => `/projects/${of.projectId}/decisions/${name}`;
const idsWhere = (matches: (one: Booked) => boolean) =>
  made
    .filter(matches)
    .map(({ decisionId }) => decisionId)
    .reverse();

interface Counted {
  decisions: number;
  denied: number;
}

interface Row {
  decisionId: string;
  guest: object | null;
}

/** The rows of every page of a view. */
async function listed(view: Record<string, string>, person = owner): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const { status, body } = await person.post(endpoint("list"), { view, cursor });
    expect({ view, status }).toEqual({ view, status: 200 });
    expect(body.strangeCursor).toBe(false);
    rows.push(...body.rows);
    cursor = body.next ?? undefined;
  } while (cursor);
  return rows;
}
const listedIds = async (view: Record<string, string>) =>
  (await listed(view)).map(({ decisionId }) => decisionId);

test("the test data has decisions of each level and action", () => {
  expect(new Set(made.map(({ riskLevel }) => riskLevel))).toEqual(
    new Set(["low", "medium", "high"]),
  );
  expect(new Set(made.map(({ suggestedAction }) => suggestedAction)).size).toBe(2);
});

describe("a search finds decisions by", () => {
  const ofGuest3 = () => idsWhere(({ n }) => n % 10 === 3);
  const cases: [kind: string, text: () => string, ids: () => string[]][] = [
    ["decision", () => made[4]!.decisionId, () => [made[4]!.decisionId]],
    ["decision", () => made[4]!.decisionId.toUpperCase(), () => [made[4]!.decisionId]],
    ["request", () => "checkout_17%", () => [made[17]!.decisionId]],
    ["collection", () => made[5]!.visit!.collectionId, () => [made[5]!.decisionId]],
    ["email", () => "ADA.3@example.COM", ofGuest3],
    ["phone", () => "00351 912 345 673", ofGuest3],
    ["phone", () => "912 345 673", ofGuest3],
    ["booker", () => "user-3", ofGuest3],
    ["name", () => "ada  LOVELACE-3", ofGuest3],
    ["device", () => "dev_guest003", () => idsWhere(({ visit, n }) => !!visit && n % 10 === 3)],
    ["address", () => "203.0.113.3", () => idsWhere(({ visit, n }) => !!visit && n % 10 === 3)],
    ["hotel", () => "ours-1", () => idsWhere(({ n }) => n % 3 === 0)],
    ["hotel", () => "1001", () => idsWhere(({ n }) => n % 3 === 0)],
    ["hotel", () => "hotel ritz", () => idsWhere(({ n }) => n % 3 === 0)],
  ];
  test.each(cases)("%s", async (kind, text, ids) => {
    const { body: found } = await owner.post(endpoint("find"), { text: text() });
    const one = found.find(({ by }: { by: string }) => by === kind);
    expect(found.map(({ by }: { by: string }) => by)).toContain(kind);
    expect(one.newest.decisionId).toBe(ids()[0]);
    expect(await listedIds({ find: `${one.by}:${one.text}` })).toEqual(ids());
  });

  test("exact matches only, and never those of another project", async () => {
    for (const text of ["checkout_1", "checkout__17", "%", "' OR 1=1 --", "x".repeat(1000)]) {
      expect((await owner.post(endpoint("find"), { text })).body).toEqual([]);
    }
    const there = await owner.post(endpoint("find", elsewhere), { text: made[4]!.decisionId });
    expect(there.body).toEqual([]);
    expect((await owner.post(endpoint("find"), { text: "x".repeat(2000) })).status).toBe(422);
  });
});

describe("the list is filtered by", () => {
  const between = (from: number, to: number) => (one: Booked) =>
    one.riskScore >= from && one.riskScore <= to;
  const cases: [
    name: string,
    view: () => Record<string, string>,
    matches: (one: Booked) => boolean,
  ][] = [
    ["nothing", () => ({}), () => true],
    ["level", () => ({ level: "medium" }), ({ riskLevel }) => riskLevel === "medium"],
    ["action", () => ({ action: "deny" }), ({ suggestedAction }) => suggestedAction === "deny"],
    ["outcome", () => ({ outcome: "fraud" }), ({ outcome }) => outcome === "fraud"],
    [
      "outcomes",
      () => ({ outcome: "chargeback,fraud" }),
      ({ outcome }) => outcome === "fraud" || outcome === "chargeback",
    ],
    ["no outcome", () => ({ outcome: "none" }), ({ outcome }) => outcome === null],
    ["hotel", () => ({ hotel: "ours-2" }), ({ n }) => n % 3 === 1],
    ["hotel's name", () => ({ hotel: "the ritz" }), ({ n }) => n % 3 === 2],
    ["telemetry", () => ({ telemetry: "unseen" }), ({ visit }) => visit === null],
    ["score", () => ({ scoreFrom: "66", scoreTo: "72" }), between(66, 72)],
    ["model", () => ({ model: made.at(-1)!.model }), ({ model }) => model === made.at(-1)!.model],
    ["source", () => ({ source: "import" }), () => false],
    ["setting", () => ({ setting: "balanced" }), () => true],
    ["another setting", () => ({ setting: "maximizeRevenue" }), () => false],
    ["a last while", () => ({ last: "24h" }), () => true],
    [
      "time",
      () => ({ from: made[40]!.decidedAt, to: made[80]!.decidedAt }),
      ({ decidedAt }) => decidedAt >= made[40]!.decidedAt && decidedAt < made[80]!.decidedAt,
    ],
    [
      "all at once",
      () => ({
        level: "high",
        hotel: "ours-1",
        telemetry: "seen",
        find: "email:ada.2@example.com",
      }),
      ({ riskLevel, n, visit }) => riskLevel === "high" && n % 30 === 12 && visit !== null,
    ],
  ];
  test.each(cases)("%s", async (_, view, matches) => {
    expect(await listedIds(view())).toEqual(idsWhere(matches));
  });

  test("invalid filters are reported by name", async () => {
    const { status, body } = await owner.post(endpoint("list"), {
      view: { level: "none", model: " " },
    });
    expect(status).toBe(422);
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      "/view/level",
      "/view/model",
    ]);
  });
});

describe("paging", () => {
  test("reaches the end with each decision once", async () => {
    const first = (await owner.post(endpoint("list"), { view: {} })).body;
    expect(first.rows).toHaveLength(50);
    const rows = (await listed({})).map(({ decisionId }) => decisionId);
    expect(new Set(rows).size).toBe(rows.length);
    expect(rows).toEqual(idsWhere(() => true));
  });

  test("with the cursor of another list returns the first page and a flag", async () => {
    const { next } = (await owner.post(endpoint("list"), { view: {} })).body;
    for (const cursor of [next, "x", "A".repeat(24)]) {
      const sent = { view: { level: "high" }, cursor };
      const { body } = await owner.post(endpoint("list"), sent);
      expect(body.strangeCursor).toBe(true);
      expect(body.rows[0].decisionId).toBe(idsWhere((one) => one.riskLevel === "high")[0]);
    }
  });
});

describe("a viewer", () => {
  const personal = /lovelace|example\.com|351912345|dev_guest|203\.0\.113/i;

  test("gets no guest data in any response", async () => {
    const answers = [
      await viewer.post(endpoint("list"), { view: {} }),
      await viewer.post(endpoint("find"), { text: made[3]!.decisionId }),
      await viewer.post(endpoint("find"), { text: "ours-1" }),
      await viewer.post(endpoint("hotels"), { text: "" }),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(JSON.stringify(body).length).toBeGreaterThan(100);
      expect(JSON.stringify(body)).not.toMatch(personal);
    }
    expect(answers[0]!.body.rows.map(({ guest }: Row) => guest)).toEqual(Array(50).fill(null));
    expect((await csvFile({}, viewer)).text).not.toMatch(personal);
    expect((await csvFile({}, owner)).text).toMatch(personal);
  });

  test("cannot find out whether a guest has booked", async () => {
    const texts = ["ada.3@example.com", "+351912345673", "user-4", "ada lovelace 3"];
    for (const text of [...texts, "dev_guest003", "203.0.113.3", "email:ada.3@example.com"]) {
      expect((await viewer.post(endpoint("find"), { text })).body).toEqual([]);
    }
    for (const by of ["email", "phone", "booker", "name", "device", "address"]) {
      for (const name of ["list", "exports"]) {
        const { status } = await viewer.post(endpoint(name), { view: { find: `${by}:ada` } });
        expect([name, by, status]).toEqual([name, by, 403]);
      }
    }
  });
});

async function csvFile(view: Record<string, string>, person = owner) {
  const { orderId } = (await person.post(endpoint("exports"), { view })).body;
  const path = `${service.url}/dashboard/api${endpoint(`exports/${orderId}`)}`;
  const get = () => fetch(path, { headers: { cookie: person.cookie } });
  const answer = await get();
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { answer, text: bytes.toString("utf8"), again: await get(), orderId };
}

describe("an export", () => {
  test("contains the decisions of the view and can be downloaded once", async () => {
    const view = { level: "high", find: "email:ada.3@example.com" };
    const { answer, text, again } = await csvFile(view);
    expect(answer.headers.get("content-type")).toStartWith("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toMatch(
      /^attachment; filename="decisions-[\dT-]+Z\.csv"$/,
    );
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(text).toStartWith("\uFEFFdecisionId,");
    const lines = text.trimEnd().split("\r\n").slice(1);
    const ids = await listedIds(view);
    expect(ids.length).toBeGreaterThan(2);
    expect(lines.map((line) => line.slice(0, line.indexOf(",")))).toEqual(ids);
    expect(again.status).toBe(404);
  });

  test("of all decisions is not limited to a page", async () => {
    const { text } = await csvFile({});
    expect(text.trimEnd().split("\r\n")).toHaveLength(1 + made.length);
  });

  test("is only available to the user who requested it, in its project", async () => {
    const { orderId } = (await owner.post(endpoint("exports"), { view: {} })).body;
    expect((await viewer.get(endpoint(`exports/${orderId}`))).status).toBe(404);
    expect((await owner.get(endpoint(`exports/${orderId}`, elsewhere))).status).toBe(404);
  });

  test("is in the audit log with actor, filters and row count, without the search term", async () => {
    await csvFile({ level: "high", find: "email:ada.3@example.com" });
    const lines = (await owner.get(`/audit/${project.projectId}`)).body;
    const own = lines.filter(({ action }: { action: string }) => action.startsWith("decision."));
    const [ended, begun] = own;
    expect(begun).toMatchObject({
      actor: "owner@example.com",
      action: "decision.export",
      detail: { view: { level: "high", find: "email" }, guests: true },
    });
    const rows = idsWhere((one) => one.riskLevel === "high" && one.n % 10 === 3).length;
    expect(ended).toMatchObject({ action: "decision.exported", detail: { rows, whole: true } });
    expect(JSON.stringify(own)).not.toContain("ada.3");
  });
});

describe("suggestions", () => {
  test("list this project's hotels by name and ID", async () => {
    const names = async (text: string) =>
      (await owner.post(endpoint("hotels"), { text })).body
        .map(({ name }: { name: string }) => name)
        .sort();
    expect(await names("ritz")).toEqual(["Hôtel Ritz", "The Ritz"]);
    expect(await names("ours-")).toEqual(["Hotel Avenida", "Hôtel Ritz"]);
    expect(await names("")).toHaveLength(3);
    expect(await names("%")).toEqual([]);
    const another = async () =>
      (await owner.post(endpoint("hotels", elsewhere), { text: "" })).body;
    await waitUntil("the other project's hotel", async () => (await another()).length > 0);
    expect(await another()).toHaveLength(1);
  });

  test("list the models", async () => {
    const names = (await owner.get(endpoint("models"))).body;
    expect(names).toContain(made.at(-1)!.model);
    expect(names).toHaveLength(4);
  });
});

test("money counts the same decisions, and the outcomes that were reported of them", async () => {
  const { body } = await owner.get(`/projects/${project.projectId}/money?period=all`);
  const denied = made.filter(({ suggestedAction }) => suggestedAction === "deny").length;
  expect(body.counts).toEqual({ decisions: made.length, fraud: 2, legitimate: 1, denied });
});

describe("the overview", () => {
  const overview = (query: string, of = project) =>
    viewer.get(`/projects/${of.projectId}/overview${query}`);

  test("counts decisions, denials and outcomes of this project only", async () => {
    const { body } = await overview("?last=24h");
    expect(body.total).toMatchObject({
      decisions: made.length,
      denied: made.filter(({ suggestedAction }) => suggestedAction === "deny").length,
      seen: made.filter(({ visit }) => visit !== null).length,
      fraud: 2,
      legitimate: 1,
    });
    expect(body).toMatchObject({ everDecided: true, step: "hour" });
    expect(body.steps).toHaveLength(24);
    expect(body.answerTimes.sinceStart.answers).toBe(made.length + 1);
    expect(body.answerTimes.sinceStart.p50).toBeGreaterThan(0);
    expect(body.answerTimes.sinceStart.p99).toBeGreaterThanOrEqual(body.answerTimes.sinceStart.p50);
  });

  test("has each decision in its score, its hour, its model and its places", async () => {
    const { body } = await overview("?last=24h");
    const groups = (keyOf: (one: Booked) => number | string) => {
      const found = Map.groupBy(made, keyOf);
      return [...found].map(([key, all]) => ({ key, decisions: all.length, denied: denials(all) }));
    };
    const denials = (all: Booked[]) =>
      all.filter(({ suggestedAction }) => suggestedAction === "deny").length;
    const named = <Key extends string>(name: Key, all: ({ [One in Key]: unknown } & Counted)[]) =>
      all.map((one) => ({ key: one[name], decisions: one.decisions, denied: one.denied }));
    const sorted = (all: object[]) => all.map((one) => JSON.stringify(one)).toSorted();

    const byScore = Array.from({ length: 100 }, (_, score) => score);
    expect(body.scores).toEqual(
      byScore.map((score) => made.filter(({ riskScore }) => riskScore === score).length),
    );
    const hourMs = 60 * 60 * 1000;
    const filled = body.steps.filter(({ decisions }: Counted) => decisions > 0);
    expect(named("at", filled)).toEqual<object>(
      groups(({ decidedAt }) => Math.floor(Date.parse(decidedAt) / hourMs) * hourMs),
    );
    const models = groups(({ model }) => model).map(({ key, decisions }) => ({
      model: key,
      decisions,
    }));
    expect(sorted(body.models)).toEqual(sorted(models));
    const placeOf = (name: "hotel" | "billing") => (one: Booked) => one.body[name].country;
    const { hotel, billing, phone, network } = body.countries;
    expect(sorted(named("place", body.hotels))).toEqual(
      sorted(groups(({ body }) => body.hotel.name)),
    );
    expect(sorted(named("place", hotel))).toEqual(sorted(groups(placeOf("hotel"))));
    expect(sorted(named("place", billing))).toEqual(sorted(groups(placeOf("billing"))));
    expect(sorted(named("place", phone))).toEqual(sorted(groups(() => "PT")));
    expect(network).toEqual([]);
    const rates = body.bands.map((band: { fraudRate: number | null }) => band.fraudRate);
    const reported = (band: { scores: [number, number] }) =>
      made.filter(
        ({ riskScore, outcome }) =>
          outcome !== null && riskScore >= band.scores[0] && riskScore <= band.scores[1],
      );
    const rateOf = (all: Booked[]) =>
      all.length === 0
        ? null
        : all.filter(({ outcome }) => outcome !== "legitimate").length / all.length;
    expect(rates).toEqual(
      body.bands.map((band: { scores: [number, number] }) => rateOf(reported(band))),
    );
  });

  test("says nothing of drift in a few decisions, but how many it takes", async () => {
    const { status, body } = await overview("/drift?last=7d");
    expect(status).toBe(200);
    expect(body).toMatchObject({ decisions: made.length, isSample: false });
    expect(body).toMatchObject({ basis: null, needed: 298, features: [], live: made.length });
    const ofUnused = await overview("/drift", unused);
    expect(ofUnused.body).toMatchObject({ decisions: 0, days: [] });
  });

  test.each([
    ["?last=1d", "/last"],
    ["?from=yesterday", "/from"],
    ["?from=2026-02-31", "/from"],
    ["?from=2020-01-01&to=2026-01-01", "/from"],
    ["?to=2026-01-01", "/from"],
    [`?from=${"2".repeat(5000)}`, "/from"],
  ])("%p is rejected with the field", async (query, pointer) => {
    for (const path of ["", "/drift"]) {
      const { status, body } = await overview(path + query);
      expect([status, body.errors?.[0]?.pointer]).toEqual([422, pointer]);
    }
  });
});
