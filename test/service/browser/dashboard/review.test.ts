/** The queue of reviews in Chromium: one case after the other, by the keyboard alone. */
import { describe, expect } from "bun:test";
import { newPerson } from "../../../../scripts/programs/dashboard-client/account.ts";
import { owner as ownerOfPages } from "../../../../scripts/programs/dashboard-client/page-acts.mjs";
import { waitUntil } from "../../../../scripts/programs/wait-until.ts";
import { pageActs } from "../../../fixtures/browser.ts";
import { distinctGuest } from "../../../fixtures/distinct-guest.ts";
import { callRisk, Installation } from "../../../fixtures/executable.ts";
import { chromium, testWith } from "../../../fixtures/needs.ts";
import { changeStored } from "../../../fixtures/stored.ts";

const inBrowser = testWith(chromium);

const installation = new Installation();
const { projectId, secret } = await installation.project("Hotel");
const service = await installation.serve();
await newPerson(installation, service, ownerOfPages.email, "owner");
const grace = await newPerson(installation, service, "grace@example.com", "analyst", projectId);
await newPerson(installation, service, "viewer@example.com", "viewer", projectId);

const hostile = `<img src=x onerror="document.title='hacked'">`;
let bookings = 0;
async function book(booker: { email?: string } = {}, hotel = {}): Promise<string> {
  const guest = distinctGuest(bookings++);
  const request = {
    ...guest,
    hotel: { ...guest.hotel, ...hotel },
    booker: { ...guest.booker, lastName: hostile, ...booker },
    booking: { ...guest.booking, totalAmount: { value: 45_000, currency: "EUR" } },
  };
  const answer = await callRisk(service.url, secret.key, request);
  return ((await answer.json()) as { decisionId: string }).decisionId;
}
async function sent(decisionId: string): Promise<string> {
  const path = `/projects/${projectId}/decisions/${decisionId}/review`;
  expect((await grace.post(path)).status).toBe(200);
  return decisionId;
}
/** A list of decisions that is opened before they are in the index shows them only later. */
const listed = (count: number) =>
  waitUntil("the index", async () => {
    const list = `/projects/${projectId}/decisions/list`;
    return (await grace.post(list, { view: {} })).body.rows.length >= count;
  });
const reviewOf = async (decisionId: string) => {
  const path = `/projects/${projectId}/decisions/${decisionId}`;
  return (await grace.get(path)).body.review;
};

const act = pageActs("browser/dashboard/review.mjs", () => {
  return { url: service.url, projectId, email: ownerOfPages.email };
});

describe("reviews", () => {
  inBrowser("are opened, decided, left and put off with one key each", async () => {
    const ids = [await sent(await book()), await sent(await book()), await sent(await book())];
    await listed(ids.length);
    type Seen = { cases: string[]; ahead: string; firstRead: number; mine: string[] };
    const seen = await act<Seen>("decides");
    expect([seen.axe, seen.faults]).toEqual([[], []]);
    const [first, second, third, again] = seen.cases;
    // The next case is prefetched while the first is shown, and the first is not read again once it is decided.
    expect([seen.ahead, seen.firstRead]).toEqual([second!, 1]);
    expect([first, second, third].toSorted()).toEqual(ids.toSorted());
    expect(again).toBe(second!);
    expect(await reviewOf(first!)).toMatchObject({ verdict: "fraud" });
    expect(await reviewOf(second!)).toMatchObject({ verdict: "good" });
    expect(await reviewOf(third!)).toMatchObject({ state: "postponed", verdict: null });
    expect(seen.mine).toEqual([expect.stringMatching(/€\d+\.\d\d.*Put off/)]);
  });

  inBrowser("are sent from a decision's page, where they are opened, too", async () => {
    const decisionId = await book();
    const seen = await act<{ url: string }>("sends", { decisionId });
    expect([seen.axe, seen.faults]).toEqual([[], []]);
    expect(seen.url).toEndWith(`/review?case=${decisionId}`);
    expect(await reviewOf(decisionId)).toMatchObject({ state: "claimed" });
  });

  inBrowser("say in plain words that a late verdict was not saved", async () => {
    const decisionId = await sent(await book());
    const page = act<{ errors: string[] }>("late", { decisionId });
    await waitUntil("the claim", async () => (await reviewOf(decisionId)).state === "claimed");
    await changeStored(
      installation,
      "events.db",
      "UPDATE reviews SET due_at = 1 WHERE decision_id = ?",
      [decisionId],
    );
    const claim = `/projects/${projectId}/decisions/${decisionId}/review/claim`;
    expect((await grace.post(claim)).status).toBe(200);
    const { errors, axe, faults } = await page;
    expect([axe, faults]).toEqual([[], []]);
    expect(errors).toEqual([
      expect.stringContaining("so nothing was saved. Open it again, and decide then."),
      expect.stringMatching(
        /grace@example\.com has this case open, until \d{4}-\d\d-\d\d \d\d:\d\d UTC at most\./,
      ),
    ]);
    expect(await reviewOf(decisionId)).toMatchObject({ state: "claimed", verdict: null });
  });

  inBrowser("are opened again after a refusal, and left by Back", async () => {
    await sent(await book());
    expect<object>(await act("refusedOnce")).toEqual({
      faults: [],
      asked: 2,
      alerts: 0,
      isOpen: 0,
      opened: null,
    });
  });

  inBrowser("are listed when somebody sends one there while the queue is shown", async () => {
    await sent(await book());
    expect<object>(await act("sentMeanwhile", { decisionId: await book() })).toEqual({
      faults: [],
    });
  });

  inBrowser("leave the other columns readable beside a long name of a hotel", async () => {
    const name = `${"Schloss".repeat(15)} ${"Hotel am See ".repeat(6).trim()}`;
    const decisionId = await sent(await book({}, { name }));
    expect<object>(await act("longName", { decisionId, name })).toEqual({
      faults: [],
      axe: [],
      broken: [],
    });
  });

  inBrowser(
    "are decided in one dialog with entries of lists and the open cases of the same guest",
    async () => {
      const email = "ring@example.org";
      const ids = [await book({ email }), await book({ email }), await book({ email })];
      const [decisionId, linked, taken] = ids as [string, string, string];
      for (const id of ids) await sent(id);
      const claim = `/projects/${projectId}/decisions/${taken}/review/claim`;
      expect((await grace.post(claim)).status).toBe(200);
      const path = `/projects/${projectId}/decisions/${decisionId}/review/linked`;
      await waitUntil("the index", async () => (await grace.get(path)).body.cases.length === 2);
      const seen = await act<Record<string, unknown>>("together", { decisionId, hostile });
      expect(seen).toEqual({
        axe: [],
        faults: [],
        hacked: false,
        lists: ["Deny", "Watch"],
        preset: "Deny",
        disabled: [expect.stringContaining("being reviewed by grace@example.com")],
        results: ["4 of 4 done.", "Fraud", "Added", "Added", "Fraud"],
      });
      for (const id of [decisionId, linked]) {
        expect(await reviewOf(id)).toMatchObject({ verdict: "fraud" });
      }
      expect(await reviewOf(taken)).toMatchObject({
        verdict: null,
        claim: { by: "grace@example.com" },
      });
      const listed = `/projects/${projectId}/lists/find`;
      const { entries } = (await grace.post(listed, { kind: "deny", find: "", archived: false }))
        .body;
      expect(entries).toMatchObject([
        { kind: "deny", type: "domain", value: "example.org", reason: hostile, decisionId },
        { kind: "deny", type: "email", value: email, reason: hostile, decisionId },
      ]);
    },
  );

  inBrowser(
    "get a verdict on the decision's page, also where they were not in the queue; the rest follows only a saved verdict",
    async () => {
      const decisionId = await book();
      const taken = await sent(await book());
      const claim = `/projects/${projectId}/decisions/${taken}/review/claim`;
      expect((await grace.post(claim)).status).toBe(200);
      const seen = await act<Record<string, unknown>>("verdictOnPage", { decisionId, taken });
      expect(seen).toEqual({
        axe: [],
        faults: [],
        badge: "reviewed: good guest",
        buttons: 0,
        results: ["1 of 1 done.", "Good guest"],
        refused: [
          "0 of 2 done.",
          expect.stringContaining("grace@example.com has this case open, until"),
          "Not done, because of what failed before.",
        ],
      });
      expect(await reviewOf(decisionId)).toMatchObject({ verdict: "good" });
      expect(await reviewOf(taken)).toMatchObject({ verdict: null });
    },
  );

  inBrowser(
    "are served for a second verdict without the first, even to somebody who has read it",
    async () => {
      const decisionId = await sent(await book());
      const review = `/projects/${projectId}/decisions/${decisionId}/review`;
      const { claim } = (await grace.post(`${review}/claim`)).body;
      const first = { claim: claim.number, verdict: "fraud", opensNext: false };
      expect((await grace.post(`${review}/verdict`, first)).status).toBe(200);
      // Drawn by chance otherwise, and served a day later: 25 hours ago.
      const drawn = "UPDATE reviews SET second_at = decided_at - 90000000 WHERE decision_id = ?";
      await changeStored(installation, "events.db", drawn, [decisionId]);
      const seen = await act<{ opened: string; summary: string }>("blind", { decisionId });
      expect([seen.faults, seen.opened]).toEqual([[], decisionId]);
      expect(seen.summary).toContain("in review");
      expect(seen.summary).not.toContain("reviewed:");
    },
  );

  inBrowser("go there by the rules that an owner sets", async () => {
    const seen = await act<{ text: string }>("rules");
    expect([seen.axe, seen.faults]).toEqual([[], []]);
    const decisionId = await book();
    expect(await reviewOf(decisionId)).toMatchObject({
      sources: [
        { kind: "band", from: 0, to: 99 },
        { kind: "sample", share: 1 },
      ],
    });
  });

  inBrowser("show a viewer how many wait, and none of them", async () => {
    const seen = await act<{ buttons: number; waiting: string }>("viewer", {
      email: "viewer@example.com",
    });
    expect(seen.buttons).toBe(0);
    expect(seen.waiting).toMatch(/^\d/);
    expect([seen.axe, seen.faults]).toEqual([[], []]);
  });
});
