/** The trials of `npm run copies-trials`, a few of them. */
import { expect } from "bun:test";
import { postgresql, startCluster } from "../../../scripts/programs/postgres.ts";
import { runTrials } from "../../../scripts/trials/copies/trials.ts";
import { Installation } from "../../fixtures/executable.ts";
import { testWith } from "../../fixtures/needs.ts";

testWith(postgresql)(
  "four copies keep their promises in 30 trials, while copies are killed",
  async () => {
    const { executable, folder } = new Installation();
    const cluster = await startCluster({ max_connections: "200" });
    try {
      const { violations, verified, trials, kills } = await runTrials({
        executable,
        folder,
        databaseUrl: await cluster.createDatabase(),
        trials: 30,
        copies: 4,
        seed: "test",
        progress: () => {},
      });
      expect(violations).toEqual([]);
      expect(Object.values(trials)).toEqual([6, 6, 6, 6, 6]);
      expect(kills).toBeGreaterThan(5);
      expect(verified.decisions).toBeGreaterThan(100);
      expect(verified.same).toBe(verified.decisions);
    } finally {
      await cluster.remove();
    }
  },
);
