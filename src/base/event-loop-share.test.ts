import { describe, expect, spyOn, test } from "bun:test";
import { nextTurn } from "../../test/fixtures/turns.ts";
import { EventLoopShare } from "./event-loop-share.ts";

/** Pieces numbered from 0, and those that have begun. */
function pieces(share: EventLoopShare, count: number): number[] {
  const begun: number[] = [];
  for (let n = 0; n < count; n++) {
    const turn = share.turn();
    if (turn) void turn.then(() => begun.push(n));
    else begun.push(n);
  }
  return begun;
}

describe("a share of the event loop", () => {
  test("a few pieces begin at once, and as many in each turn after that, in order", async () => {
    const begun = pieces(new EventLoopShare({ perTurn: 2, perMs: 0 }), 7);
    const counts = [begun.length];
    for (let turn = 0; turn < 4; turn++) {
      await nextTurn();
      counts.push(begun.length);
    }
    expect(counts[0]).toBe(2);
    expect(counts.at(-1)).toBe(7);
    for (const [i, count] of counts.entries()) expect(count).toBeLessThanOrEqual(2 * (i + 1));
    expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  test("others have a turn in between", async () => {
    const order: string[] = [];
    const share = new EventLoopShare({ perTurn: 1, perMs: 0 });
    share.turn();
    const last = [1, 2, 3].map((n) => share.turn()!.then(() => order.push(`piece ${n}`)));
    setImmediate(() => {
      order.push("other 1");
      setImmediate(() => order.push("other 2"));
    });
    await Promise.all(last);
    expect(order.indexOf("other 1")).toBeLessThan(order.indexOf("piece 2"));
    expect(order.indexOf("other 2")).toBeLessThan(order.indexOf("piece 3"));
  });

  test("after a long turn, more of them begin", async () => {
    let now = 0;
    const clock = spyOn(performance, "now").mockImplementation(() => now);
    const begun = pieces(new EventLoopShare({ perTurn: 1, perMs: 2 }), 1000);
    now += 20;
    await nextTurn();
    clock.mockRestore();
    expect(begun).toHaveLength(1 + 20 * 2);
  });

  test("what comes while others wait begins after them", async () => {
    const share = new EventLoopShare({ perTurn: 1, perMs: 0 });
    const begun = pieces(share, 3);
    await nextTurn();
    expect(share.turn()).toBeInstanceOf(Promise);
    while (begun.length < 3) await nextTurn();
    expect(begun).toEqual([0, 1, 2]);
  });

  test("one that comes alone begins at once, whenever it comes", async () => {
    const share = new EventLoopShare({ perTurn: 1, perMs: 0 });
    for (let i = 0; i < 3; i++) {
      expect(share.turn()).toBeUndefined();
      await nextTurn();
      await nextTurn();
    }
  });
});
