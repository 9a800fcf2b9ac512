/** SIGTERM on a full disk, again and again: the process ends by itself, and nothing that it acknowledged is lost. */
import { expect } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { waitUntil } from "../../scripts/programs/wait-until.ts";
import { Callers } from "../fixtures/callers.ts";
import { openDatabase } from "../fixtures/database.ts";
import { Installation } from "../fixtures/executable.ts";
import { smallDisk, testWith } from "../fixtures/needs.ts";
import { fillDisk, withSmallDisk } from "../fixtures/small-disk.ts";

const rounds = 20;
const drainMs = 1000;
/** For what a service needs, and what all rounds store: each about 1. */
const diskMiB = 128;
/** After draining; the service says itself that it took longer. */
const closeMsMax = 20_000;

testWith(smallDisk)(
  `of ${rounds} signals under load, each ends the process within its time, and 0 decisions are lost`,
  async () => {
    const installation = new Installation();
    await withSmallDisk(
      installation,
      async () => {
        const { secret } = await installation.project();
        const acknowledged: string[] = [];
        for (let round = 1; round <= rounds; round++) {
          const service = await installation.serve("--drain", String(drainMs / 1000));
          const calling = new Callers(service.url, secret.key, { pauseMs: 10 });
          await waitUntil("decisions", () => calling.acknowledged.length >= 20);
          const filler = join(installation.data, "filler");
          fillDisk(filler);
          await waitUntil("a refusal", () => calling.seen(503) > 0);
          const start = performance.now();
          expect([round, await service.stop()]).toEqual([round, 0]);
          expect(performance.now() - start).toBeLessThan(drainMs + closeMsMax);
          await calling.stop();
          await waitUntil("the last line", () => service.log.at(-1)?.includes('"stopped"'));
          rmSync(filler);
          acknowledged.push(...calling.acknowledged);
          const stored = storedIn(installation);
          expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
        }
        const { decisions, same } = await installation.json<{ decisions: number; same: number }>(
          "decision",
          "verify",
          "--all",
        );
        expect(decisions).toBeGreaterThanOrEqual(rounds * 20);
        expect(same).toBe(decisions);
      },
      diskMiB,
    );
  },
);

function storedIn({ data }: Installation): Set<string> {
  const events = openDatabase(join(data, "events.db"));
  const rows = events.query<{ id: string }, []>("SELECT id FROM decisions").all();
  expect(events.query("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  events.close();
  return new Set(rows.map(({ id }) => id));
}
