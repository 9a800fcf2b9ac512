import { replayUses } from "../../drizzle/replays.ts";
import type { ReplayStore } from "../../port/replays.ts";
import type { Operations } from "../operations.ts";
import { operationsOf, shared } from "../perform.ts";
import { replays } from "./schema.ts";

const uses = replayUses(shared(replays));

export const reads = operationsOf(uses.reads) satisfies Operations<ReplayStore>;
export const writes = operationsOf(uses.writes) satisfies Operations<ReplayStore>;
