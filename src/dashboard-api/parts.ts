import type { TrustedProxies } from "../http/client-address.ts";
import type { SignIn } from "../people/sign-in.ts";
import type { Store } from "../storage/store.ts";
import type { AttemptLimits } from "./attempt-limits.ts";
import type { ModelsAtWork } from "./models/at-work.ts";

/** What the dashboard's doors work with. */
export interface Parts {
  store: Store;
  models: ModelsAtWork;
  now: () => number;
  signIn: (isSecure: boolean) => SignIn;
  limits: AttemptLimits;
  trustedProxies: TrustedProxies;
}
