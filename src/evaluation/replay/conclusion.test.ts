import { expect, test } from "bun:test";
import type { Compared } from "./compared.ts";
import { conclusionOf } from "./conclusion.ts";
import { figuresOf } from "./figures.ts";
import { shareOf } from "./interval.ts";
import { defaultLimits } from "./limits.ts";
import type { ReplayReport } from "./report.ts";
import { unknownSegments } from "./segment.ts";
import { addToSegments } from "./segments.ts";
import { emptyTally } from "./tally.ts";

function untestedOf(more: Partial<ReplayReport>): string[] {
  const figures = figuresOf(emptyTally(), null, "balanced");
  const report = {
    ...figures,
    criteria: [],
    passed: true,
    loosened: [],
    limits: defaultLimits,
    riskSetting: "balanced",
    money: null,
    ...more,
  } as unknown as ReplayReport;
  return conclusionOf(report).untested;
}

/** What is said of denied guests where the control group let these through. */
function saidOf(letThrough: ReplayReport["controlGroup"] | undefined): string {
  return untestedOf({ controlGroup: letThrough } as Partial<ReplayReport>).at(-1)!;
}

test("says what the control group shows of denied guests, and how many outcomes it takes", () => {
  const needed = "100 with a known outcome tell the share of fraud among them within 10 points";
  for (const none of [undefined, { letThrough: 0, fraud: shareOf(0, 0) }]) {
    expect(saidOf(none)).toContain(`A control group lets some of them through; ${needed}.`);
  }
  expect(saidOf({ letThrough: 5, fraud: shareOf(0, 0) })).toContain("none has a known outcome yet");
  const few = saidOf({ letThrough: 80, fraud: shareOf(30, 75) });
  expect(few).toContain("let 80 through: of 75 with a known outcome, 30 were fraud (29");
  expect(few).toContain(needed);
  expect(saidOf({ letThrough: 130, fraud: shareOf(40, 120) })).not.toContain(needed);
});

test("names the parts with too few decisions to judge, the most newly denied first", () => {
  const tally = emptyTally();
  const add = (hotel: string, decisions: number, newlyDenied: number) => {
    for (let i = 0; i < decisions; i++) {
      addToSegments(tally.segments, {
        before: { riskScore: 20 },
        after: { riskScore: i < newlyDenied ? 80 : 20 },
        fraud: null,
        segments: { ...unknownSegments, hotel },
      } as Compared);
    }
  };
  add("Large", 20, 0);
  for (const hotel of ["A", "B", "C", "D", "E", "F"]) add(hotel, 2, 0);
  add("G", 19, 0);
  add("H", 3, 3);
  const { judgedParts } = figuresOf(tally, null, "balanced");
  expect(untestedOf({ judgedParts })).toContain(
    "Too few to judge, fewer than 20 decisions each: Hotel, 8 parts with 34 decisions, 3 of them newly denied: " +
      "H (3 of 3), G (0 of 19), A (0 of 2), B (0 of 2), C (0 of 2) and 3 more.",
  );
});

test("says that a group which is no part is judged among all bookings only, in an older report too", () => {
  for (const more of [{}, { judgedParts: undefined as never }]) {
    expect(untestedOf(more)).toContain(
      "Other groups of bookings, such as those of one mail domain: only groups by telemetry, source, billing country, " +
        "hotel, nights, booked ahead are judged separately. The share of all bookings that is denied may rise by 1 %, " +
        "which may all come from one such group.",
    );
  }
});
