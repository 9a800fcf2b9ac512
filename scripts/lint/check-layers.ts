/**
 * Checks every import of `src` and `sdk` against `layers.ts`, and that no import closes a circle.
 *
 *     node scripts/with-bun.mjs scripts/lint/check-layers.ts
 */
import { join, resolve } from "node:path";
import { cruise, type IForbiddenRuleType } from "dependency-cruiser";
import { forbiddenPackages, layers, sharedFiles } from "./layers.ts";

const root = resolve(import.meta.dir, "../..");
process.chdir(root);

/** A folder that is a module of its own does not belong to the module around it. */
function notInside(name: string): string {
  const inside = Object.keys(layers).filter((one) => one.startsWith(`${name}/`));
  return inside.map((one) => `(?!${one.slice(name.length + 1)}/)`).join("");
}

/** A regular expression for the files of a module. */
function filesOf(name: string): string {
  if (name === "shared") return `^src/(${sharedFiles.join("|").replaceAll(".", "\\.")})$`;
  if (name === "sdk" || name.startsWith("models/")) return `^${name}/`;
  return `^src/${name}(/${notInside(name)}|\\.ts$)`;
}

function mayOnlyImport(name: string, allowed: readonly string[]): IForbiddenRuleType {
  const own = "^(src|sdk|models|scripts|test)/";
  return {
    name: `${name} may import only: ${["shared", ...allowed].join(", ")}`,
    severity: "error",
    from: { path: filesOf(name), pathNot: "\\.test\\.tsx?$" },
    to: { path: own, pathNot: [name, "shared", ...allowed].map(filesOf) },
  };
}

function mayNotUse(name: string, packages: readonly string[]): IForbiddenRuleType[] {
  const rule = {
    severity: "error",
    from: { path: filesOf(name), pathNot: "\\.test\\.tsx?$" },
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

const places = Object.keys(layers);
const forbidden: IForbiddenRuleType[] = [
  ...places.map((name) => mayOnlyImport(name, layers[name]!)),
  ...Object.entries(forbiddenPackages).flatMap(([name, packages]) => mayNotUse(name, packages)),
  {
    name: "every module stands in scripts/lint/layers.ts",
    severity: "error",
    from: { path: "^src/", pathNot: [...places.map(filesOf), "\\.test\\.tsx?$"] },
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
if (totalCruised < places.length) throw new Error(`no files found in ${join(root, "src")}`);
process.stdout.write(
  `${totalDependenciesCruised} imports of ${totalCruised} files, ${error} refused\n`,
);
process.exit(error > 0 ? 1 : 0);
