/** How many bookings a project's control group has let through, by month. */
import { and, eq, lt, lte, sql } from "drizzle-orm";
import type { ControlGroupCount, ControlGroupMonth } from "../port/control-group.ts";
import type { ProjectStore } from "../port/projects.ts";
import { type Db, first, isAny, run, type Table, type Uses } from "./uses.ts";

type Months = Table<"projectId" | "month" | "currency" | "bookings" | "amount">;

/** In place of the currency, in the row whose amount is the limit at which the month's draw ended. */
const endOf = (currency: string) => `${currency} end`;

export function controlGroupUses(months: Months) {
  const { projectId, bookings, amount: sum } = months;
  const target = [projectId, months.month, months.currency];

  function* countOf(db: Db, id: string, { month, currency }: ControlGroupMonth) {
    const one = and(eq(projectId, id), eq(months.month, month), eq(months.currency, currency));
    const found = yield* first<ControlGroupCount>(
      db.select({ bookings, amount: sum }).from(months).where(one),
    );
    return found ?? { bookings: 0, amount: 0 };
  }

  const reads = { controlGroupCount: countOf } satisfies Uses<ProjectStore>;

  const writes = {
    *countControlGroup(db, { amount, bookingsMax, amountMax, ...of }) {
      if (bookingsMax < 1) return false;
      const end = { ...of, currency: endOf(of.currency) };
      if (amountMax !== null) {
        const ended = yield* countOf(db, of.projectId, end);
        if (ended.amount >= amountMax) return false;
      }
      if (amountMax === null || amount <= amountMax) {
        const counting = db
          .insert(months)
          .values({ ...of, bookings: 1, amount })
          .onConflictDoUpdate({
            target,
            set: { bookings: sql`${bookings} + 1`, amount: sql`${sum} + ${amount}` },
            setWhere: and(
              lt(bookings, bookingsMax),
              amountMax === null ? undefined : lte(sql`${sum} + ${amount}`, amountMax),
            )!,
          });
        if (yield* isAny(counting.returning({ bookings }))) return true;
      }
      const counted = yield* countOf(db, of.projectId, of);
      if (amountMax === null || counted.bookings >= bookingsMax) return false;
      // If cheaper ones went on being let through, the group would have too few of the expensive ones.
      const ending = { set: { amount: amountMax }, setWhere: lt(sum, amountMax) };
      yield* run(
        db
          .insert(months)
          .values({ ...end, bookings: 0, amount: amountMax })
          .onConflictDoUpdate({ target, ...ending }),
      );
      return false;
    },
  } satisfies Uses<ProjectStore>;

  return { reads, writes };
}
