/** Lists and one-time passes on two copies of the executable with one PostgreSQL. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Databases, openDatabases, postgresql } from "../../../scripts/programs/postgres.ts";
import type { ListEntry } from "../../../src/decisions/lists/lists.ts";
import type { Pass } from "../../../src/decisions/lists/passes.ts";
import type { StoredDecision } from "../../../src/risk/stored-decision.ts";
import { distinctGuest } from "../../fixtures/distinct-guest.ts";
import { callRisk, Installation, type Service } from "../../fixtures/executable.ts";
import { describeWith } from "../../fixtures/needs.ts";

describeWith(postgresql)("two copies", () => {
  let databases: Databases;
  const environment: Record<string, string> = {};
  const [one, two] = [new Installation(environment), new Installation(environment)];
  let copies: Service[];
  let project: Awaited<ReturnType<Installation["project"]>>;
  beforeAll(async () => {
    databases = await openDatabases();
    environment.DATABASE_URL = await databases.createDatabase();
    copies = await Promise.all([one.serve(), two.serve()]);
    project = await one.project();
  });
  afterAll(() => databases.remove());

  const book = async (copy: number, request: object) => {
    const answer = await callRisk(copies[copy % 2]!.url, project.secret.key, request);
    expect(answer.status).toBe(200);
    return (await answer.json()) as { decisionId: string; suggestedAction: string };
  };
  const actionOf = async (copy: number, request: object) =>
    (await book(copy, request)).suggestedAction;
  const deny = (email: string) => {
    const file = join(one.folder, "address.txt");
    writeFileSync(file, email);
    return one.json<ListEntry>(
      "list",
      "add",
      "deny",
      "--project",
      project.projectId,
      "--type",
      "email",
      "--reason",
      "a test",
      "--value-file",
      file,
    );
  };

  test("obey what was listed and archived on one of them, from the next request on", async () => {
    for (let trial = 0; trial < 10; trial++) {
      const guest = distinctGuest(trial);
      const { entryId } = await deny(guest.booker.email);
      expect(await actionOf(trial, guest)).toBe("deny");
      await two.json("list", "archive", entryId, "--project", project.projectId);
      expect(await actionOf(trial + 1, guest)).toBe("allow");
    }
  });

  test("let exactly one of two hundred attempts at once through with a pass", async () => {
    const guest = distinctGuest(100);
    await deny(guest.booker.email);
    const denied = await book(0, guest);
    expect(denied.suggestedAction).toBe("deny");
    const pass = await two.json<Pass>(
      "decision",
      "pass",
      denied.decisionId,
      "--reason",
      "known to the front desk",
    );
    const all = await Promise.all(Array.from({ length: 200 }, (_, n) => book(n, guest)));
    const allowed = all.filter(({ suggestedAction }) => suggestedAction === "allow");
    expect(allowed).toHaveLength(1);
    const shown = await one.json<StoredDecision>("decision", "show", allowed[0]!.decisionId);
    expect(shown.decidedBy).toMatchObject({ kind: "pass", entryId: pass.passId });
    const verified = await two.json("decision", "verify", allowed[0]!.decisionId);
    expect(verified).toMatchObject({ result: "same" });
    expect(await actionOf(1, guest)).toBe("deny");
    const log = await one.json<{ action: string; subject: string }[]>(
      "audit",
      "--project",
      project.projectId,
    );
    expect(log.filter(({ action }) => action === "pass.give")).toMatchObject([
      { subject: pass.passId },
    ]);
  });
});
