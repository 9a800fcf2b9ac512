/** `history import` on the executable: killed, and repeated. */
import { Database } from "bun:sqlite";
import { beforeAll, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import { Installation } from "../../fixtures/executable.ts";
import { seasonLines } from "../../fixtures/season.ts";

const good = seasonLines({ seed: "import", attempts: 3000, days: 60, fraudRate: 0.1 });

const installation = new Installation();
const file = join(installation.folder, "season.ndjson");

interface Tally {
  imported: number;
  known: number;
}

beforeAll(() => writeFileSync(file, `${good.join("\n")}\n`));

async function newProject(): Promise<string> {
  return (await installation.json("project", "create", "Past")).projectId!;
}
const importing = (project: string) =>
  installation.json<Tally>("history", "import", file, "--project", project);

/** An export without what differs between projects. */
async function exported(project: string): Promise<string> {
  const out = join(installation.folder, `${project}.csv`);
  await installation.json("export", "--project", project, "--out", out);
  return readFileSync(out, "utf8");
}

function decisionsOf(project: string): number {
  const events = new Database(join(installation.data, "events.db"), { readonly: true });
  events.run("PRAGMA busy_timeout = 5000"); // The next run may be recovering from the kill.
  const count = events.query("SELECT count(*) AS n FROM decisions WHERE project_id = ?");
  const { n } = count.get(project) as { n: number };
  events.close();
  return n;
}

test("an import that was killed and repeated gives the same decisions", async () => {
  const [project, untouched] = [await newProject(), await newProject()];
  for (const least of [200, 700, 1200]) {
    const run = Bun.spawn(
      [installation.executable, "history", "import", file, "--project", project],
      { cwd: installation.folder, env: {}, stdio: ["ignore", "ignore", "ignore"] },
    );
    const isFar = () => decisionsOf(project) >= least || run.exitCode !== null;
    await waitUntil(`${least} decisions`, isFar, { intervalMs: 5 });
    run.kill("SIGKILL");
    await run.exited;
  }
  const { imported, known } = await importing(project);
  expect(imported + known).toBe(good.length);
  expect(known, "imported before the end came").toBeGreaterThan(0);
  expect(imported, "left over").toBeGreaterThan(0);
  await importing(untouched);
  expect(await exported(project)).toBe(await exported(untouched));
});
