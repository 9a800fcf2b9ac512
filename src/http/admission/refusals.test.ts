import { describe, expect, test } from "bun:test";
import { Problem } from "../problems/problem.ts";
import { refusalLog } from "./refusals.ts";

const faulty = (...pointers: string[]) =>
  new Problem("validation_failed", "…", {
    errors: pointers.map((pointer) => ({ pointer, message: "is malformed" })),
  });

describe("the refusals", () => {
  test("are listed by project, newest first, each kind once with its count and its newest pointers", () => {
    let clock = 1000;
    const log = refusalLog(() => clock++);
    log.note("prj_1", "risk", faulty("/booker/email"));
    log.note("prj_1", "batch", new Problem("origin_not_allowed", "…"), "https://a.example");
    log.note("prj_1", "risk", faulty("/hotel", "/requestId"));
    log.note(null, "risk", new Problem("invalid_key", "…"));
    const none = { pointers: [], origin: null };
    expect(log.of("prj_1")).toEqual([
      {
        endpoint: "risk",
        code: "validation_failed",
        at: 1002,
        count: 2,
        pointers: ["/hotel", "/requestId"],
        origin: null,
      },
      {
        endpoint: "batch",
        code: "origin_not_allowed",
        at: 1001,
        count: 1,
        pointers: [],
        origin: "https://a.example",
      },
    ]);
    expect(log.of("prj_2")).toEqual([]);
    expect(log.of(null)).toEqual([
      { endpoint: "risk", code: "invalid_key", at: 1003, count: 1, ...none },
    ]);
  });

  test("are bounded in size and in the number of projects", () => {
    const log = refusalLog(() => 0);
    log.note("prj_long", "batch", faulty(..."abcdefghij"), "x".repeat(1000));
    const [refusal] = log.of("prj_long");
    expect([refusal!.pointers.length, refusal!.origin!.length]).toEqual([5, 200]);
    for (let i = 0; i < 1100; i++) log.note(`prj_${i}`, "risk", faulty());
    expect(log.of("prj_long")).toEqual([]);
    expect(log.of("prj_1099")).toHaveLength(1);
  });
});
