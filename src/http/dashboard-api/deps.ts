import type { TrustedProxies } from "../../base/client-address.ts";
import type { Explainer } from "../../model/reasons/explainer/explainer.ts";
import type { CalibrationWatch } from "../../model/registry/calibration-watch.ts";
import type { ChallengeMonitor } from "../../model/registry/challenge-monitor.ts";
import type { Check } from "../../model/registry/install.ts";
import type { Library } from "../../model/registry/library.ts";
import type { ModelService } from "../../model/registry/model-service.ts";
import type { ReplayRuns } from "../../model/registry/replay-runs.ts";
import type { BreachedPasswords } from "../../projects/accounts/breached-passwords.ts";
import type { KnownDevices } from "../../projects/accounts/known-devices.ts";
import type { SignIn } from "../../projects/accounts/sign-in.ts";
import type { Store } from "../../storage/port/store.ts";
import type { RefusalLog } from "../admission/refusals.ts";
import type { Directories } from "../agents/directories.ts";
import type { ResponseTimeMonitor } from "../monitoring/response-times.ts";
import type { AttemptLimits } from "./attempt-limits.ts";
import type { Confirmations } from "./confirmations.ts";
import type { ExportPlaces } from "./export-places.ts";
import type { RecordFailure } from "./failed-sign-ins.ts";

/** The dependencies of the dashboard's routes. */
export interface RouteDeps {
  store: Store;
  models: ModelDeps;
  explainer: Pick<Explainer, "of" | "listed" | "ahead" | "verify">;
  now: () => number;
  signIn: (isSecure: boolean) => SignIn;
  limits: AttemptLimits;
  devices: KnownDevices;
  recordFailure: RecordFailure;
  confirmations: Confirmations;
  places: ExportPlaces;
  trustedProxies: TrustedProxies;
  /** The operator's list; null where there is none. */
  breachedPasswords: BreachedPasswords | null;
  /** Whether the service requires a second factor in every project. */
  secondFactorEverywhere: boolean;
  /** How long telemetry is stored of projects without a setting of their own; 0 for ever. */
  telemetryRetentionDays: number;
  /** How long decisions keep the guest's data, of projects without a setting; 0 for ever. */
  decisionRetentionDays: number;
  /** How long answers of `POST /v1/risk` take. */
  answerTimes: Pick<ResponseTimeMonitor, "summary">;
  refusals: Pick<RefusalLog, "of">;
  /** The agents whose signatures are verified. */
  knownAgents: Directories["agents"];
}

export interface ModelDeps {
  library: Library;
  /** Of a bundle that is uploaded, in a process of its own. */
  check: Check;
  /** The active models and those in shadow mode, as loaded at this moment. */
  inService: Pick<ModelService, "serving" | "inShadow" | "silentChallengers" | "withModel">;
  replays: ReplayRuns;
  challenges: Pick<ChallengeMonitor, "report">;
  calibrations: CalibrationWatch;
}
