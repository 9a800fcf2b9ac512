/** The parts of the bookings that a decision belongs to. */
import { daysBetween, utcDayOf } from "../../attempt/request/calendar.ts";
import type { RiskRequest } from "../../attempt/request/risk-request.ts";

/** The kinds of parts, with the titles that reports give them. */
export const segmentTitles = {
  telemetry: "Telemetry",
  source: "Source",
  country: "Billing country",
  hotel: "Hotel",
  nights: "Nights",
  leadTime: "Booked ahead",
} as const;
export type SegmentKind = keyof typeof segmentTitles;
export const segmentKinds = Object.keys(segmentTitles) as SegmentKind[];

/** The part of each kind that a decision belongs to. */
export type Segments = Readonly<Record<SegmentKind, string>>;

/** @throws SyntaxError where the stored texts are not JSON. */
export function segmentsOf({
  request,
  evidence,
  source,
  decidedAt,
}: {
  request: string;
  evidence: string;
  source: string;
  decidedAt: number;
}): Segments {
  const { billing, hotel, booking } = JSON.parse(request) as Partial<RiskRequest>;
  const { collection } = JSON.parse(evidence) as { collection?: unknown };
  return {
    telemetry: collection ? "with telemetry" : "without telemetry",
    source: source === "import" ? "imported" : "live",
    country: billing?.country ?? "not given",
    hotel: hotel?.name ?? "not given",
    nights: booking ? bandOf(nightBands, daysBetween(booking.checkIn, booking.checkOut)) : "none",
    leadTime: booking
      ? bandOf(leadBands, daysBetween(utcDayOf(decidedAt), booking.checkIn))
      : "none",
  };
}

/** Bands with the first number of the next one. */
type Bands = readonly (readonly [before: number, name: string])[];
const nightBands: Bands = [
  [2, "1"],
  [4, "2 to 3"],
  [8, "4 to 7"],
  [14, "8 to 13"],
  [Number.POSITIVE_INFINITY, "14 or more"],
];
const leadBands: Bands = [
  [2, "to the next day"],
  [8, "2 to 7 days"],
  [31, "8 to 30 days"],
  [Number.POSITIVE_INFINITY, "more than 30 days"],
];

const bandOf = (bands: Bands, value: number) => bands.find(([before]) => value < before)![1];

/** Where the stored texts cannot be read. */
export const unknownSegments: Segments = {
  telemetry: "unreadable",
  source: "unreadable",
  country: "unreadable",
  hotel: "unreadable",
  nights: "unreadable",
  leadTime: "unreadable",
};
