/** The attack lab: one real visit by a typist, and the statistics of a run. */
import { describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { bookWith } from "../../scripts/lab/attack-lab/attackers/http-client.ts";
import type { Kind } from "../../scripts/lab/attack-lab/kind.ts";
import { runLab } from "../../scripts/lab/attack-lab/lab.ts";
import { fastTypist } from "../../scripts/lab/attack-lab/legitimate/fast-typist.ts";
import { peopleOf } from "../../scripts/lab/attack-lab/people.ts";
import { startProxy } from "../../scripts/lab/attack-lab/proxy.ts";
import { share } from "../../scripts/lab/attack-lab/report.ts";
import { scheduleOf } from "../../scripts/lab/attack-lab/schedule.ts";
import { missingTools } from "../../scripts/lab/attack-lab/system.ts";
import { tally, tallyGroups, tallyKinds } from "../../scripts/lab/attack-lab/tally.ts";
import type { VisitRecord } from "../../scripts/lab/attack-lab/visits.ts";
import { type Program, testWith } from "../fixtures/needs.ts";

const executable = resolve(import.meta.dir, "../../dist/booking-risk");
const missing = missingTools();
const desktop: Program = {
  name: "a browser on a display",
  isInstalled: missing === null,
  install: missing ?? "",
};

function labFolder() {
  const folder = mkdtempSync(join(tmpdir(), "attack-lab-test-"));
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

testWith(desktop)("a visit without browser automation is scored like a person's", async () => {
  using own = labFolder();
  const options = { kinds: [fastTypist], runs: 1, parallel: 1, seed: "test", executable };
  const run = await runLab({ ...options, folder: own.folder });
  expect(run.visits.map(({ failure }) => failure)).toEqual([null]);
  const [decision] = run.visits[0]!.decisions;
  expect(decision!.features).toMatchObject({
    collection_is_known: 1,
    collection_addresses: 1,
    collection_user_agents: 1,
    device_is_automated: 0,
    user_agent_is_automated: 0,
    pages_viewed: 3,
    untrusted_events: 0,
    untouched_fields_share: 0,
  });
  expect(decision!.features.keys_pressed).toBeGreaterThan(40);
  expect(decision!.features.pointer_moves).toBeGreaterThan(100);
  expect(decision!.riskLevel).toBe("low");
  expect(run.kinds[0]).toMatchObject({ name: "fast-typist", visits: 1, failed: 0, attempts: 1 });
  // The visit's folder was removed, so all of its processes have exited.
  expect(readdirSync(own.folder)).toEqual(["data"]);
});

test("a visit that throws is counted as failed, with its reason", async () => {
  using own = labFolder();
  const broken: Kind = {
    ...fastTypist,
    name: "broken",
    run: () => Promise.reject(new Error("stumbled")),
  };
  const silent: Kind = { ...fastTypist, name: "silent", run: async () => {} };
  const options = { kinds: [broken, silent], runs: 1, parallel: 2, seed: "test", executable };
  const run = await runLab({ ...options, folder: own.folder });
  const reasons = Object.fromEntries(run.visits.map(({ kind, failure }) => [kind, failure]));
  expect(reasons).toEqual({
    broken: "stumbled",
    silent: "too few booking attempts reached the hotel: 0 of at least 1",
  });
  expect(run.kinds.map(({ failed, attempts }) => [failed, attempts])).toEqual([
    [1, 0],
    [1, 0],
  ]);
});

test("a campaign's later attempts are counted, also with another mailbox or a tag", async () => {
  using own = labFolder();
  const ids = ["col_campaign1", "col_campaign2", "col_campaign3"];
  const campaign: Kind = {
    ...fastTypist,
    name: "campaign",
    side: "attack",
    others: 1,
    countedFrom: 2,
    async run(visit) {
      const { person, proxy, others, site } = visit;
      const tagged = { ...person, email: person.email.replace("@", "+again@") };
      const bookers = [others[0]!, { person: tagged, proxy }, visit];
      for (const [index, booker] of bookers.entries()) await bookWith(ids[index], site, booker);
    },
  };
  const brief: Kind = { ...campaign, name: "brief", countedFrom: 4 };
  const options = { kinds: [campaign, brief], runs: 1, parallel: 2, seed: "test", executable };
  const run = await runLab({ ...options, folder: own.folder });
  const visits = run.visits.toSorted((a, b) => b.kind.localeCompare(a.kind));
  expect(visits.map(({ failure }) => failure)).toEqual([
    null,
    "too few booking attempts reached the hotel: 3 of at least 4",
  ]);
  expect(visits[0]!.decisions.map(({ collectionId }) => collectionId)).toEqual(ids.slice(1));
});

const record = (kind: string, scores: number[], failure: string | null = null) =>
  ({
    kind,
    visit: 1,
    seconds: 1,
    failure,
    decisions: scores.map((riskScore) => ({ riskScore })),
  }) as VisitRecord;

describe("the report", () => {
  test("counts attempts at each level and setting, including the threshold scores", () => {
    const records = [record("a", [64, 65]), record("a", [74, 75, 84]), record("a", [85])];
    expect(tally("a", [...records, record("a", [], "broke")])).toEqual({
      name: "a",
      visits: 4,
      failed: 1,
      attempts: 6,
      scores: { min: 64, median: 74.5, max: 85 },
      medium: 5,
      denied: { maximizeProtection: 5, balanced: 3, maximizeRevenue: 1 },
    });
    expect(tally("b", [])).toMatchObject({ attempts: 0, scores: null, medium: 0 });
  });

  test("groups automation by whether the model was trained on it", () => {
    const attack = { ...fastTypist, side: "attack", automation: true } as const;
    const kinds: Kind[] = [
      fastTypist,
      { ...attack, name: "known", trainedOn: "simulated ones" },
      { ...attack, name: "new", trainedOn: null },
      { ...attack, name: "manual", automation: false, trainedOn: null },
    ];
    const records = [
      record("fast-typist", [10]),
      record("known", [99]),
      record("new", [70]),
      record("manual", [20]),
    ];
    const groups = tallyGroups(kinds, records).map(({ name, scores }) => [name, scores?.max]);
    expect(groups).toEqual([
      ["all legitimate", 10],
      ["automation, untrained", 70],
      ["automation, trained on", 99],
      ["manual attacks", 20],
    ]);
    expect(tallyKinds(kinds, records).map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1]);
  });

  test("shows shares with their counts", () => {
    expect([share(19, 20), share(1, 3), share(0, 0)]).toEqual(["95 % (19)", "33.3 % (1)", "–"]);
  });
});

test("four in ten legitimate visits come before the first attack", () => {
  const attack: Kind = { ...fastTypist, name: "attack", side: "attack" };
  const schedule = scheduleOf([fastTypist, attack], 10, "7").map(({ name }) => name);
  expect(schedule.slice(0, 4)).toEqual(Array(4).fill("fast-typist"));
  expect(schedule.filter((name) => name === "attack").length).toBe(10);
  expect(schedule).toEqual(scheduleOf([fastTypist, attack], 10, "7").map(({ name }) => name));
  expect(schedule).not.toEqual(scheduleOf([fastTypist, attack], 10, "8").map(({ name }) => name));
});

test("no two people of a run share an identity, and a seed gives the same people", () => {
  const [next, again] = [peopleOf("1"), peopleOf("1")];
  const people = Array.from({ length: 1000 }, next);
  expect(people.slice(0, 20)).toEqual(Array.from({ length: 20 }, again));
  for (const fact of ["email", "phone", "ip"] as const) {
    expect(new Set(people.map((person) => person[fact])).size).toBe(1000);
  }
});

test("a proxy reports its visitor's IP address, whatever the client claims", async () => {
  const echo = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) => Response.json(Object.fromEntries(request.headers)),
  });
  const site = `http://127.0.0.1:${echo.port}`;
  const proxy = await startProxy("86.128.1.2", [site]);
  try {
    const headers = { "X-Forwarded-For": "10.0.0.1", Forwarded: "for=10.0.0.1" };
    const answer = await fetch(`${site}/any`, { proxy: proxy.url, headers });
    const seen = (await answer.json()) as Record<string, string>;
    expect(seen["x-forwarded-for"]).toBe("86.128.1.2");
    expect(seen.forwarded).toBeUndefined();
    const elsewhere = await fetch("http://127.0.0.1:9/", { proxy: proxy.url });
    expect(elsewhere.status).toBe(403);
  } finally {
    await proxy.stop();
    await echo.stop(true);
  }
});
