/** `export`: the exported features equal those served, bit for bit, in each format. */
import { beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { fullRequest } from "../../fixtures/booking.ts";
import { callRisk, Installation } from "../../fixtures/executable.ts";

const installation = new Installation();
const project = await installation.project();
const other = await installation.project("Other");
const decisions = 12;

type Exported = Record<string, unknown>;
interface Shown {
  decisionId: string;
  decidedAt: string;
  riskScore: number;
  suggestedAction: string;
  probability: number;
  features: Record<string, number | null>;
}
let shown: Shown[] = [];

const fileOf = (ending: string) => join(installation.folder, `rows.${ending}`);

beforeAll(async () => {
  const service = await installation.serve();
  const ids: string[] = [];
  await callRisk(service.url, other.secret.key, fullRequest());
  for (let i = 0; i < decisions; i++) {
    const request = fullRequest();
    request.requestId = `order "${i}", the,${i}th`;
    request.booker.email = `guest${i % 7}@example.com`;
    const answer = await callRisk(service.url, project.secret.key, request);
    ids.push(((await answer.json()) as { decisionId: string }).decisionId);
  }
  for (const outcome of ["fraud", "legitimate"]) {
    await fetch(`${service.url}/v1/decisions/${ids[3]}/outcome`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Service-Key": project.secret.key },
      body: JSON.stringify({ outcome, requestId: "r", occurredAt: "2026-01-01T00:00:00Z" }),
    });
  }
  await service.stop();
  shown = await Promise.all(ids.map((id) => installation.json<Shown>("decision", "show", id)));
  for (const ending of ["ndjson", "csv", "parquet"]) {
    const of = ["--project", project.projectId, "--out", fileOf(ending)];
    expect(await installation.json<{ rows: number }>("export", ...of)).toMatchObject({
      rows: decisions,
    });
  }
});

function readNdjson(): Exported[] {
  const lines = readFileSync(fileOf("ndjson"), "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as Exported);
}

/** Enough of RFC 4180 for this file, independent of the product's CSV writer. */
function readCsv(): Exported[] {
  const cells = (line: string) =>
    [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)]
      .map(([, cell]) => cell!.replace(/^"|"$/g, "").replaceAll('""', '"'))
      .slice(0, names?.length);
  let names: string[] | undefined;
  const [header, ...rows] = readFileSync(fileOf("csv"), "utf8").trim().split("\r\n");
  names = header!.split(",");
  return rows.map((row) => {
    const values = cells(row);
    return Object.fromEntries(names.map((name, i) => [name, values[i] === "" ? null : values[i]]));
  });
}

async function readParquet(): Promise<Exported[]> {
  return parquetReadObjects({ file: await asyncBufferFromFile(fileOf("parquet")) });
}

const asNumber = (value: unknown) => (value === null ? null : Number(value));

describe.each([
  ["ndjson", readNdjson],
  ["csv", readCsv],
  ["parquet", readParquet],
] as const)("%s", (_, read) => {
  test("has the features exactly as served", async () => {
    const rows = await read();
    expect(rows.map((row) => row.decision_id)).toEqual(shown.map(({ decisionId }) => decisionId));
    for (const [i, { features, probability, riskScore, ...one }] of shown.entries()) {
      const row = rows[i]!;
      for (const [name, value] of Object.entries(features)) {
        expect([name, asNumber(row[name])]).toEqual([name, value]);
      }
      expect(asNumber(row.probability)).toBe(probability);
      expect(asNumber(row.risk_score)).toBe(riskScore);
      expect(row.suggested_action).toBe(one.suggestedAction);
      expect(asNumber(row.weight)).toBe(1);
      expect(new Date(row.decided_at as string).toISOString()).toBe(one.decidedAt);
      expect(row.request_id).toBe(`order "${i}", the,${i}th`);
    }
  });

  test("has the newest outcome, and none where none was reported", async () => {
    const rows = await read();
    expect(rows.filter(({ outcome }) => outcome !== null)).toHaveLength(1);
    expect(rows[3]).toMatchObject({ outcome: "legitimate" });
    expect(new Date(rows[3]!.outcome_occurred_at as string).toISOString()).toBe(
      "2026-01-01T00:00:00.000Z",
    );
    expect(rows[4]!.outcome_reported_at).toBeNull();
  });
});

test("only the owner can read the file, and it is complete or absent", async () => {
  expect(statSync(fileOf("csv")).mode & 0o777).toBe(0o600);
  expect(statSync(fileOf("parquet")).mode & 0o777).toBe(0o600);
  const nowhere = join(installation.folder, "missing", "rows.csv");
  const failed = await installation.run("export", "--project", project.projectId, "--out", nowhere);
  expect([failed.status, failed.error]).toEqual([
    1,
    `booking-risk: ${nowhere} cannot be written (ENOENT)\n`,
  ]);
  expect(existsSync(`${fileOf("csv")}.partial`)).toBe(false);
});

test("no text of a caller is a formula in CSV, and NDJSON has it as it was sent", async () => {
  const formula = '=HYPERLINK("https://x.example","y")';
  const own = await installation.project("Formulas");
  const service = await installation.serve();
  await callRisk(service.url, own.secret.key, { ...fullRequest(), requestId: formula });
  await service.stop();
  const written = async (ending: string) => {
    const file = join(installation.folder, `formulas.${ending}`);
    await installation.json("export", "--project", own.projectId, "--out", file);
    return readFileSync(file, "utf8");
  };
  expect(await written("csv")).toContain(`,"'=HYPERLINK(""https://x.example"",""y"")",`);
  expect(JSON.parse(await written("ndjson")).request_id).toBe(formula);
});

test("another ending or project is refused", async () => {
  const xlsx = await installation.run("export", "--project", project.projectId, "--out", "x.xlsx");
  expect([xlsx.status, xlsx.error]).toEqual([
    2,
    "booking-risk: --out must end in .parquet, .csv or .ndjson\n",
  ]);
  const nobody = await installation.run("export", "--project", "prj_none", "--out", "x.csv");
  expect(nobody.status).toBe(1);
});

test("a project without decisions gives an empty file that can be read", async () => {
  const { projectId } = await installation.json("project", "create", "Empty");
  for (const ending of ["csv", "parquet", "ndjson"]) {
    const file = join(installation.folder, `empty.${ending}`);
    const { rows } = await installation.json<{ rows: number }>(
      "export",
      "--project",
      projectId!,
      "--out",
      file,
    );
    expect(rows).toBe(0);
    if (ending === "parquet") {
      expect(await parquetReadObjects({ file: await asyncBufferFromFile(file) })).toEqual([]);
    }
  }
});

test("a sample of the legitimate attempts is weighted to represent all, and is the same each time", async () => {
  const take = async (keepOther: string, name: string) => {
    const out = join(installation.folder, name);
    const of = ["--project", project.projectId, "--out", out, "--keep-other", keepOther];
    await installation.json("export", ...of);
    return readFileSync(out, "utf8");
  };
  const half = await take("0.5", "half.ndjson");
  expect(await take("0.5", "again.ndjson")).toBe(half);
  const rows = half.split("\n").filter(Boolean);
  // The last eight digits of an ID are random and hexadecimal: half of them begin with less than 8.
  const kept = readNdjson().filter(
    (row) => Number.parseInt(String(row.decision_id).at(-8)!, 16) < 8,
  );
  expect(rows.map((line) => JSON.parse(line))).toEqual(kept.map((row) => ({ ...row, weight: 2 })));
  for (const part of ["0", "1.01", "-1", "all", ""]) {
    const of = ["--project", project.projectId, "--out", fileOf("ndjson")];
    expect((await installation.run("export", ...of, "--keep-other", part)).status).toBe(2);
  }
});
