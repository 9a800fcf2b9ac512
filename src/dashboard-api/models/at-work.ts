import type { Library } from "../../registry/library.ts";
import type { ModelService } from "../../registry/model-service.ts";
import type { ReplayRuns } from "./replay-runs.ts";

/** The models of the running service, as far as people look at them. */
export interface ModelsAtWork {
  library: Library;
  /** Who decides and who watches at this moment. */
  inService: Pick<ModelService, "serving" | "inShadow">;
  replays: ReplayRuns;
}
