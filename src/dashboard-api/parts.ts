import type { SignIn } from "../accounts/sign-in.ts";
import type { TrustedProxies } from "../client-address.ts";
import type { RefusalLog } from "../http/refusals.ts";
import type { ResponseTimeMonitor } from "../http/response-times.ts";
import type { Store } from "../storage/store.ts";
import type { AttemptLimits } from "./attempt-limits.ts";
import type { ModelsAtWork } from "./models/at-work.ts";
import type { UsedCodes } from "./session/used-codes.ts";

/** What the dashboard's doors work with. */
export interface Parts {
  store: Store;
  models: ModelsAtWork;
  now: () => number;
  signIn: (isSecure: boolean) => SignIn;
  limits: AttemptLimits;
  usedCodes: UsedCodes;
  trustedProxies: TrustedProxies;
  /** How long telemetry is kept of projects that do not say; 0 for ever. */
  telemetryRetentionDays: number;
  /** How long answers of `POST /v1/risk` take. */
  answerTimes: Pick<ResponseTimeMonitor, "summary">;
  refusals: Pick<RefusalLog, "of">;
}
