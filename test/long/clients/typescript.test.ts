/** The TypeScript client, packed and installed by npm, compiled by tsc and run by Node. */
import { cpSync } from "node:fs";
import { join, resolve } from "node:path";
import { packTypeScript } from "../../../scripts/release/client-packages.ts";
import { outputOf } from "../../../scripts/run-quietly.ts";
import { debianProgram } from "../../fixtures/needs.ts";
import { runCommands, testClient } from "./client-tests.ts";

const modules = resolve(import.meta.dir, "../../../node_modules");
const options = {
  ...{ target: "ES2022", module: "NodeNext", moduleResolution: "NodeNext", strict: true },
  ...{ verbatimModuleSyntax: true, types: ["node"], typeRoots: [join(modules, "@types")] },
};

testClient({
  name: "TypeScript",
  folder: "typescript",
  language: "ts",
  needs: [debianProgram("node", "nodejs"), debianProgram("npm")],
  async build(folder, { install, quickStart, samples }) {
    await packTypeScript(folder);
    await Bun.write(join(folder, "package.json"), '{ "type": "module", "private": true }');
    const alone = { npm_config_offline: "true", npm_config_audit: "false" };
    await runCommands(install, folder, alone);
    await Bun.write(join(folder, "quick-start.ts"), quickStart);
    cpSync(join(import.meta.dir, "typescript/calls.ts"), join(folder, "calls.ts"));
    const files = ["quick-start.ts", "calls.ts"];
    for (const [operation, program] of samples) {
      files.push(`${operation}.ts`);
      await Bun.write(join(folder, `${operation}.ts`), program);
    }
    await Bun.write(
      join(folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions: options, files }),
    );
    await outputOf([join(modules, ".bin/tsc"), "-p", "."], { folder });
    return {
      ...{ calls: ["node", "calls.js"], quickStart: ["node", "quick-start.js"] },
      sample: (operation) => ["node", `${operation}.js`],
    };
  },
});
