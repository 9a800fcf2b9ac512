/** `history import` on the executable: lines of a simulated season, and invalid ones. */
import { beforeAll, describe, expect, test } from "bun:test";
import { appendFileSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Installation } from "../fixtures/executable.ts";
import { seasonLines } from "../fixtures/season.ts";

const good = seasonLines({ seed: "import", attempts: 200, days: 60, fraudRate: 0.1 });

const installation = new Installation();
const file = join(installation.folder, "season.ndjson");

interface Tally {
  imported: number;
  known: number;
  rejected: number;
  rejectedFile: string | null;
  errors: { line: number; error: string }[];
  unknownMembers: { pointer: string; meant: string | null; lines: number; firstLine: number }[];
}

beforeAll(() => writeFileSync(file, `${good.join("\n")}\n`));

async function newProject(): Promise<string> {
  return (await installation.json("project", "create", "Past")).projectId!;
}
const importing = (project: string, from = file) =>
  installation.json<Tally>("history", "import", from, "--project", project);
/** With the exit status, which is 1 where lines were rejected. */
async function imported(project: string, from: string, ...flags: string[]) {
  const all = ["history", "import", from, "--project", project, "--json", ...flags];
  const { status, out, error } = await installation.run(...all);
  return { status, error, tally: JSON.parse(out) as Tally };
}

/** An export without what differs between projects. */
async function exported(project: string): Promise<string> {
  const out = join(installation.folder, `${project}.csv`);
  await installation.json("export", "--project", project, "--out", out);
  return readFileSync(out, "utf8");
}

let whole: string;

test("every line becomes a decision as of its own time, with its outcome", async () => {
  const project = await newProject();
  expect(await importing(project)).toMatchObject({ imported: good.length, known: 0, rejected: 0 });
  whole = await exported(project);
  const [header, ...rows] = whole.trimEnd().split("\n");
  const column = (name: string) => header!.split(",").indexOf(name);
  expect(rows).toHaveLength(good.length);
  for (const [i, row] of rows.entries()) {
    const { decidedAt, request, outcome, outcomeAt } = JSON.parse(good[i]!);
    const cells = row.split(",");
    expect(cells[column("decided_at")]).toBe(decidedAt);
    expect(cells[column("request_id")]).toBe(request.requestId);
    expect(cells[column("source")]).toBe("import");
    expect(cells[column("outcome")]).toBe(outcome ?? "");
    expect(cells[column("outcome_reported_at")]).toBe(outcomeAt ?? "");
  }
});

test("a second import changes nothing; further lines are added", async () => {
  const project = await newProject();
  const [first, more] = [good.slice(0, 80), good.slice(40, 150)];
  const part = join(installation.folder, "part.ndjson");
  writeFileSync(part, first.join("\n"));
  expect(await importing(project, part)).toMatchObject({ imported: 80, known: 0 });
  expect(await importing(project, part)).toMatchObject({ imported: 0, known: 80 });
  writeFileSync(part, more.join("\n"));
  expect(await importing(project, part)).toMatchObject({ imported: 70, known: 40 });
  expect(await importing(project)).toMatchObject({ imported: good.length - 150, known: 150 });
  expect(await exported(project)).toBe(whole);
});

test("a corrected outcome is that of the same attempt; a corrected request is another attempt", async () => {
  const project = await newProject();
  const corrected = join(installation.folder, "corrected.ndjson");
  const line = good.map((text) => JSON.parse(text)).find(({ outcome }) => outcome === "fraud");
  const { request } = line;
  const booker = { ...request.booker, email: "corrected@example.com" };
  const files = [
    line,
    { ...line, outcome: "legitimate" },
    { ...line, request: { ...request, booker } },
  ];
  const added: number[] = [];
  for (const one of files) {
    writeFileSync(corrected, JSON.stringify(one));
    added.push((await importing(project, corrected)).imported);
  }
  expect(added).toEqual([1, 0, 1]);
  const [header, ...rows] = (await exported(project)).trimEnd().split("\n");
  const outcome = header!.split(",").indexOf("outcome");
  expect(rows.map((row) => row.split(",")[outcome]).sort()).toEqual(["fraud", "legitimate"]);
});

interface Changeable {
  decidedAt: string;
  request: { booker: { email: string }; booking: { checkIn: string; checkOut: string } };
  collection?: { ip: string };
  outcome?: string;
  outcomeAt?: string;
}

describe("invalid lines", () => {
  const secret = "mrs.secret@example.com";
  const bad: [line: string, error: string][] = [
    ["{", "is not a JSON object"],
    ["[1]", "is not a JSON object"],
    ["{}", "/decidedAt is required; /request is required"],
    [
      changed(10, (line) => {
        line.request.booker.email = secret.replace("@", "");
        line.request.booking.checkOut = line.request.booking.checkIn;
      }),
      "/request/booker/email must be an e-mail address; /request/booking/checkOut must be after checkIn",
    ],
    [
      changed(10, (line) => {
        line.decidedAt = "2026-01-05";
      }),
      "/decidedAt must be an ISO 8601 time with a time zone, such as 2026-05-20T09:00:00Z",
    ],
    [
      changed(10, (line) => {
        line.decidedAt = "2999-01-01T00:00:00Z";
        delete line.outcomeAt;
      }),
      "/decidedAt must not be in the future",
    ],
    [
      changed(10, (line) => {
        line.outcome = "fraud";
        line.outcomeAt = "2020-01-01T00:00:00Z";
      }),
      "/outcomeAt must not be before decidedAt",
    ],
    [
      changed(10, (line) => {
        line.collection = { ip: "here" };
      }),
      "/collection/ip must be an IPv4 or IPv6 address",
    ],
    [`{"request": "${"x".repeat(140_000)}"}`, "is longer than 128 KiB"],
    [
      good[5]!,
      "/decidedAt must not be before that of an earlier line; sort the file, oldest first",
    ],
  ];

  function changed(line: number, by: (line: Changeable) => void): string {
    const parsed: Changeable = JSON.parse(good[line]!);
    by(parsed);
    return JSON.stringify(parsed);
  }

  test("are reported by number, set aside unchanged, and do not stop the others", async () => {
    const project = await newProject();
    const mixed = join(installation.folder, "mixed.ndjson");
    writeFileSync(mixed, `${good.slice(0, 11).join("\n")}\n\n`);
    for (const [line] of bad) appendFileSync(mixed, `${line}\r\n`);
    appendFileSync(mixed, good.slice(11, 20).join("\n"));
    const { status: ended, error: why, tally } = await imported(project, mixed);
    expect(ended).toBe(1);
    expect(why).toBe(
      `booking-risk: ${bad.length} lines rejected; fix them and import the file again: ` +
        "what is already present is skipped\n",
    );
    expect(tally).toMatchObject({ imported: 20, known: 0, rejected: bad.length });
    expect(tally.errors).toEqual(bad.map(([, error], i) => ({ line: 13 + i, error })));
    const aside = readFileSync(tally.rejectedFile!, "utf8").trimEnd().split("\n");
    expect(aside.map((line) => JSON.parse(line).line)).toEqual(bad.map((_, i) => 13 + i));
    expect(JSON.parse(aside[3]!).text).toBe(`${bad[3]![0]}\r`);
    expect(statSync(tally.rejectedFile!).mode & 0o777).toBe(0o600);

    const { out, error } = await installation.run("history", "import", mixed, "--project", project);
    expect(out).toContain(`20 already present, ${bad.length} lines rejected.`);
    expect(out).toContain("line 16: /request/booker/email must be an e-mail address");
    expect(out + error).not.toContain(secret.replace("@", ""));
  });

  test("a missing file or project is reported in one line", async () => {
    const run = (...args: string[]) => installation.run("history", "import", ...args);
    const project = await newProject();
    expect(await run("nowhere.ndjson", "--project", project)).toMatchObject({
      status: 1,
      error: expect.stringContaining("nowhere.ndjson cannot be read (ENOENT)\n"),
    });
    expect(await run(file, "--project", "prj_none")).toMatchObject({
      status: 1,
      error: "booking-risk: there is no project prj_none; see: booking-risk project list\n",
    });
    expect((await run(file)).status).toBe(2);
  });
});

describe("members that are not known", () => {
  const [first, second, third] = good
    .filter((line) => line.includes('"deviceId"'))
    .map((line) => line.replace('"deviceId"', '"deviceID"'));
  const misspelt = [
    first!,
    second!.replace('"collection"', '"Collection"'),
    third!.replace(/}$/, ',"amount":129.5}'),
  ];
  const write = (name: string) => {
    const misspeltFile = join(installation.folder, name);
    writeFileSync(misspeltFile, misspelt.join("\n"));
    return misspeltFile;
  };

  test("are named, each once with its lines, and the lines are imported without them", async () => {
    const project = await newProject();
    const from = write("misspelt.ndjson");
    const { status, tally } = await imported(project, from);
    expect({ status, imported: tally.imported, rejected: tally.rejected }).toEqual({
      status: 0,
      imported: 3,
      rejected: 0,
    });
    expect(tally.unknownMembers).toEqual([
      { pointer: "/collection/deviceID", meant: "deviceId", lines: 2, firstLine: 1 },
      { pointer: "/Collection", meant: "collection", lines: 1, firstLine: 2 },
      { pointer: "/amount", meant: null, lines: 1, firstLine: 3 },
    ]);
    const { out } = await installation.run("history", "import", from, "--project", project);
    expect(out).toContain(
      "/collection/deviceID in 2 lines, first in line 1 (did you mean deviceId?)",
    );
    expect(out).toContain("/amount in 1 line, first in line 3\n");
    expect(out).not.toContain("129.5");
  });

  test("are a reason to reject a line with --strict", async () => {
    const project = await newProject();
    const { status, tally } = await imported(project, write("strict.ndjson"), "--strict");
    expect(status).toBe(1);
    expect(tally).toMatchObject({ imported: 0, rejected: 3 });
    expect(tally.errors.map(({ error }) => error)).toEqual([
      "/collection/deviceID is not known (did you mean deviceId?)",
      "/Collection is not known (did you mean collection?)",
      "/collection/deviceID is not known (did you mean deviceId?); /amount is not known",
    ]);
  });
});
