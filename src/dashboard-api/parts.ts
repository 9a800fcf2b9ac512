import type { TrustedProxies } from "../http/client-address.ts";
import type { RefusalLog } from "../http/refusals.ts";
import type { SignIn } from "../people/sign-in.ts";
import type { Store } from "../storage/store.ts";
import type { AttemptLimits } from "./attempt-limits.ts";

/** What the dashboard's doors work with. */
export interface Parts {
  store: Store;
  now: () => number;
  signIn: (isSecure: boolean) => SignIn;
  limits: AttemptLimits;
  trustedProxies: TrustedProxies;
  refusals: Pick<RefusalLog, "of">;
}
