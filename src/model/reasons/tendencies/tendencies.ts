/** The tendency of every feature. */
import type { ExplainedFeature } from "../explained-feature.ts";
import { historyTendencies } from "./history.ts";
import { networkTendencies } from "./network.ts";
import { paymentTendencies } from "./payment.ts";
import { requestTendencies } from "./request.ts";
import { neither, type Tendencies, type Tendency } from "./tendency.ts";
import { visitTendencies } from "./visit.ts";

const tendencies: Tendencies = {
  ...requestTendencies,
  ...visitTendencies,
  ...networkTendencies,
  ...historyTendencies,
  ...paymentTendencies,
};

/** A feature without one is no sign by itself. A test lists those. */
export const tendencyOf = ({ name }: Pick<ExplainedFeature, "name">): Tendency =>
  tendencies[name] ?? neither;

export const hasTendency = ({ name }: Pick<ExplainedFeature, "name">): boolean =>
  name in tendencies;
