import type { Kind } from "../../kind.ts";
import { recordAndReplay, replays } from "../replay-campaign.ts";

export const replayedVisit: Kind = {
  name: "replayed-visit",
  side: "attack",
  automation: true,
  about:
    "A visit by hand is recorded, and its batches are sent again for five people, each with a device and an IP address of their own.",
  trainedOn: "replayed visits",
  ...replays,
  run: (visit) => recordAndReplay(visit),
};
