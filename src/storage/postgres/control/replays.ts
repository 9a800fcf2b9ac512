import { replayUses } from "../../drizzle/replays.ts";
import type { ReplayStore } from "../../port/replays.ts";
import type { Connection } from "../connection.ts";
import { methodsOf } from "../perform.ts";
import { replays } from "./schema.ts";

const { reads, writes } = replayUses(replays);

export const replayStore = (connection: Connection): ReplayStore =>
  methodsOf({ ...reads, ...writes }, connection);
