import { expect, test } from "bun:test";
import { charactersMax, timelineOf } from "./journey.ts";

const batch = (page: number, receivedAt: number, padding = 0) => ({
  receivedAt,
  body: JSON.stringify({
    startedAt: 0,
    sentAt: 60_000,
    padding: " ".repeat(padding),
    events: [{ kind: "page", at: page, page, path: "/", referrerHost: "", navigation: "navigate" }],
  }),
});

test("batches count for the decision that came before it, the others are later", async () => {
  const { kept, timeline } = await timelineOf([batch(0, 10), batch(1, 30)], { decidedAt: 20 });
  expect(kept).toBe(1);
  expect(timeline.pages.map(({ isLater }) => isLater)).toEqual([false, true]);
});

test("no more is read than can be read at once", async () => {
  const large = charactersMax / 4;
  const batches = Array.from({ length: 6 }, (_, i) => batch(i, 10, large));
  const { kept, timeline } = await timelineOf(batches, { decidedAt: 20 });
  expect([kept, timeline.pages.length]).toEqual([3, 3]);
});
