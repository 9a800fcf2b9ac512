/** `npm run bench -- growth --only move`, a short run of it: there and back. */
import { expect } from "bun:test";
import { resolve } from "node:path";
import type { MoveResult } from "../../../scripts/bench/growth/move.ts";
import { postgresql } from "../../../scripts/programs/postgres.ts";
import { testWith } from "../../fixtures/needs.ts";

const script = resolve(import.meta.dir, "../../../scripts/bench/bench.ts");

testWith(postgresql)(
  "the benchmark of moving books throughout, and counts what is lost or different",
  async () => {
    const flags = ["--decisions", "2000", "--rate", "100", "--beside-seconds", "2", "--back"];
    const command = [process.execPath, script, "growth", "--only", "move", ...flags, "--json"];
    const child = Bun.spawn(command, {
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [out, error] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    expect({ status: await child.exited, error }).toMatchObject({ status: 0 });
    const { to, from } = JSON.parse(out).move as Record<"to" | "from", MoveResult>;
    for (const { bookings, decisions, answers, verified } of [to, from]) {
      expect(decisions).toMatchObject({ lost: 0, different: 0 });
      expect(answers).toMatchObject({ lost: 0, different: 0 });
      expect(decisions.compared).toBeGreaterThan(2000);
      for (const stage of ["before", "copying", "after"]) {
        const { sent, scored, latencyMs } = bookings[stage]!;
        expect(scored).toBe(sent);
        expect(latencyMs.p99).toBeGreaterThanOrEqual(latencyMs.p50);
      }
      const { sent, scored, refused, unanswered, others } = bookings.standstill!;
      const failed = refused + unanswered + Object.values(others).reduce((a, b) => a + b, 0);
      expect(scored + failed).toBe(sent);
      expect(refused).toBeGreaterThan(0);
      expect(verified.same).toBe(verified.decisions);
      const all = Object.values(bookings).reduce((sum, one) => sum + one.scored, 0);
      expect(answers.compared).toBe(all);
    }
  },
);
