import { expect, test } from "bun:test";
import { reachedBy } from "./reachable.ts";
import { testFiles } from "./tiers.ts";

const all = testFiles();
const sources = new Map<string, readonly string[]>();
const reached = (...changed: string[]) => reachedBy(changed, all, sources);
const own = "scripts/bench/servers/report.test.ts";

test("a source reaches the tests beside it, those that import it through others, and the executable's", () => {
  const tests = reached("src/projects/key-format.ts");
  expect(tests).toContain("src/projects/keys.test.ts");
  expect(tests).toContain("src/http/server.test.ts");
  expect(tests).toContain("test/service/contract.test.ts");
  expect(tests).not.toContain("src/risk/features/gibberish.test.ts");
});

test("a page of the dashboard and the browser script are in the executable", () => {
  expect(reached("src/dashboard/app.tsx")).toContain("test/system/executable.test.ts");
  expect(reached("sdk/collectors/page.ts")).toContain("test/system/executable.test.ts");
});

test("a test, a file that it names and a folder that it reads reach it", () => {
  expect(reached(own)).toContain(own);
  expect(reached(own)).not.toContain("scripts/development/test/pool.test.ts");
  expect(reached("test/fixtures/network/city.mmdb")).toContain(
    "src/attempt/geoip/databases.test.ts",
  );
  expect(reached("docs/operate.md")).toContain("test/system/documents/run.test.ts");
  expect(reached("docs/operate.md")).not.toContain("test/service/contract.test.ts");
});

test("what everything is built with reaches all tests, and nothing reaches none", () => {
  expect(reached("bun.lock")).toEqual(all);
  expect(reached()).toEqual([]);
});
