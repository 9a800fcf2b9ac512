/** Bookings on the site of `npm start` in real Chromium: a person's and a script's. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inChromium } from "../fixtures/browser.ts";
import { type Demonstration, root, start, stop } from "../fixtures/demonstration.ts";
import { chromium, describeWith } from "../fixtures/needs.ts";

const data = mkdtempSync(join(tmpdir(), "booking-risk-demo-"));

interface Booking {
  decisionId: string;
  riskScore: number;
  heading: string;
  collectionId: string;
}

async function stored(booking: Booking) {
  const command = ["src/main.ts", "decision", "show", booking.decisionId, "--data", data, "--json"];
  const text = await Bun.$`${process.execPath} ${command}`.cwd(root).text();
  return JSON.parse(text) as { features: Record<string, number | null> };
}

describeWith(chromium)("in Chromium", () => {
  let hand: Booking;
  let script: Booking;
  let driven: Booking;
  let demonstration: Demonstration;
  beforeAll(async () => {
    demonstration = await start(data);
    const book = (argument: { mode: "person" | "script"; handled?: boolean }) =>
      inChromium<Booking>("browser/book.mjs", { site: demonstration.site, ...argument });
    // Neither of the first two browsers says that it is driven. Both are, and the hand's moves give it away: how
    // a person without a driver scores is seen in attack-lab.test.ts.
    [hand, script, driven] = await Promise.all([
      book({ mode: "person", handled: true }),
      book({ mode: "script", handled: true }),
      book({ mode: "script" }),
    ]);
    process.stdout.write(`hand ${hand.riskScore}, script ${script.riskScore}\n`);
  });

  afterAll(async () => {
    await stop(demonstration);
    rmSync(data, { recursive: true });
  });

  test("a hand's booking and a script's differ in what was done, and a script's is refused", async () => {
    expect(script.riskScore).toBeGreaterThanOrEqual(75);
    const [ofHand, ofScript] = [(await stored(hand)).features, (await stored(script)).features];
    expect(ofHand).toMatchObject({ collection_is_known: 1, untouched_fields_share: 0 });
    expect(ofHand.keys_pressed).toBeGreaterThan(40);
    expect(ofHand.pointer_moves).toBeGreaterThan(50);
    expect(ofHand.pages_viewed).toBe(3);
    expect(ofHand.untrusted_events).toBe(0);
    expect(ofScript).toMatchObject({
      collection_is_known: 1,
      keys_pressed: 0,
      pointer_moves: 0,
      untouched_fields_share: 1,
      pages_viewed: 1,
    });
    expect(ofScript.untrusted_events).toBeGreaterThan(0);
  });

  test("a script in a browser that says it is driven scores no lower for that", async () => {
    expect((await stored(driven)).features.device_is_automated).toBe(1);
    expect(driven.riskScore).toBeGreaterThanOrEqual(script.riskScore - 10);
  });
});
