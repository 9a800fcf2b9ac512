/** The TypeScript client, packed and installed by npm, compiled by tsc and run by Node. */
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { outputOf } from "../../scripts/run-quietly.ts";
import { debianProgram } from "../needs.ts";
import { testClient } from "./client-tests.ts";

const root = resolve(import.meta.dir, "../..");
const modules = join(root, "node_modules");
const options = {
  ...{ target: "ES2022", module: "NodeNext", moduleResolution: "NodeNext", strict: true },
  ...{ verbatimModuleSyntax: true, types: ["node"], typeRoots: [join(modules, "@types")] },
};

testClient({
  name: "TypeScript",
  folder: "typescript",
  language: "ts",
  needs: [debianProgram("node", "nodejs"), debianProgram("npm")],
  async build(folder, quickStart) {
    const source = join(folder, "source");
    cpSync(join(root, "sdk/typescript"), source, {
      recursive: true,
      filter: (path) => !/\/(node_modules|dist)$/.test(path),
    });
    mkdirSync(join(source, "node_modules"));
    symlinkSync(join(modules, ".bin"), join(source, "node_modules/.bin"));
    // Its script `prepack` builds it; the setting of this repository, which `npm test` hands on, is to run none.
    const pack = ["npm", "pack", "--ignore-scripts=false", "--pack-destination", folder];
    await outputOf(pack, { folder: source });
    const { version } = await Bun.file(join(source, "package.json")).json();
    await Bun.write(join(folder, "package.json"), '{ "type": "module", "private": true }');
    const packed = `./booking-risk-client-${version}.tgz`;
    await outputOf(["npm", "install", "--offline", "--no-audit", packed], { folder });
    await Bun.write(join(folder, "quick-start.ts"), quickStart);
    cpSync(join(import.meta.dir, "typescript/calls.ts"), join(folder, "calls.ts"));
    const files = ["quick-start.ts", "calls.ts"];
    await Bun.write(
      join(folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions: options, files }),
    );
    await outputOf([join(modules, ".bin/tsc"), "-p", "."], { folder });
    return { calls: ["node", "calls.js"], quickStart: ["node", "quick-start.js"] };
  },
});
