/** `npm run bench -- copies`, a short run of it. */
import { expect, test } from "bun:test";
import { resolve } from "node:path";
import type { Result } from "../../../scripts/bench/copies/report.ts";
import { haproxy } from "../../../scripts/programs/haproxy.ts";
import { postgresql } from "../../../scripts/programs/postgres.ts";
import { testWith } from "../../fixtures/needs.ts";

const script = resolve(import.meta.dir, "../../../scripts/bench/bench.ts");

async function run(...flags: string[]) {
  const child = Bun.spawn([process.execPath, script, "copies", ...flags], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, error] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { status: await child.exited, out, error };
}

testWith(postgresql, haproxy)(
  "the benchmark of copies counts what a decision takes, and none is lost",
  async () => {
    const flags = ["--rounds", "1", "--seconds", "3", "--copies", "2", "--json"];
    const { status, out, error } = await run(...flags);
    expect({ status, error }).toMatchObject({ status: 0 });
    const result = JSON.parse(out) as Result & { growthInputs: Record<string, number> };
    const [echo, sqlite, two] = result.subjects;
    expect(result.subjects.map(({ copies }) => copies)).toEqual([null, null, 2]);
    for (const { closed, half } of result.subjects) {
      for (const { statuses, latencyMs } of [...closed, ...half]) {
        expect(statuses["200"]).toBeGreaterThan(0);
        expect(latencyMs.p50).toBeGreaterThan(0);
      }
    }
    for (const { closed } of [echo!, sqlite!]) {
      expect(Object.keys(closed[0]!.cpuUs)).toEqual(["service"]);
      expect(closed[0]!.roundTrips).toBeNull();
    }
    const { cpuUs, roundTrips } = two!.closed[0]!;
    expect(cpuUs.service).toBeGreaterThan(0);
    expect(cpuUs.database).toBeGreaterThan(0);
    expect(cpuUs.proxy).toBeGreaterThanOrEqual(0); // Counted in steps of 10 ms.
    expect(roundTrips).toBeGreaterThan(0);
    // The request alone has 800 bytes.
    expect(result.bytes.postgresql).toBeGreaterThan(800);
    expect(result.bytes.sqlite).toBeGreaterThan(800);
    expect(result.growthInputs["open-us"]).toBeGreaterThan(0);
    expect(result.growthInputs["commit-us"]).toBeGreaterThan(0);
  },
);

test("it says which flag is wrong", async () => {
  for (const flags of [
    ["--copies", "1,x"],
    ["--rounds", "0"],
    ["--seconds", "0s"],
  ]) {
    const { status, error } = await run(...flags);
    expect({ status, error }).toEqual({
      status: 1,
      error: `${flags[0]} must be a number above 0, and not ${flags[1]!.split(",").at(-1)}\n`,
    });
  }
});
