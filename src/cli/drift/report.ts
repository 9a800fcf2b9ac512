/** What `booking-risk drift` answers. */
import type { DriftFigures } from "../../drift/drift.ts";

export interface DriftReport extends Partial<DriftFigures> {
  projectId: string;
  decisions: number;
  /** Of the decisions looked at; null, and no figures, where there is none. */
  period: { from: string; to: string } | null;
  /** What they are compared with. */
  reference: { of: string; rows: number } | null;
}
