/** What the workflows of continuous integration may use, and what the job that publishes a release may not. */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dir, "../../.github/workflows");
const workflows = readdirSync(folder).map((name) => {
  const text = readFileSync(join(folder, name), "utf8");
  return { name, text, parsed: Bun.YAML.parse(text) as Workflow };
});

interface Workflow {
  permissions?: Permissions;
  jobs: Record<string, { permissions?: Permissions; steps?: { uses?: string; run?: string }[] }>;
}
type Permissions = Record<string, string> | string;

test("actions are pinned by the hash of a commit, with the release that it is", () => {
  const uses = workflows.flatMap(({ text }) => [...text.matchAll(/^\s*(?:- )?uses: (.*)$/gm)]);
  expect(uses.length).toBeGreaterThan(5);
  for (const [, used] of uses) {
    expect(used).toMatch(/^(\.\/\.github\/\S+$|[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+\b)/);
  }
});

test("a token may only read, but in the job that publishes, which builds nothing", () => {
  const writing: string[] = [];
  for (const { name, parsed } of workflows) {
    expect({ name, permissions: parsed.permissions }).toEqual({
      name,
      permissions: { contents: "read" },
    });
    for (const [job, { permissions, steps = [] }] of Object.entries(parsed.jobs)) {
      if (permissions === undefined) continue;
      writing.push(`${name} ${job}`);
      const actions = steps.flatMap(({ uses }) => uses?.split("@")[0] ?? []);
      expect(actions).toEqual(["actions/download-artifact", "actions/attest-build-provenance"]);
      const programs = steps.flatMap(({ run }) => run?.trim().split(/\s/)[0] ?? []);
      expect(programs).toEqual(["sha256sum", "gh"]);
    }
  }
  expect(writing).toEqual(["release.yml publish"]);
});
