/** The page of everything about one device in Chromium, with markup in every text that a caller can set. */
import { describe, expect } from "bun:test";
import { waitUntil } from "../../../../scripts/programs/wait-until.ts";
import { pageActs } from "../../../fixtures/browser.ts";
import { chromium, testWith } from "../../../fixtures/needs.ts";
import { deviceId, guests, startWithHostileVisit } from "../../on-both-stores/hostile-visit.ts";

const inBrowser = testWith(chromium);

const { url, projectId, ada, hostileId, linkedIds, at } = await startWithHostileVisit();
const all = [hostileId, ...linkedIds];

const act = pageActs("browser/dashboard/identity.mjs", () => {
  return { url, projectId, decisionId: hostileId };
});

describe("everything about a device", () => {
  inBrowser(
    "is a key press away from a decision, and all of its bookings are acted on at once",
    async () => {
      const seen = await act<Record<string, unknown>>("everything", { value: deviceId });
      const { addresses, ...rest } = seen as { addresses: string[] } & typeof seen;
      expect(rest).toEqual({
        axe: [],
        faults: [],
        hacked: false,
        images: 0,
        title: "Bookings with the same device · Booking Risk",
        heading: deviceId,
        counts: ["All", "0", "0", "0", "4", "4"],
        listed: expect.arrayContaining(all),
        // The oldest has an e-mail address of its own, like the others: each in one booking.
        emails: expect.arrayContaining([`${guests.email}1 booking`, "other0@example.com1 booking"]),
        outcomes: ["4 of 4 done.", "Saved", "Saved", "Saved", "Saved"],
        entries: ["4 of 4 done.", "Added", ...Array(3).fill("Same value, added above")],
        mark: "on the watch list",
        reviews: ["4 of 4 done.", "Sent", "Sent", "Sent", "Sent"],
        next: expect.stringMatching(/^other\d@example\.com$/),
      });
      // Not even in the part that browsers do not send.
      expect(addresses.filter((one) => /hostile|other\d|dev_shared|%40/.test(one))).toEqual([]);
      await waitUntil("the outcomes in the figures", async () => {
        const { body } = await ada.get(at(hostileId, "/same/device"));
        const of = body.tallies.map(({ outcome }: { outcome: string }) => outcome);
        return of.every((outcome: string) => outcome === "fraud");
      });
      const { body } = await ada.get(`/projects/${projectId}/review/cases`);
      expect(body.cases.map((one: { decisionId: string }) => one.decisionId).toSorted()).toEqual(
        all.toSorted(),
      );
    },
  );

  inBrowser("is shown to a viewer by kinds and counts, without values", async () => {
    const seen = await act<Record<string, unknown>>("viewer", { email: "viewer@example.com" });
    expect(seen).toEqual({
      axe: [],
      faults: [],
      buttons: 0,
      heading: "Bookings with the same device",
      kinds: expect.stringContaining("4 e-mail addresses"),
      named: "E-mail address no. 11 booking",
      text: expect.not.stringMatching(/gFirst|hostile\.example|other\d@|dev_shared|198\.51/),
      rows: 4,
    });
  });
});
