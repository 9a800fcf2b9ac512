/** `decision verify` and `decision reasons` on the executable: a season, and changes to its stored decisions. */

import { beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { seasonStart } from "../../models/training/simulator/simulate.ts";
import type { Reasons } from "../../src/model/reasons/reasons.ts";
import { decodeVector, encodeVector } from "../../src/risk/features/index.ts";
import { fullRequest } from "../fixtures/booking.ts";
import { openDatabase } from "../fixtures/database.ts";
import { callRisk, Installation } from "../fixtures/executable.ts";
import { seasonLines } from "../fixtures/season.ts";

const lines = seasonLines({ seed: "verify", attempts: 300, days: 40, fraudRate: 0.1 });

const installation = new Installation();
const untouched = join(installation.folder, "untouched");
let project: string;
let other: string;

interface Tally {
  decisions: number;
  same: number;
  differing: number;
  unverifiable: number;
  models: { model: string; decisions: number }[];
  examples: { decisionId: string; differing: string[] }[];
}

beforeAll(async () => {
  const file = join(installation.folder, "season.ndjson");
  writeFileSync(file, lines.join("\n"));
  project = (await installation.json("project", "create", "Past")).projectId!;
  await installation.json("history", "import", file, "--project", project);
  const made = await installation.project("Live");
  other = made.projectId;
  const service = await installation.serve();
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, i) => {
      const request = { ...fullRequest(), requestId: `live-${i}` };
      request.booker.email = `ada${i % 7}@example.com`;
      return callRisk(service.url, made.secret.key, request);
    }),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  await service.stop();
  cpSync(installation.data, untouched, { recursive: true });
});

beforeEach(() => {
  rmSync(installation.data, { recursive: true });
  cpSync(untouched, installation.data, { recursive: true });
});

/** Changes a stored decision directly in the database. */
function change(sql: string, ...values: (string | number)[]): void {
  const events = openDatabase(join(installation.data, "events.db"));
  expect(events.query(sql).run(...values).changes).toBe(1);
  events.close();
}
function read<Row>(sql: string, ...values: string[]): Row {
  const events = openDatabase(join(installation.data, "events.db"));
  const row = events.query(sql).get(...values) as Row;
  events.close();
  return row;
}
const somebody = (where = "risk_score between 30 and 90") =>
  read<{ id: string }>(
    `select id from decisions where ${where} and project_id = '${project}' order by seq desc limit 1`,
  ).id;

const verify = (...args: string[]) => installation.run("decision", "verify", ...args);

describe("a season", () => {
  test("verifies bit for bit, in any period and project", async () => {
    const { status, out } = await verify("--all", "--json");
    const tally = JSON.parse(out) as Tally;
    expect(status).toBe(0);
    expect(tally).toMatchObject({ differing: 0, unverifiable: 0, examples: [] });
    expect(tally.decisions).toBe(lines.length + 60);
    expect(tally.same).toBe(tally.decisions);
    expect(tally.models).toEqual([expect.objectContaining({ decisions: tally.decisions })]);

    const of = async (...args: string[]) =>
      (JSON.parse((await verify(...args, "--json")).out) as Tally).decisions;
    expect(await of("--project", other)).toBe(60);
    const middle = new Date(seasonStart + 20 * 86_400_000).toISOString();
    const before = await of("--project", project, "--to", middle);
    const after = await of("--project", project, "--from", middle);
    expect(before).toBeGreaterThan(50);
    expect(after).toBeGreaterThan(50);
    expect(before + after).toBe(lines.length);
  });

  test("is reported in words", async () => {
    const { status, out } = await verify("--all");
    expect(status).toBe(0);
    expect(out).toContain(`${lines.length + 60} the same bit for bit, 0 not`);
    const one = await verify(somebody());
    expect(one).toMatchObject({ status: 0, error: "" });
    expect(one.out).toStartWith("The same, bit for bit");
  });
});

describe("an alteration is reported", () => {
  const secret = "a-very-long-secret-address-of-somebody@example.com";
  const alterations: [string, (id: string) => void, string][] = [
    [
      "a feature",
      (id) => {
        const { features } = read<{ features: string }>(
          "select features from decisions where id = ?",
          id,
        );
        const altered = encodeVector(decodeVector(features).with(0, 99));
        change("update decisions set features = ? where id = ?", altered, id);
      },
      "features.name_length_characters",
    ],
    [
      "the probability",
      (id) =>
        change("update decisions set probability = probability * (1 + 2.3e-16) where id = ?", id),
      "probability",
    ],
    [
      "the score",
      (id) => change("update decisions set risk_score = risk_score - 1 where id = ?", id),
      "riskScore",
    ],
    [
      "a field of the request",
      (id) =>
        change(
          "update decisions set request = json_set(request, '$.booker.email', ?) where id = ?",
          secret,
          id,
        ),
      "features.email_local_length_characters",
    ],
    [
      "a number of the evidence",
      (id) =>
        change(
          "update decisions set evidence = json_set(evidence, '$.history.attempts.email[1]', 55) where id = ?",
          id,
        ),
      "features.email_attempts_1h",
    ],
  ];

  test.each(alterations)("%s", async (_, alter, told) => {
    const id = somebody();
    alter(id);
    const one = await verify(id, "--json");
    expect(one.status).toBe(1);
    expect(one.error).toStartWith(`booking-risk: ${id} is not the same: `);
    expect(JSON.parse(one.out)).toMatchObject({ decisionId: id, result: "differs" });
    expect(JSON.parse(one.out).differing).toContain(told);
    const all = await verify("--project", project, "--json");
    expect(all.status).toBe(1);
    expect(all.error).toContain(`1 of ${lines.length} decisions are not the same`);
    const { examples, same } = JSON.parse(all.out) as Tally;
    expect(same).toBe(lines.length - 1);
    expect(examples.map(({ decisionId }) => decisionId)).toEqual([id]);
    expect(one.out + one.error + all.out + all.error).not.toContain(secret);
  });

  test("a missing model", async () => {
    const id = somebody();
    change("update decisions set model_sha256 = ? where id = ?", "0".repeat(64), id);
    for (const args of [[id], ["--all"]]) {
      const { status, error } = await verify(...args);
      expect(status).toBe(1);
      expect(error).toContain("the model default@");
      expect(error).toContain(
        "(sha256 000000000000…) is no longer installed; reinstall its bundle",
      );
    }
    expect(await installation.run("decision", "reasons", id)).toMatchObject({
      status: 1,
      error: expect.stringContaining("is no longer installed; reinstall its bundle"),
    });
  });
});

test("a wrong use is reported in one line", async () => {
  const usage = { status: 2, out: "" };
  expect(await verify()).toMatchObject(usage);
  expect(await verify(somebody(), "--all")).toMatchObject(usage);
  expect(await verify(somebody(), "--from", "2027-01-01")).toMatchObject(usage);
  expect(await verify("--all", "--from", "yesterday")).toMatchObject(usage);
  expect(await verify("--project", "prj_none")).toMatchObject({
    status: 1,
    error: "booking-risk: there is no project prj_none; see: booking-risk project list\n",
  });
  const none = `dec_${"0".repeat(32)}`;
  expect(await verify(none)).toMatchObject({
    status: 1,
    error: `booking-risk: there is no decision ${none}\n`,
  });
});

describe("the reasons of a decision", () => {
  const lowest = "risk_score = (select min(risk_score) from decisions where source = 'import')";
  const reasonsOf = (id: string) => installation.json<Reasons>("decision", "reasons", id);

  test.each(["risk_score between 30 and 90", lowest, "risk_score = 99"])(
    "where %s add up to its score, and are the same on every request",
    async (where) => {
      const id = somebody(where);
      const first = await reasonsOf(id);
      const { base, groups, points, remainder, riskScore } = first;
      const all = groups.reduce((sum, one) => sum + one.points, base);
      expect(Math.abs(all - points)).toBeLessThan(1e-6);
      expect(points + remainder.points).toBeCloseTo(riskScore, 6);
      expect(remainder.kind === "rounding").toBe(Math.abs(remainder.points) <= 0.5);
      for (const { sentence, features } of groups) {
        expect(sentence).toMatch(
          /^(Raises|Lowers) the score by .+\.$|^Leaves the score unchanged\.$/,
        );
        expect(features.length).toBeLessThanOrEqual(3);
      }
      // They are stored: nothing is computed again, so the model is not needed.
      change("update decisions set model_sha256 = '0' where id = ?", id);
      expect(await reasonsOf(id)).toEqual(first);
      const shown = await installation.json<{ reasons: Reasons }>(
        "decision",
        "show",
        id,
        "--reasons",
      );
      expect(shown.reasons).toEqual(first);
    },
  );

  test("are in words, without any guest data", async () => {
    const id = somebody();
    const { request } = await installation.json<{
      request: Record<string, Record<string, string>>;
    }>("decision", "show", id);
    const { status, out } = await installation.run("decision", "reasons", id);
    expect(status).toBe(0);
    expect(out).toContain("the score by");
    expect(out).toContain("Ten points double the odds.");
    const { booker, hotel } = request;
    for (const told of [booker!.email, booker!.phone, booker!.lastName, hotel!.name]) {
      expect(out).not.toContain(told!);
    }
    const { out: shown } = await installation.run("decision", "show", id, "--reasons");
    expect(shown).toEndWith(out);
  });
});
