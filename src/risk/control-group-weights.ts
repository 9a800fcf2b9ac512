/** How much a booking weighs that the control group let through. */
import type { DecisionRecord } from "../storage/port/decisions.ts";
import type { Store } from "../storage/port/store.ts";
import { monthOf, readableDraw } from "./control-group.ts";

/** Rows that are in memory at a time. */
const pageRows = 1000;

/**
 * How many attempts one that the control group let through represents: 1 / share, and in a calendar month whose limit was
 * reached more, by those that the draw would have let through beyond the limit. 1 for all other attempts. Those that were
 * let through stand for the others, as the month ended for all at once, whatever their amounts.
 */
export async function controlGroupWeights(
  projectId: string,
  { decisions }: Pick<Store, "decisions">,
): Promise<(record: Drawn) => number> {
  const months = new Map<string, typeof noneOfMonth>();
  for (let last = ""; ; ) {
    const page = await decisions.drawn(projectId, last, pageRows);
    for (const record of page) {
      const draw = readableDraw(record);
      if (!draw) continue;
      const { result, share } = draw;
      if (result !== "allowed" && result !== "limitReached") continue;
      const month = monthOf(record.decidedAt);
      const counted = months.get(month) ?? { ...noneOfMonth };
      counted[result === "allowed" ? "allowed" : "beyond"] += 1 / share;
      months.set(month, counted);
    }
    if (page.length < pageRows) break;
    last = page.at(-1)!.id;
  }
  return (record) => {
    const draw = readableDraw(record);
    if (draw?.result !== "allowed") return 1;
    const { allowed, beyond } = months.get(monthOf(record.decidedAt)) ?? noneOfMonth;
    // One that was stored after the count may be the first of its month.
    return (allowed > 0 ? 1 + beyond / allowed : 1) / draw.share;
  };
}

type Drawn = Pick<DecisionRecord, "decidedAt" | "controlGroup">;

/**
 * `allowed`: the attempts that the bookings let through represent, by their share; `beyond`: the same of those that
 * the month's limit kept out.
 */
const noneOfMonth = { allowed: 0, beyond: 0 };
