/** The TypeScript client, packed and installed by npm, compiled by tsc and run by Node. */
import { expect, test } from "bun:test";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { outputOf } from "../../../scripts/programs/run-quietly.ts";
import { inCopyOfTypeScript, packTypeScript } from "../../../scripts/release/client-packages.ts";
import { BookingRisk, type RiskRequest } from "../../../sdk/typescript/src/index.ts";
import { booking } from "../../fixtures/booking.ts";
import { debianProgram, testWith } from "../../fixtures/needs.ts";
import { runCommands, testClient } from "./client-tests.ts";

const modules = resolve(import.meta.dir, "../../../node_modules");
const options = {
  target: "ES2022",
  module: "NodeNext",
  moduleResolution: "NodeNext",
  strict: true,
  verbatimModuleSyntax: true,
  types: ["node"],
  typeRoots: [join(modules, "@types")],
};

const needs = [debianProgram("node", "nodejs"), debianProgram("npm")];
const alone = { npm_config_offline: "true", npm_config_audit: "false" };

testWith(...needs)("the folder of a clone is compiled when npm installs it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "booking-risk-shop-"));
  await Bun.write(join(folder, "package.json"), '{ "type": "module", "private": true }');
  await inCopyOfTypeScript(async (clone) => {
    // This repository's setting, which npm hands on, is to run no scripts; a merchant's is to run them.
    const environment = { ...alone, npm_config_ignore_scripts: "false" };
    await outputOf(["npm", "install", clone], { folder, environment });
    const program = 'console.log(typeof (await import("booking-risk-client")).BookingRisk)';
    const said = await outputOf(["node", "--input-type=module", "-e", program], { folder });
    expect(said.trim()).toBe("function");
  });
  rmSync(folder, { recursive: true });
});

test("a request that JSON cannot have is a TypeError, and no failed connection", async () => {
  // Nothing answers there: an attempt would end with a ConnectionError.
  const client = new BookingRisk({ baseUrl: "http://127.0.0.1:1", secretKey: "sk_test" });
  const totalAmount = { value: 100n as unknown as number, currency: "EUR" };
  const call = client.score(booking({ booking: { totalAmount } }) as RiskRequest);
  expect(await call.catch((error) => error.constructor)).toBe(TypeError);
});

testClient({
  name: "TypeScript",
  folder: "typescript",
  language: "ts",
  needs,
  async build(folder, { install, quickStart, samples }) {
    await packTypeScript(folder);
    await Bun.write(join(folder, "package.json"), '{ "type": "module", "private": true }');
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
      calls: ["node", "calls.js"],
      quickStart: ["node", "quick-start.js"],
      sample: (operation) => ["node", `${operation}.js`],
    };
  },
});
