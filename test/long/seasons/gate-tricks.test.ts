/**
 * The twenty tricks by which a model that should not decide could come into service, each on the executable with a real
 * ONNX file, on a season of 5,000 imported bookings: who refuses it, and with what. Two are open by decision, to owners
 * and operators only, and recorded as forced: looser limits (20), and force (18).
 */
import { Database } from "bun:sqlite";
import { beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { Attempt } from "../../../models/training/simulator/kind.ts";
import { defaultOptions, simulate } from "../../../models/training/simulator/simulate.ts";
import { writeRecalibrated } from "../../../scripts/bench/recalibrated.ts";
import { newPerson, type Person } from "../../../scripts/programs/dashboard-client/account.ts";
import type { Criterion } from "../../../src/evaluation/replay/verdict.ts";
import type { Service } from "../../fixtures/executable.ts";
import {
  type Altered,
  linearIn,
  raisedWhere,
  withNames,
  writeAltered,
} from "../../fixtures/models/altered-default.ts";
import { recentSeason } from "../../fixtures/recent-season.ts";
import { failed, Gate } from "./gate.ts";

const dayMs = 86_400_000;
const gate = new Gate();

const season = recentSeason({ attempts: 5000, fraudRate: 0.03 });
beforeAll(async () => {
  await gate.open(season);
  for (const [version, shift] of [
    ["1.0.0", 0],
    ["2.0.0", 5],
  ] as const) {
    await gate.json("model", "install", writeRecalibrated(gate.inFolder(version), version, shift));
  }
});

/** The default model under another name: a replay finds no difference. */
const same = "recalibrated@1.0.0";
/** The same with much higher scores. */
const higher = "recalibrated@2.0.0";

/** Puts a probability just above 75 points, or far above. */
const just = 0.18;
const surely = 0.99;

function swapped(names: readonly string[]): string[] {
  const [one, other] = ["email_is_disposable", "email_is_free_mail"];
  return names.map((name) => (name === one ? other : name === other ? one : name));
}
const sorted = (names: readonly string[]) => names.toSorted();

/** Who refuses an altered model: the check with this message, or the replay by this criterion. */
type Refused = { check: RegExp } | { replay: Criterion["name"] };
const models: [trick: string, name: string, altered: () => Altered, refused: Refused][] = [
  [
    "1. two columns' names exchanged",
    "swapped",
    () => ({ manifest: withNames(swapped) }),
    { replay: "denyRate" },
  ],
  [
    "2. two columns' names exchanged, with forged golden rows",
    "swapped-forged",
    () => ({ manifest: withNames(swapped, { moved: true }), forged: true }),
    { replay: "denyRate" },
  ],
  [
    "3. the columns' names sorted",
    "sorted",
    () => ({ manifest: withNames(sorted) }),
    { check: /golden/ },
  ],
  [
    "4. the columns' names sorted, with forged golden rows",
    "sorted-forged",
    () => ({ manifest: withNames(sorted, { moved: true }), forged: true }),
    { check: /background/ },
  ],
  [
    "5. the columns' names sorted, with forged golden rows and no background",
    "sorted-bare",
    () => ({ manifest: withNames(sorted, { moved: true, background: false }), forged: true }),
    { replay: "denyRate" },
  ],
  ["6. a constant", "constant", () => linearIn(0, 0.04), { replay: "averagePrecision" }],
  [
    "7. the order of scores inverted",
    "inverted",
    () => linearIn(-0.05, 0.05),
    { replay: "averagePrecision" },
  ],
  [
    "8. whatever has no telemetry is denied",
    "blind",
    () => raisedWhere([{ feature: "pages_viewed", missing: true }], surely),
    { replay: "withoutTelemetry" },
  ],
  [
    "9. a small group just above the threshold",
    "group",
    () =>
      raisedWhere(
        [
          { feature: "nights", above: 0, below: 3 },
          { feature: "lead_time_days", above: 19.5, below: 24.5 },
        ],
        just,
      ),
    { replay: "averagePrecision" },
  ],
  [
    "10. every stay over 13 nights just above the threshold",
    "long-stays",
    () => raisedWhere([{ feature: "nights", above: 13 }], just),
    { replay: "parts" },
  ],
];

const bundleOf = (name: string, altered: Altered) =>
  writeAltered(gate.inFolder(name), name, altered);

describe("altered models", () => {
  test.each(models)("%s", async (_, name, altered, refused) => {
    const folder = await bundleOf(name, altered());
    const checked = await gate.run("model", "check", folder);
    if ("check" in refused) {
      expect(checked).toMatchObject({ status: 1, error: expect.stringMatching(refused.check) });
      expect((await gate.run("model", "install", folder)).status).toBe(1);
      return;
    }
    expect(checked).toMatchObject({ status: 0, error: "" });
    await gate.json("model", "install", folder);
    const report = await gate.replay(`${name}@1.0.0`);
    expect(failed(report)).toContain(refused.replay);
    expect(await gate.promote(`${name}@1.0.0`)).toMatchObject({
      status: 1,
      error: expect.stringContaining("did not pass"),
    });
  });

  test("11. whatever has a feature that no import has is denied", async () => {
    const pointer = raisedWhere([{ feature: "pointer_moves", above: -1 }], surely);
    await gate.json("model", "install", await bundleOf("pointer", pointer));
    // A replay of imports finds nothing: no import has the feature.
    const report = await gate.replay("pointer@1.0.0");
    expect(report.passed).toBeTrue();
    expect(report.probabilities.differing).toBe(0);
    const promote = () => gate.promote("pointer@1.0.0");
    expect(await promote()).toMatchObject({
      status: 1,
      error: expect.stringContaining("has scored 0 live decisions"),
    });
    const guests = visitors(25);
    const service = await gate.shadowed("pointer@1.0.0", 25, (i, one) => visit(guests[i]!, one));
    const { status, error } = await promote();
    expect(status).toBe(1);
    const [, denied, served] =
      /would deny (\d+) of 25 live decisions .+ where (\d+) were denied/.exec(error) ?? [];
    expect(Number(denied)).toBe(25);
    expect(Number(served)).toBeLessThan(13);
    await service.stop();
  });
});

/** Guests of a simulated season who moved a pointer, as if they booked now. */
function visitors(count: number): Attempt[] {
  const options = { ...defaultOptions, seed: "visitors", attempts: 200, days: 5, fraudRate: 0 };
  const moved = ({ telemetry }: Attempt) =>
    telemetry.some(({ batch }) => batch.events.some(({ kind }) => kind === "pointer"));
  return [...simulate(options)].filter(moved).slice(0, count);
}

/** Sends the guest's visit, and gives the booking. */
async function visit({ at, request, telemetry }: Attempt, { url }: Service): Promise<object> {
  const later = Date.now() - at;
  for (const { batch, arrival } of telemetry.filter(({ arrival }) => arrival.receivedAt <= at)) {
    const answer = await fetch(`${url}/sdk/batch`, {
      method: "POST",
      headers: {
        "Content-Type": "text/plain",
        "X-Forwarded-For": arrival.ip,
        "User-Agent": arrival.userAgent,
        Origin: arrival.headers?.origin ?? url,
      },
      body: JSON.stringify({
        ...batch,
        key: gate.keys.publishable,
        startedAt: batch.startedAt + later,
        sentAt: batch.sentAt + later,
      }),
    });
    expect(answer.status).toBe(204);
  }
  const day = (of: string) =>
    new Date(Date.parse(of) + Math.floor(later / dayMs) * dayMs).toISOString().slice(0, 10);
  const { checkIn, checkOut } = request.booking;
  return {
    ...request,
    booking: { ...request.booking, checkIn: day(checkIn), checkOut: day(checkOut) },
  };
}

describe("a model that finds nothing, with less of a replay", () => {
  const at = (ms: number) => new Date(ms).toISOString();

  test("12. a replay of a few decisions of one hour", async () => {
    const first = Date.parse(JSON.parse(season[0]!).decidedAt);
    const hour = ["--from", at(first), "--to", at(first + dayMs / 24)];
    const report = await gate.replay(same, ...hour);
    expect(report.decisions.replayed).toBeWithin(1, 100);
    expect(failed(report)).toEqual(["decisions", "knownFrauds", "recency", "span"]);
    expect((await gate.promote(same)).error).toContain("did not pass");
  });

  test("13. a replay of a time that is past", async () => {
    const report = await gate.replay(same, "--to", at(Date.now() - 31 * dayMs));
    expect(failed(report)).toContain("recency");
    expect((await gate.promote(same)).error).toContain("did not pass");
  });

  test("14. a replay of all projects in place of the project's own", async () => {
    const strict = await gate.replay(higher);
    for (const name of ["denyRate", "withoutTelemetry", "parts"] as const) {
      expect(failed(strict)).toContain(name);
    }
    await gate.json("model", "replay", higher, ...loose);
    for (const flags of [["--project", gate.projectId], []]) {
      const { status, error } = await gate.run("model", "promote", higher, ...flags);
      expect(status).toBe(1);
      expect(error).toContain(`for project ${gate.projectId} did not pass`);
    }
  });

  test("15. a replay that passed by the rules of an older version, or whose newest decision is no longer recent", async () => {
    expect((await gate.replay(same)).passed).toBeTrue();
    const database = new Database(join(gate.data, "control.db"));
    const change = (path: string, value: string) =>
      database.run(
        `UPDATE replays SET report = json_set(report, '${path}', ${value}) WHERE passed = 1`,
      );
    change("$.decisions.last", `'${at(Date.now() - 31 * dayMs)}'`);
    expect((await gate.promote(same)).error).toContain(
      "has no decision of the last 30 days; its newest is 31 days old",
    );
    change("$.rules", "1");
    expect((await gate.promote(same)).error).toContain(
      "is of an older version of booking-risk, which tested less",
    );
    database.close();
  });
});

const loose = [
  "--deny-change-max",
  "1",
  "--precision-loss-max",
  "1",
  "--calibration-error-max",
  "1",
  "--told-ratio-max",
  "1000",
  "--part-deny-max",
  "1",
  "--live-decisions-min",
  "0",
];

describe("the dashboard's endpoints", () => {
  let service: Service;
  let owner: Person;
  let analyst: Person;
  beforeAll(async () => {
    service = await gate.serve();
    owner = await newPerson(gate, service, "owner@example.org", "owner");
    analyst = await newPerson(gate, service, "analyst@example.org", "analyst");
  });
  const endpoint = (rest: string) => `/projects/${gate.projectId}/models/${higher}/${rest}`;

  test("16. a promotion after a replay that did not pass", async () => {
    const refused = await owner.post(endpoint("promote"), { force: false });
    expect([refused.status, refused.body.code]).toEqual([409, "conflict"]);
  });

  test("17. a promotion by an analyst", async () => {
    for (const force of [false, true]) {
      const refused = await analyst.post(endpoint("promote"), { force });
      expect([refused.status, refused.body.code]).toEqual([403, "forbidden"]);
    }
  });

  test("18. an owner's promotion by force: open by decision, and recorded", async () => {
    const promoted = await owner.post(endpoint("promote"), { force: true });
    expect(promoted).toMatchObject({ status: 200, body: { changed: true, forced: true } });
    expect(await gate.lastPromotion()).toMatchObject({ forced: true });
    await gate.rollback();
  });

  test("19. a replay with limits of one's own", async () => {
    for (const more of [{ partDenyChangeMax: 1 }, { limits: { fraudsMin: 0 } }]) {
      const refused = await owner.post(endpoint("replays"), { days: 30, ...more });
      expect(refused.status).toBe(422);
    }
  });
});

test("20. looser limits: open by decision, in the report and recorded as forced", async () => {
  const report = await gate.replay(higher, ...loose);
  expect(report.passed).toBeTrue();
  expect(report.loosened.map(({ name }) => name)).toEqual([
    "precisionLossMax",
    "denyRateChangeMax",
    "partDenyChangeMax",
    "calibrationErrorMax",
    "toldRatioMax",
    "liveDecisionsMin",
  ]);
  const said = await gate.promote(higher);
  expect(said).toMatchObject({ status: 0, error: "" });
  expect(said.out).toContain(
    "Recorded as forced: its replay passed with looser limits (precisionLossMax 1 instead of 0.01",
  );
  expect(await gate.lastPromotion()).toMatchObject({ forced: true });
  const models = await gate.json<
    { version: string; active: { projectId: string | null; forced: boolean }[] }[]
  >("model", "list");
  const listed = models.find(({ version }) => version === "2.0.0")!;
  expect(listed.active).toMatchObject([{ projectId: gate.projectId, forced: true }]);
  const { out } = await gate.run("model", "list");
  expect(out).toContain(`active for ${gate.projectId} (forced)`);
  await gate.rollback();
});
