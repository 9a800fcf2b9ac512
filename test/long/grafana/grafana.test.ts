/** The Grafana dashboard of docs/monitoring, read by Grafana's own published model of dashboards. */
import { expect } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { testWith } from "../../fixtures/needs.ts";
import { grafanaModel, python } from "./install.ts";

const dashboard = resolve(import.meta.dir, "../../../docs/monitoring/dashboard.json");

/** What Grafana's model does not know in a file. */
function unknownIn(file: string): string[] {
  const run = Bun.spawnSync([python, join(import.meta.dir, "round-trip.py"), file]);
  expect(run.stderr.toString()).toBe("");
  return run.stdout.toString().split("\n").filter(Boolean);
}

testWith(grafanaModel)("Grafana's model knows every member of the dashboard", () => {
  // A copy of the variable's query for the editor, which newer versions of Grafana write.
  expect(unknownIn(dashboard)).toEqual(["/templating/list/1/definition"]);
});

testWith(grafanaModel)("a member that Grafana does not know is found", async () => {
  const folder = mkdtempSync(join(tmpdir(), "dashboard-"));
  const file = join(folder, "dashboard.json");
  const { panels, ...rest } = (await Bun.file(dashboard).json()) as { panels: object[] };
  const [first, ...others] = panels;
  writeFileSync(file, JSON.stringify({ ...rest, panels: [{ ...first, titel: "Now" }, ...others] }));
  expect(unknownIn(file)).toContain("/panels/0/titel");
  rmSync(folder, { recursive: true });
});
