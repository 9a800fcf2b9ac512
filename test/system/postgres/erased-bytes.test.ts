/** What the files of PostgreSQL still have of an erased guest, and that `guest compact` leaves nothing. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { filesWith } from "../../../scripts/programs/files-below.ts";
import { type Cluster, postgresql, startCluster } from "../../../scripts/programs/postgres.ts";
import type { Receipt } from "../../../src/decisions/privacy/erase.ts";
import { booking } from "../../fixtures/booking.ts";
import { callRisk, Installation, type Service } from "../../fixtures/executable.ts";
import { describeWith } from "../../fixtures/needs.ts";

const [erased, other] = ["zaphodina.quill@erased.example", "other.guest@kept.example"];

describeWith(postgresql)("the files of the database", () => {
  let cluster: Cluster;
  let client: Client;
  let service: Service;
  let key: string;
  let projectId: string;
  const data = mkdtempSync(join(tmpdir(), "booking-risk-files-"));
  const environment: Record<string, string> = {};
  const installation = new Installation(environment);
  beforeAll(async () => {
    cluster = await startCluster({ autovacuum: "off" }, { data });
    environment.DATABASE_URL = await cluster.createDatabase();
    client = new Client({ connectionString: environment.DATABASE_URL });
    await client.connect();
    service = await installation.serve();
    const project = await installation.project();
    ({ projectId } = project);
    key = project.secret.key;
  });
  afterAll(async () => {
    await service.stop();
    await client.end();
    await cluster.remove();
    rmSync(data, { recursive: true, force: true });
  });

  async function book(email: string, requestId: string): Promise<number> {
    const answer = await callRisk(service.url, key, booking({ requestId, booker: { email } }));
    return answer.status;
  }

  /** In how many files of tables and indexes a text is. */
  async function filesHaving(text: string): Promise<number> {
    await client.query("CHECKPOINT");
    return filesWith(join(data, "data/base"), text).length;
  }

  test("have an erased guest until guest compact, while the service runs", async () => {
    for (let n = 0; n < 5; n++) {
      expect(await book(erased!, `e-${n}`)).toBe(200);
      expect(await book(other!, `o-${n}`)).toBe(200);
    }
    expect(await filesHaving(erased!)).toBeGreaterThan(0);
    const value = join(installation.folder, "value.txt");
    writeFileSync(value, erased!);
    const by = ["--project", projectId, "--by", "email", "--value-file", value, "--yes"];
    const receipt = await installation.json<Receipt>("guest", "erase", ...by);
    expect(receipt.erased).toMatchObject({ decisions: 5 });
    const { out } = await installation.run("guest", "receipts", receipt.erasureId);
    expect(out).toContain("run `guest compact` to remove them");
    await client.query("VACUUM");
    expect(await filesHaving(erased!)).toBeGreaterThan(0);

    const compacted = await installation.json<Rewritten>("guest", "compact");
    expect(compacted.inUse).toEqual([]);
    expect(compacted.rewritten).toContain("erasures");
    expect(compacted.rewritten.filter((name) => name.startsWith("decisions_")).length).toBe(4);
    expect(await filesHaving(erased!)).toBe(0);
    expect(await filesHaving(other!)).toBeGreaterThan(0);
    expect(await book(other!, "after")).toBe(200);
  });

  test("of a table that somebody uses for long are not rewritten, which the command says", async () => {
    await client.query("BEGIN; SELECT FROM collections");
    const { status, error } = await installation.run("guest", "compact");
    await client.query("COMMIT");
    expect(status).toBe(1);
    expect(error).toContain("in use; try again: collections");
  });
});

interface Rewritten {
  rewritten: string[];
  inUse: string[];
}
