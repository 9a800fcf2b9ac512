/** Opens the dashboard's API. Loaded when first asked for: most of a service's life nobody looks. */
import type { TrustedProxies } from "../http/client-address.ts";
import { openSignIn } from "../people/sign-in.ts";
import type { Store } from "../storage/store.ts";
import { dashboardHandler } from "./api.ts";
import { attemptCounter } from "./attempt-limits.ts";
import { usedCodes } from "./session/used-codes.ts";

export async function openDashboard(options: {
  store: Store;
  now: () => number;
  trustedProxies: TrustedProxies;
  telemetryRetentionDays: number;
}): Promise<(request: Request, peer: string) => Promise<Response>> {
  const signIn = await openSignIn(options.store);
  const { now } = options;
  const parts = { ...options, signIn, limits: attemptCounter(now), usedCodes: usedCodes(now) };
  return dashboardHandler(parts);
}
