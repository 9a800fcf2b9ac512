/** What becomes of an idempotency key when the copy that was deciding with it is killed, or held up. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { Client } from "pg";
import { type Databases, openDatabases, postgresql } from "../../../scripts/programs/postgres.ts";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import { heartbeat } from "../../../src/storage/postgres/shared/copies.ts";
import { fullRequest } from "../../fixtures/booking.ts";
import { callRisk, Installation, type Service } from "../../fixtures/executable.ts";
import { describeWith } from "../../fixtures/needs.ts";

/** As docs/limits.md has it: until then another copy answers 503. */
const heldMsMax = 7000;

interface Decision {
  decisionId: string;
}

describeWith(postgresql)("an idempotency key", () => {
  let databases: Databases;
  let database: Client;
  let holder: Client;
  const environment: Record<string, string> = {};
  const [one, two] = [new Installation(environment), new Installation(environment)];
  let key: string;
  let other: Service;
  beforeAll(async () => {
    databases = await openDatabases();
    environment.DATABASE_URL = await databases.createDatabase();
    other = await two.serve();
    key = (await one.project()).secret.key;
    [database, holder] = [1, 2].map(
      () => new Client({ connectionString: environment.DATABASE_URL! }),
    ) as [Client, Client];
    await database.connect();
    await holder.connect();
  });
  afterAll(async () => {
    await database.end();
    await holder.end();
    await databases.remove();
  });

  const call = ({ url }: Service, name: string) =>
    callRisk(url, key, { ...fullRequest(), requestId: name }, { "idempotency-key": name });

  /** A copy that began to decide, and whose commit the database holds up until `release`. */
  async function beginning(name: string) {
    const copy = await one.serve();
    await holder.query("BEGIN; LOCK TABLE decisions IN SHARE ROW EXCLUSIVE MODE");
    const answer = call(copy, name).then(
      ({ status }) => status,
      () => null,
    );
    const waiting = await waitUntil("a commit that waits", async () => {
      const { rows } = await database.query<{ pid: number }>(
        "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%commit_decisions%'",
      );
      return rows[0];
    });
    return {
      copy,
      answer,
      /** Ends the statement, as the server does where it finds its caller gone. */
      async release() {
        await database.query("SELECT pg_terminate_backend($1)", [waiting.pid]);
        await holder.query("COMMIT");
      },
    };
  }

  const storedOf = async (name: string) => {
    const { rows } = await database.query<{ id: string }>(
      "SELECT id FROM decisions WHERE request_id = $1",
      [name],
    );
    return rows.map(({ id }) => id);
  };

  /** Asks another copy until it decides. */
  async function takenOver(name: string) {
    const refused = new Set<number>();
    const decisionId = await waitUntil("a decision of the other copy", async () => {
      const answer = await call(other, name);
      if (answer.status === 200) return ((await answer.json()) as Decision).decisionId;
      refused.add(answer.status);
      return null;
    });
    return { decisionId, refused: [...refused] };
  }

  test("of a copy that was killed is decided by another within 7 seconds", async () => {
    expect(heartbeat.silentMs + 2 * heartbeat.everyMs).toBeLessThanOrEqual(heldMsMax);
    const { copy, answer, release } = await beginning("killed");
    copy.process.kill("SIGKILL");
    expect(await answer).toBeNull();
    await release();
    const { decisionId, refused } = await takenOver("killed");
    expect(refused.filter((status) => status !== 503)).toEqual([]);
    expect(await storedOf("killed")).toEqual([decisionId]);
    const { rows } = await database.query("SELECT id FROM attempts WHERE opened_at IS NOT NULL");
    expect(rows).toEqual([]);
  });

  test("whose commit the database had begun has that decision", async () => {
    const { copy, answer } = await beginning("committed");
    copy.process.kill("SIGKILL");
    expect(await answer).toBeNull();
    await holder.query("COMMIT"); // Its statement goes on: the server does not know that the copy is gone.
    const { decisionId } = await takenOver("committed");
    expect(await storedOf("committed")).toEqual([decisionId]);
  });

  test("of a copy that is only held up is decided once, whichever of them does it", async () => {
    const { copy, answer, release } = await beginning("held up");
    copy.process.kill("SIGSTOP");
    await release();
    const { decisionId } = await takenOver("held up");
    copy.process.kill("SIGCONT");
    expect([200, 503]).toContain((await answer)!);
    expect((await (await call(copy, "held up")).json()) as object).toMatchObject({ decisionId });
    expect(await storedOf("held up")).toEqual([decisionId]);
    await copy.stop();
  });
});
