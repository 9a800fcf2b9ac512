/** How many bookings a project's control group has let through, by month. */
import { and, eq, lt, lte, sql } from "drizzle-orm";
import type { ControlGroupCount } from "../port/control-group.ts";
import type { ProjectStore } from "../port/projects.ts";
import { first, isAny, type Table, type Uses } from "./uses.ts";

type Months = Table<"projectId" | "month" | "currency" | "bookings" | "amount">;

export function controlGroupUses(months: Months) {
  const { projectId, bookings, amount: sum } = months;

  const reads = {
    *controlGroupCount(db, id, { month, currency }) {
      const one = and(eq(projectId, id), eq(months.month, month), eq(months.currency, currency));
      const found = yield* first<ControlGroupCount>(
        db.select({ bookings, amount: sum }).from(months).where(one),
      );
      return found ?? { bookings: 0, amount: 0 };
    },
  } satisfies Uses<ProjectStore>;

  const writes = {
    *countControlGroup(db, { amount, bookingsMax, amountMax, ...of }) {
      if (bookingsMax < 1 || (amountMax !== null && amount > amountMax)) return false;
      const counting = db
        .insert(months)
        .values({ ...of, bookings: 1, amount })
        .onConflictDoUpdate({
          target: [projectId, months.month, months.currency],
          set: { bookings: sql`${bookings} + 1`, amount: sql`${sum} + ${amount}` },
          setWhere: and(
            lt(bookings, bookingsMax),
            amountMax === null ? undefined : lte(sql`${sum} + ${amount}`, amountMax),
          )!,
        });
      return yield* isAny(counting.returning({ bookings }));
    },
  } satisfies Uses<ProjectStore>;

  return { reads, writes };
}
