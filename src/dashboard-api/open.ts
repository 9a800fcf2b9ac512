/** Opens the dashboard's API. Loaded when first asked for: most of a service's life nobody looks. */
import type { TrustedProxies } from "../http/client-address.ts";
import type { RefusalLog } from "../http/refusals.ts";
import { openSignIn } from "../people/sign-in.ts";
import type { Store } from "../storage/store.ts";
import { dashboardHandler } from "./api.ts";
import { attemptCounter } from "./attempt-limits.ts";

export async function openDashboard(options: {
  store: Store;
  now: () => number;
  trustedProxies: TrustedProxies;
  refusals: Pick<RefusalLog, "of">;
}): Promise<(request: Request, peer: string) => Promise<Response>> {
  const signIn = await openSignIn(options.store);
  return dashboardHandler({ ...options, signIn, limits: attemptCounter(options.now) });
}
