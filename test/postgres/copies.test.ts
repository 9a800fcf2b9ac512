/** Two copies of the executable on one PostgreSQL, each in a folder of its own. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { callRisk, Installation, type Service } from "../executable.ts";
import { fullRequest } from "../fixtures/booking.ts";
import { describeWith } from "../needs.ts";
import { type Cluster, postgresql, startCluster } from "./cluster.ts";

interface Decision {
  decisionId: string;
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
  }, 120_000);
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
  const attemptsOf = async ({ decisionId }: Decision) => {
    const shown = await one.json<{
      evidence: { history: { attempts: { email: number[] } } };
    }>("decision", "show", decisionId);
    return shown.evidence.history.attempts.email.at(-1)!; // Of the longest window.
  };

  test("see each other's attempts, those at the same moment too", async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => decide(i, { ...fullRequest(), requestId: `r${i}` })),
    );
    const counts: number[] = [];
    for (const answer of answers) counts.push(await attemptsOf(answer));
    // Each has another place in one order: the first saw none, the last saw all others.
    expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, i) => i));
    const byId = answers.map(({ decisionId }, i) => ({ decisionId, count: counts[i]! }));
    const inOrder = byId.toSorted((a, b) => (a.decisionId < b.decisionId ? -1 : 1));
    expect(inOrder.map(({ count }) => count)).toEqual(counts.toSorted((a, b) => a - b));
  }, 120_000);

  test("verify each other's decisions", async () => {
    const { status, out } = await one.run("decision", "verify", "--all");
    expect({ status, out }).toMatchObject({ status: 0 });
  }, 60_000);

  test("answer one idempotency key with one decision", async () => {
    const key = { "idempotency-key": "booking 7" };
    const request = { ...fullRequest(), requestId: "once" };
    const answers = await Promise.all([0, 1, 0, 1].map((copy) => decide(copy, request, key)));
    expect(new Set(answers.map(({ decisionId }) => decisionId)).size).toBe(1);
  }, 60_000);

  test("refuse a key from when its revocation was confirmed", async () => {
    const body = JSON.stringify(fullRequest());
    for (let trial = 0; trial < 5; trial++) {
      const { key, keyId } = await one.json<{ key: string; keyId: string }>(
        ...["key", "create", "--project", project.projectId, "--kind", "secret"],
      );
      for (const { url } of copies) expect((await callRisk(url, key, body)).status).toBe(200);
      await one.json("key", "revoke", keyId);
      for (const { url } of copies) expect((await callRisk(url, key, body)).status).toBe(401);
    }
  }, 120_000);

  test("answer 503 while the database is away, and recover by themselves", async () => {
    const status = async (copy: number) => {
      const { url } = copies[copy]!;
      return (await callRisk(url, project.secret.key, JSON.stringify(fullRequest()))).status;
    };
    await cluster.stop("immediate");
    expect([await status(0), await status(1)]).toEqual([503, 503]);
    await cluster.start();
    const deadline = performance.now() + 10_000;
    for (const copy of [0, 1]) {
      while ((await status(copy)) !== 200) expect(performance.now()).toBeLessThan(deadline);
    }
  }, 60_000);
});
