import { describe, expect, test } from "bun:test";
import type { TelemetryEvent } from "../../../attempt/telemetry/protocol.ts";
import { TimelineMaker, timelineLimits } from "./timeline.ts";

const page = (number: number, at: number, path = `/${number}`): TelemetryEvent => ({
  kind: "page",
  at,
  page: number,
  path,
  referrerHost: "",
  navigation: "navigate",
});
const field = (at: number, more: object = {}): TelemetryEvent => ({
  kind: "field",
  at,
  page: 0,
  purpose: "email",
  index: 1,
  focusMs: 4000,
  keys: 10,
  corrections: 0,
  pastes: 0,
  autofills: 0,
  inputs: 10,
  untrusted: 0,
  gapSumMs: 0,
  gapSquareSum: 0,
  ...more,
});
const visibility = (at: number, state: "hidden" | "visible" | "left"): TelemetryEvent => ({
  kind: "visibility",
  at,
  page: 0,
  state,
});
const scroll = (at: number, scrolls: number, depth: number): TelemetryEvent => ({
  kind: "scroll",
  at,
  page: 0,
  scrolls,
  depth,
});
const pointer = (at: number, moves: number): TelemetryEvent => ({
  kind: "pointer",
  at,
  page: 0,
  moves,
  distancePx: moves,
  directPx: moves,
  clicks: 1,
  touches: 0,
  untrusted: 0,
  centred: 0,
});

function timelineOf(events: TelemetryEvent[], later: TelemetryEvent[] = []) {
  const maker = new TimelineMaker();
  const startedAt = 1_000_000;
  const sentAt = startedAt + 600_000;
  maker.add({ startedAt, sentAt, events }, false);
  if (later.length > 0) maker.add({ startedAt, sentAt, events: later }, true);
  return maker.timeline();
}

describe("pages", () => {
  test("come in their order, whatever order their batches came in", () => {
    const { pages } = timelineOf([page(1, 9000), page(0, 0)]);
    expect(pages.map(({ path, dwellMs }) => [path, dwellMs])).toEqual([
      ["/0", 9000],
      ["/1", 0],
    ]);
  });

  test("last until they are left, where no other is opened", () => {
    const { pages } = timelineOf([page(0, 100), field(2000), visibility(9100, "left")]);
    expect(pages[0]!.dwellMs).toBe(9000);
  });

  test("last until the last that was seen of them, where the leaving never came", () => {
    expect(timelineOf([page(0, 100), field(2000)]).pages[0]!.dwellMs).toBe(5900);
  });

  test("whose opening never came have no path", () => {
    const [only] = timelineOf([field(2000)]).pages;
    expect(only).toMatchObject({ path: null, navigation: null, at: 2000 });
  });

  test("are told up to a limit, and so are steps", () => {
    const many = Array.from({ length: timelineLimits.pages + 5 }, (_, i) => page(i, i * 10));
    expect(timelineOf(many).leftOut).toEqual({ pages: 5, steps: 0 });
    const fields = Array.from({ length: timelineLimits.steps + 7 }, (_, i) => field(i * 10));
    const { pages, leftOut } = timelineOf([page(0, 0), ...fields]);
    expect([pages[0]!.steps.length, leftOut.steps]).toEqual([timelineLimits.steps, 7]);
  });
});

describe("steps", () => {
  const kinds = (events: TelemetryEvent[]) =>
    timelineOf([page(0, 0), ...events]).pages[0]!.steps.map(({ kind }) => kind);

  test("of the hand are one as long as nothing else happens", () => {
    const { steps } = timelineOf([
      page(0, 0),
      pointer(1000, 3),
      scroll(1000, 2, 0.3),
      pointer(5000, 4),
      scroll(5000, 1, 0.2),
      field(6000),
      pointer(7000, 5),
    ]).pages[0]!;
    expect(steps).toMatchObject([
      { kind: "pointer", moves: 7, clicks: 2 },
      { kind: "scroll", scrolls: 3, depth: 0.3 },
      { kind: "field" },
      { kind: "pointer", moves: 5 },
    ]);
  });

  test("tell how long the tab was out of sight", () => {
    const [away] = timelineOf([visibility(1000, "hidden"), visibility(91_000, "visible")]).pages[0]!
      .steps;
    expect(away).toMatchObject({ kind: "away", lastsMs: 90_000 });
  });

  test("do not call it away when the page is left", () => {
    expect(kinds([visibility(1000, "hidden"), visibility(1001, "left")])).toEqual([]);
  });

  test("tell where nothing was seen for long, but not while a field had the focus", () => {
    expect(kinds([field(1000, { focusMs: 40_000 }), field(42_000)])).toEqual(["field", "field"]);
    expect(kinds([field(1000), field(42_000)])).toEqual(["field", "quiet", "field"]);
    expect(
      kinds([visibility(1000, "hidden"), visibility(61_000, "visible"), field(62_000)]),
    ).toEqual(["away", "field"]);
  });

  test("that cannot be true say in which way", () => {
    const { steps } = timelineOf([page(0, 0), field(700_000), field(2000, { corrections: 99 })])
      .pages[0]!;
    expect(steps.filter(({ kind }) => kind === "field").map((one) => one.impossible)).toEqual([
      ["typing"],
      ["later"],
    ]);
  });

  test("that came when it was decided already say so", () => {
    const { pages } = timelineOf([page(0, 0), field(1000)], [scroll(9000, 1, 1), page(1, 9500)]);
    expect(pages[0]!.steps.map(({ kind, isLater }) => [kind, isLater])).toEqual([
      ["field", false],
      ["scroll", true],
    ]);
    expect(pages[1]!.isLater).toBe(true);
  });
});
