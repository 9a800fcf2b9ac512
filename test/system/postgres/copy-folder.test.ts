/** The data folder of a copy on PostgreSQL, and commands that were not told of the database. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Databases, openDatabases, postgresql } from "../../../scripts/programs/postgres.ts";
import { Installation } from "../../fixtures/executable.ts";
import { describeWith } from "../../fixtures/needs.ts";

describeWith(postgresql)("the data folder of a copy", () => {
  let databases: Databases;
  let environment: Record<string, string>;
  beforeAll(async () => {
    databases = await openDatabases();
    environment = { DATABASE_URL: await databases.createDatabase() };
  });
  afterAll(() => databases.remove());

  /** Commands of an installation whose service has run on the database, as somebody without DATABASE_URL calls them. */
  async function withCopy(before: (own: Installation) => Promise<unknown> = async () => {}) {
    const own = new Installation();
    await before(own);
    const service = await own.serveIn(environment);
    expect(await service.stop()).toBe(0);
    return own;
  }

  test("gets no second installation from a command, which says what to do", async () => {
    const own = await withCopy();
    for (const command of [
      ["project", "create", "Wrong place"],
      ["user", "list"],
      ["serve", "--port", "0"],
      ["backup", "new.tar"],
      ["doctor"],
    ]) {
      const { status, out, error } = await own.run(...command);
      expect(status).toBe(1);
      expect(out + error).toContain("whose data is in the database");
      expect(out + error).toContain("set DATABASE_URL");
      expect(out + error).not.toMatch(/restore|damaged|postgres:\/\//);
    }
    const files = ["control.db", "events.db", "history.db"];
    expect(files.filter((name) => existsSync(join(own.data, name)))).toEqual([]);
    const told = new Installation(environment);
    expect((await told.run("project", "list", "--data", own.data)).status).toBe(0);
  });

  test("which had an installation, is used without PostgreSQL only by who says so", async () => {
    const own = await withCopy((installation) => installation.project("Before PostgreSQL"));
    expect((await own.run("project", "list")).error).toContain("belongs to a service");
    expect(await own.run("migrate", "--undo")).toMatchObject({ status: 0 });
    expect((await own.run("project", "list")).out).toContain("Before PostgreSQL");
  });

  test("takes the data of its database when that is moved back", async () => {
    const own = await withCopy();
    const migrate = ["migrate", "--from", environment.DATABASE_URL!];
    expect(await own.run(...migrate)).toMatchObject({ status: 0 });
    // A copy that is started between the steps leaves the mark of the move.
    expect(await (await own.serveIn(environment)).stop()).toBe(0);
    expect((await own.run("project", "list")).error).toContain("is not finished");
    expect(await own.run(...migrate, "--finish")).toMatchObject({ status: 0 });
    expect(await own.run("project", "list")).toMatchObject({ status: 0 });
    environment = { DATABASE_URL: await databases.createDatabase() };
  });

  test("is marked for the database of its last start", async () => {
    const own = await withCopy();
    const other = await databases.createDatabase();
    expect(await (await own.serveIn({ DATABASE_URL: other })).stop()).toBe(0);
    const name = new URL(other).pathname;
    expect((await own.run("project", "list")).error).toContain(`${name} (since`);
  });
});
