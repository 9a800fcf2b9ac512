import type { Random } from "../../../../../models/training/simulator/random.ts";
import type { TelemetryEvent } from "../../../../../src/attempt/telemetry/protocol.ts";
import type { Kind } from "../../kind.ts";
import { recordAndReplay, replays } from "../replay-campaign.ts";

export const alteredReplay: Kind = {
  name: "altered-replay",
  side: "attack",
  automation: true,
  about:
    "The same as replayed-visit, but all typing and every path of the pointer is changed by a few milliseconds or pixels.",
  trainedOn: null,
  ...replays,
  run: (visit) => recordAndReplay(visit, altered),
};

/** Changes one measurement of each piece, so that none is as it was recorded. */
function altered(random: Random, event: TelemetryEvent): TelemetryEvent {
  const more = random.int(1, 9);
  if (event.kind === "field" && event.keys > 1) {
    return { ...event, gapSumMs: event.gapSumMs + more };
  }
  if (event.kind === "pointer" && event.moves > 1) {
    return { ...event, distancePx: event.distancePx + more };
  }
  return event;
}
