/** Two copies of the executable on one PostgreSQL, each in a folder of its own. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { Client } from "pg";
import { type Cluster, postgresql, startCluster } from "../../../scripts/programs/postgres.ts";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import { fullRequest } from "../../fixtures/booking.ts";
import { callRisk, Installation, type Service } from "../../fixtures/executable.ts";
import { describeWith } from "../../fixtures/needs.ts";
import { writeOtherBundle } from "../../fixtures/other-bundle.ts";

interface Decision {
  decisionId: string;
}

interface Evidence {
  history: { attempts: { email: number[] } };
}

describeWith(postgresql)("two copies", () => {
  let cluster: Cluster;
  const environment: Record<string, string> = {};
  const [one, two] = [new Installation(environment), new Installation(environment)];
  let copies: Service[];
  let project: Awaited<ReturnType<Installation["project"]>>;
  beforeAll(async () => {
    cluster = await startCluster();
    environment.DATABASE_URL = await cluster.createDatabase();
    // Both migrate the empty database at once.
    copies = await Promise.all([one.serve(), two.serve()]);
    project = await one.project();
  });
  afterAll(() => cluster.remove());

  const decide = async (copy: number, request: object, headers: Record<string, string> = {}) => {
    const { url } = copies[copy % 2]!;
    const answer = await fetch(`${url}/v1/risk`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-service-key": project.secret.key,
        ...headers,
      },
      body: JSON.stringify(request),
    });
    expect(answer.status).toBe(200);
    return (await answer.json()) as Decision;
  };
  /** A column of these decisions, in their order, as the database has it. */
  async function storedOf<Value>(column: string, decisions: Decision[]): Promise<Value[]> {
    const client = new Client({ connectionString: environment.DATABASE_URL! });
    await client.connect();
    const { rows } = await client.query<{ id: string; value: Value }>(
      `SELECT id, ${column} AS value FROM decisions WHERE id = ANY ($1)`,
      [decisions.map(({ decisionId }) => decisionId)],
    );
    await client.end();
    const byId = new Map(rows.map(({ id, value }) => [id, value]));
    return decisions.map(({ decisionId }) => byId.get(decisionId)!);
  }

  test("see each other's attempts, those at the same moment too", async () => {
    // Of a project of its own: nothing was attempted there before.
    const key = { "x-service-key": (await one.project("Attempts")).secret.key };
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        decide(i, { ...fullRequest(), requestId: `r${i}` }, key),
      ),
    );
    const stored = await storedOf<Evidence | string>("evidence", answers);
    const counts = stored.map((value) => {
      const { history } = (typeof value === "string" ? JSON.parse(value) : value) as Evidence;
      return history.attempts.email.at(-1)!; // Of the longest window.
    });
    // Each has another place in one order: the first saw none, the last saw all others.
    expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, i) => i));
    const byId = answers.map(({ decisionId }, i) => ({ decisionId, count: counts[i]! }));
    const inOrder = byId.toSorted((a, b) => (a.decisionId < b.decisionId ? -1 : 1));
    expect(inOrder.map(({ count }) => count)).toEqual(counts.toSorted((a, b) => a - b));
  });

  test("verify each other's decisions", async () => {
    const { status, out } = await one.run("decision", "verify", "--all");
    expect({ status, out }).toMatchObject({ status: 0 });
  });

  test("answer one idempotency key with one decision", async () => {
    const key = { "idempotency-key": "booking 7" };
    const request = { ...fullRequest(), requestId: "once" };
    const answers = await Promise.all([0, 1, 0, 1].map((copy) => decide(copy, request, key)));
    expect(new Set(answers.map(({ decisionId }) => decisionId)).size).toBe(1);
  });

  test("refuse a key from when its revocation was confirmed", async () => {
    const body = JSON.stringify(fullRequest());
    for (let trial = 0; trial < 3; trial++) {
      const { key, keyId } = await one.key(project.projectId, "secret");
      for (const { url } of copies) expect((await callRisk(url, key, body)).status).toBe(200);
      await one.json("key", "revoke", keyId);
      for (const { url } of copies) expect((await callRisk(url, key, body)).status).toBe(401);
    }
  });

  test("decide by a model that was installed and promoted on one of them", async () => {
    const folder = join(one.folder, "bundle");
    const platt = { kind: "platt", a: -1, b: 0.5 } as const;
    await one.json("model", "install", await writeOtherBundle(folder, "other", platt));
    const versionsOf = (decisions: Decision[]) => storedOf<string>("model_version", decisions);
    const [before] = await versionsOf([await decide(1, fullRequest())]);
    for (const model of ["default@other", `default@${before}`, "default@other"]) {
      await one.json("model", "promote", model, "--force");
      // Within a second where processors are free.
      await waitUntil(`both decide by ${model}`, async () => {
        const decisions = await Promise.all([0, 1].map((copy) => decide(copy, fullRequest())));
        return (await versionsOf(decisions)).every((version) => `default@${version}` === model);
      });
    }
    // It was never in the folder of the other, which recomputes all its decisions by it.
    const { status, out } = await two.run("decision", "verify", "--all");
    expect({ status, out }).toMatchObject({ status: 0 });
  });

  test("take three round trips for a decision, and share them", async () => {
    const roundTrips = async () => {
      const metrics = await (await fetch(`${copies[0]!.url}/metrics`)).text();
      return Number(/^booking_risk_database_round_trips_total (\d+)$/m.exec(metrics)![1]);
    };
    const spent = async (work: () => Promise<unknown>) => {
      const [before, start] = [await roundTrips(), performance.now()];
      await work();
      const elapsedS = (performance.now() - start) / 1000;
      // What a copy asks for by itself: some 4 a second.
      return (await roundTrips()) - before - Math.ceil(elapsedS * 6 + 10);
    };
    const requests = Array.from({ length: 200 }, (_, i) => i);
    const { collectionId: _, ...request } = fullRequest();
    const oneByOne = await spent(async () => {
      for (const i of requests) await decide(0, request, { "idempotency-key": `single ${i}` });
    });
    expect(oneByOne).toBeLessThanOrEqual(3 * requests.length); // Key, opening, commit.
    const atOnce = await spent(() => Promise.all(requests.map(() => decide(0, request))));
    expect(atOnce).toBeLessThan(requests.length / 2);
  });

  test("name pg_dump where a command is for a data folder", async () => {
    const backup = await one.run("backup", "copy.tar");
    expect(backup).toMatchObject({ status: 1, error: expect.stringContaining("pg_dump") });
    expect((await one.run("restore", "copy.tar")).error).toContain("pg_restore");
    const checks = await one.json<{ checks: { name: string; ok: boolean }[] }>("doctor");
    expect(checks.checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(checks.checks.map(({ name }) => name)).not.toContain("integrity");
  });

  test("are found by --database-url as well, and never on a database that a variable contradicts", async () => {
    const url = environment.DATABASE_URL!;
    const third = new Installation();
    const inFlag = ["--database-url", url];
    const service = await third.serve(...inFlag);
    const answer = await callRisk(service.url, project.secret.key, fullRequest());
    expect(answer.status).toBe(200);
    const { decisionId } = (await answer.json()) as Decision;
    await service.stop();
    // By the flag, by the variable, and by both where they agree.
    for (const run of [
      third.json<Decision>("decision", "show", decisionId, ...inFlag),
      two.json<Decision>("decision", "show", decisionId),
      two.json<Decision>("decision", "show", decisionId, ...inFlag),
    ]) {
      expect(await run).toMatchObject({ decisionId });
    }
    const { projectId } = project;
    expect(await third.json<object[]>("project", "list", ...inFlag)).toContainEqual(
      expect.objectContaining({ projectId }),
    );
    const withoutFlag = await third.run("project", "list");
    expect(withoutFlag.status).toBe(1);
    expect(withoutFlag.error).toContain("whose data is in the database");
    const elsewhere = url.replace("@", ":secret@");
    for (const command of [
      ["project", "list"],
      ["migrate", "--to"],
      ["serve", "--port", "0"],
    ]) {
      const { status, error } = await two.run(...command, "--database-url", elsewhere);
      expect({ command, status, error }).toEqual({
        command,
        status: 2,
        error:
          "booking-risk: --database-url and DATABASE_URL name different databases; use one of them\n",
      });
    }
    const twice = await third.run("migrate", "--to", url, ...inFlag);
    expect(twice).toMatchObject({ status: 2, error: expect.stringContaining("--url-file") });
  });

  test("answer 503 while the database is away, and recover by themselves", async () => {
    const status = async (copy: number) => {
      const { url } = copies[copy]!;
      return (await callRisk(url, project.secret.key, JSON.stringify(fullRequest()))).status;
    };
    await cluster.stop("immediate");
    expect([await status(0), await status(1)]).toEqual([503, 503]);
    await cluster.start();
    for (const copy of [0, 1]) {
      await waitUntil("an answer with 200", async () => (await status(copy)) === 200);
    }
  });
});
