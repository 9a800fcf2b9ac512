/** The parts of the bookings that a decision belongs to. */
import type { RiskRequest } from "../request/risk-request.ts";

export const segmentKinds = ["telemetry", "source", "country", "hotel"] as const;
export type SegmentKind = (typeof segmentKinds)[number];

/** The part of each kind that a decision belongs to. */
export type Segments = Readonly<Record<SegmentKind, string>>;

/** @throws SyntaxError where the stored texts are not JSON. */
export function segmentsOf({
  request,
  evidence,
  source,
}: {
  request: string;
  evidence: string;
  source: string;
}): Segments {
  const { billing, hotel } = JSON.parse(request) as Partial<RiskRequest>;
  const { collection } = JSON.parse(evidence) as { collection?: unknown };
  return {
    telemetry: collection ? "with telemetry" : "without telemetry",
    source: source === "import" ? "imported" : "live",
    country: billing?.country ?? "not given",
    hotel: hotel?.name ?? "not given",
  };
}

/** Where the stored texts cannot be read. */
export const unknownSegments: Segments = {
  ...{ telemetry: "unreadable", source: "unreadable" },
  ...{ country: "unreadable", hotel: "unreadable" },
};
