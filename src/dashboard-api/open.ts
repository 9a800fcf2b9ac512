/** Opens the dashboard's API. Loaded when first asked for: most of a service's life nobody looks. */
import { openSignIn } from "../accounts/sign-in.ts";
import { dashboardHandler } from "./api.ts";
import { attemptCounter } from "./attempt-limits.ts";
import type { Parts } from "./parts.ts";
import { usedCodes } from "./session/used-codes.ts";

/** What the service gives; the rest is the dashboard's own. */
export type DashboardRoom = Omit<Parts, "signIn" | "limits" | "usedCodes">;

export type DashboardHandler = ReturnType<typeof dashboardHandler>;

export async function openDashboard(room: DashboardRoom): Promise<DashboardHandler> {
  const { store, now } = room;
  const signIn = await openSignIn(store);
  return dashboardHandler({
    ...room,
    ...{ signIn, limits: attemptCounter(now), usedCodes: usedCodes(now) },
  });
}
