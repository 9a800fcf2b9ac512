/**
 * Checks every import of `src`, `sdk`, `scripts` and `models` against `layers.ts`, and that no import closes a circle.
 *
 *     node scripts/with-bun.mjs scripts/development/lint/check-layers.ts
 */
import { join, resolve } from "node:path";
import { cruise, type IForbiddenRuleType } from "dependency-cruiser";
import { forbiddenPackages, modules, others, usedOnlyBy } from "./layers.ts";

const root = resolve(import.meta.dir, "../../..");
process.chdir(root);

/** A regular expression for the files of a folder, with its parts or without those that have a line of their own. */
function filesOf(name: string, without: readonly string[] = []): string {
  if (name === "sdk") return "^sdk/";
  if (name.endsWith(".ts")) return `^src/${name}$`;
  const parts = without.filter((one) => one.startsWith(`${name}/`));
  return `^src/${name}/${parts.map((one) => `(?!${one.slice(name.length + 1)}/)`).join("")}`;
}

const ownFilesOf = (name: string) => filesOf(name, modules);
const tests = "\\.test\\.tsx?$";

function mayImportThoseBefore(name: string, index: number): IForbiddenRuleType {
  return {
    name: `${name} may import only what stands before it in scripts/development/lint/layers.ts`,
    severity: "error",
    from: { path: ownFilesOf(name), pathNot: tests },
    to: { path: "^src/", pathNot: modules.slice(0, index + 1).map(ownFilesOf) },
  };
}

function mayBeImportedBy(name: string, users: readonly string[]): IForbiddenRuleType {
  return {
    name: `${name} is only for ${users.join(", ")}`,
    severity: "error",
    from: { path: "^src/", pathNot: [...[name, ...users].map(ownFilesOf), tests] },
    to: { path: ownFilesOf(name) },
  };
}

function mayNotUse(name: string, packages: readonly string[]): IForbiddenRuleType[] {
  const rule = {
    severity: "error",
    from: { path: filesOf(name), pathNot: tests },
  } as const;
  const names = packages.filter((one) => one !== "node").join("|");
  const rules: IForbiddenRuleType[] = [
    {
      ...rule,
      name: `${name} may not use ${names}`,
      to: { path: `(^|node_modules/)(${names})([-:/]|$)` },
    },
  ];
  if (!packages.includes("node")) return rules;
  return [
    ...rules,
    { ...rule, name: `${name} runs in a browser`, to: { dependencyTypes: ["core"] } },
  ];
}

const forbidden: IForbiddenRuleType[] = [
  ...modules.map(mayImportThoseBefore),
  ...Object.entries(usedOnlyBy).map(([name, users]) => mayBeImportedBy(name, users)),
  ...others.map(
    ({ from, to }): IForbiddenRuleType => ({
      name: `${from} may import only ${to.join(", ")}`,
      severity: "error",
      from: { path: from, pathNot: tests },
      to: { path: "^(src|sdk|models|scripts|test)/", pathNot: [...to] },
    }),
  ),
  ...Object.entries(forbiddenPackages).flatMap(([name, packages]) => mayNotUse(name, packages)),
  {
    name: "every folder stands in scripts/development/lint/layers.ts",
    severity: "error",
    from: { path: "^src/", pathNot: [...modules.map(ownFilesOf), tests] },
    to: {},
  },
  {
    name: "no circles",
    severity: "error",
    from: {},
    to: { circular: true },
  },
];

const { output } = await cruise(["src", "sdk", "models/training", "scripts"], {
  ruleSet: { forbidden },
  validate: true,
  tsPreCompilationDeps: true,
  doNotFollow: { path: "node_modules" },
  exclude: { path: "^dist/" },
  enhancedResolveOptions: { extensions: [".ts", ".tsx", ".mts", ".mjs", ".js", ".json"] },
});
if (typeof output === "string") throw new Error(output);
for (const { rule, from, to } of output.summary.violations) {
  process.stderr.write(`${from} imports ${to}: ${rule.name}\n`);
}
const { totalCruised, totalDependenciesCruised, error } = output.summary;
if (totalCruised < modules.length) throw new Error(`no files found in ${join(root, "src")}`);
process.stdout.write(
  `${totalDependenciesCruised} imports of ${totalCruised} files, ${error} refused\n`,
);
process.exit(error > 0 ? 1 : 0);
