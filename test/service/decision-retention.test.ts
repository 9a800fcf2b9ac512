/** The retention of decisions on the executable: what is removed, what is kept, and what is left in the files. */
import { beforeAll, describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { filesBelow } from "../../scripts/programs/files-below.ts";
import { waitUntil } from "../../scripts/programs/wait-until.ts";
import type { StoredDecision } from "../../src/risk/stored-decision.ts";
import { booking } from "../fixtures/booking.ts";
import { Installation } from "../fixtures/executable.ts";

const installation = new Installation();
const { data, folder } = installation;
const dayMs = 24 * 60 * 60 * 1000;

type Row = Record<string, unknown>;

const emailOf = (project: string, daysAgo: number) => `guest-${daysAgo}@${project}.example`;

/** A decision of 50 days ago with a chargeback, and one of 10 days ago. */
async function projectWithPast(name: string): Promise<string> {
  const { projectId } = await installation.project(name);
  const lines = [50, 10].map((daysAgo) => {
    const email = emailOf(name, daysAgo);
    return JSON.stringify({
      decidedAt: new Date(Date.now() - daysAgo * dayMs).toISOString(),
      request: booking({ booker: { email }, requestId: `order-of-${email}` }),
      ...(daysAgo === 50 && {
        outcome: "chargeback",
        outcomeAt: new Date(Date.now() - 20 * dayMs).toISOString(),
      }),
    });
  });
  const file = join(folder, `${name}.ndjson`);
  writeFileSync(file, lines.join("\n"));
  await installation.json("history", "import", file, "--project", projectId);
  return projectId;
}

/** What models are trained with, oldest first. */
async function rowsOf(projectId: string): Promise<Row[]> {
  const out = join(folder, `${crypto.randomUUID()}.ndjson`);
  await installation.json("export", "--project", projectId, "--out", out);
  const lines = readFileSync(out, "utf8").trim().split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Row);
}

const shown = (id: unknown) => installation.json<StoredDecision>("decision", "show", String(id));

/** Retentions end at the start, and every ten minutes. */
async function served(until: () => Promise<boolean>, ...flags: string[]): Promise<void> {
  const service = await installation.serve(...flags);
  await waitUntil("the end of the retention", until);
  expect(await service.stop()).toBe(0);
}

/** Of the databases alone: the folder has the runtime's libraries and the model as well. */
const isInFiles = (text: string) =>
  filesBelow(
    data,
    (path) => basename(path).includes(".db") && readFileSync(path).includes(text),
  ).some(([, hasText]) => hasText);

let own: string;
let usual: string;
beforeAll(async () => {
  own = await projectWithPast("own");
  usual = await projectWithPast("usual");
});

describe("a project's retention of decisions", () => {
  const retention = (...more: string[]) =>
    installation.run("project", "set", own, "--decision-retention", ...more);

  test("takes --yes where decisions lose their guests at once", async () => {
    const { status, error } = await retention("40");
    expect(status).not.toBe(0);
    expect(error).toMatch(/\b1 decision\b/);
    expect(error).toContain("--yes");
    expect((await retention("30", "--yes")).status).not.toBe(0);
    const [old] = await rowsOf(own);
    expect((await shown(old!.decision_id)).isBlanked).toBe(false);
  });

  test("removes the guest, and keeps score, features and outcome", async () => {
    const [before, young] = await rowsOf(own);
    const decision = await shown(before!.decision_id);
    expect(isInFiles(emailOf("own", 50))).toBe(true);
    expect((await retention("40", "--yes")).status).toBe(0);
    await served(async () => (await shown(before!.decision_id)).isBlanked);
    const after = await shown(before!.decision_id);
    expect(after).toMatchObject({
      isBlanked: true,
      request: null,
      evidence: null,
      requestId: "",
    });
    const { riskScore, features, outcomes } = decision;
    expect(after).toMatchObject({ riskScore, features });
    expect(after.outcomes[0]).toMatchObject({ outcome: outcomes[0]!.outcome });
    expect(outcomes[0]!.outcome).toBe("chargeback");
    expect(await rowsOf(own)).toEqual([{ ...before, request_id: "" }, young!]);
    expect(JSON.stringify(await rowsOf(own))).not.toContain(emailOf("own", 50));
    expect(isInFiles(emailOf("own", 50))).toBe(false);
    expect(isInFiles(emailOf("own", 10))).toBe(true);
    expect((await shown(young!.decision_id)).isBlanked).toBe(false);
    const tally = await installation.json("decision", "verify", "--project", own);
    expect(tally).toMatchObject({
      decisions: 2,
      same: 1,
      differing: 0,
      unverifiable: 1,
    } as never);
    expect(isInFiles(emailOf("usual", 50))).toBe(true);
  });

  test("removes the features too where nothing is kept", async () => {
    const [old, young] = await rowsOf(own);
    const set = ["project", "set", own, "--decision-retention-keeps", "nothing"];
    const asked = await installation.run(...set);
    expect(asked.status).not.toBe(0);
    expect(asked.error).toContain("--yes");
    expect((await installation.run(...set, "--yes")).status).toBe(0);
    await served(async () => (await rowsOf(own)).length === 1);
    expect((await installation.run("decision", "show", String(old!.decision_id))).status).toBe(1);
    expect(isInFiles(String(old!.decision_id))).toBe(false);
    expect(await rowsOf(own)).toEqual([young!]);
  });
});

test("serve --decision-retention holds for projects without their own, and the audit log has it", async () => {
  const [old] = await rowsOf(usual);
  await served(async () => (await shown(old!.decision_id)).isBlanked, "--decision-retention", "40");
  expect(isInFiles(emailOf("usual", 50))).toBe(false);
  const { out } = await installation.run("audit", "--json");
  expect(out).toContain("decision.retention");
  expect(out).toContain("project.decision-retention");
  expect(out).not.toContain("@own.example");
});
