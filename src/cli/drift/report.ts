/** What `booking-risk drift` answers. */
import type { DriftFigures } from "../../evaluation/drift/drift.ts";

export interface DriftReport extends Partial<DriftFigures> {
  projectId: string;
  decisions: number;
  /** The period of the decisions; null, with no figures, where there is none. */
  period: { from: string; to: string } | null;
}
