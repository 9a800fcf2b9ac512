/** A visit by hand is recorded while it books, and is then sent again for other people. */
import { type Random, randomOf } from "../../../../models/training/simulator/random.ts";
import type { TelemetryEvent } from "../../../../src/attempt/telemetry/protocol.ts";
import type { Kind, Visit } from "../kind.ts";
import { bookByMouse } from "../legitimate/book-by-mouse.ts";
import { byTab } from "../legitimate/checkout-form.ts";
import { newCollectionId, newDeviceId } from "./forgery/device.ts";
import { recordVisit, replayVisit } from "./forgery/replay.ts";
import { bookWith } from "./http-client.ts";

/** Between the starts of two replays, each of which takes as long as the recorded visit. */
const apartMs = 5000;

const typist = { gapMs: 140, spread: 0.4, holdMs: 85, slips: 0.03 };

/** Five replays; the recorded booking is the first attempt, so the third replay is the fourth. */
export const replays = { others: 5, countedFrom: 4 } as const satisfies Partial<Kind>;

/** @param change changes the events of a replay; absent: they stay as they were recorded. */
export async function recordAndReplay(
  visit: Visit,
  change?: (random: Random, event: TelemetryEvent) => TelemetryEvent,
): Promise<void> {
  const recording = await recordVisit(visit, (recorded) =>
    bookByMouse(recorded, { typist, tempo: 1, pace: 0.9 }, byTab),
  );
  await Promise.all(
    visit.others.map(async (other, index) => {
      const random = randomOf(`${visit.seed}/replay/${index}`);
      const collectionId = newCollectionId(random);
      await Bun.sleep(index * apartMs);
      await replayVisit(recording, {
        proxy: other.proxy,
        collectionId,
        deviceId: newDeviceId(random),
        change: change && ((event) => change(random, event)),
      });
      await bookWith(collectionId, visit.site, other);
    }),
  );
}
