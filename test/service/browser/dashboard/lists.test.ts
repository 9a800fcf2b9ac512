/** Lists in Chromium: a decision's value is listed, and the next booking obeys. */
import { describe, expect } from "bun:test";
import { newPerson } from "../../../../scripts/programs/dashboard-client/account.ts";
import { owner as ownerOfPages } from "../../../../scripts/programs/dashboard-client/page-acts.mjs";
import { booking } from "../../../fixtures/booking.ts";
import { pageActs } from "../../../fixtures/browser.ts";
import { callRisk, Installation } from "../../../fixtures/executable.ts";
import { chromium, testWith } from "../../../fixtures/needs.ts";

const inBrowser = testWith(chromium);

const installation = new Installation();
const { projectId, secret } = await installation.project("Hotel");
const service = await installation.serve();
await newPerson(installation, service, ownerOfPages.email, "owner");
await newPerson(installation, service, "viewer@example.com", "viewer", projectId);

const email = "oksana.kovalenko@hotel-example.test";
const reason = `<img src=x onerror="document.title='hacked'"> two chargebacks`;
let bookings = 0;

async function book(): Promise<{ decisionId: string; suggestedAction: string }> {
  const request = booking({ booker: { email }, requestId: `lists-${bookings++}` });
  const answer = await callRisk(service.url, secret.key, request);
  return (await answer.json()) as { decisionId: string; suggestedAction: string };
}

const act = pageActs("browser/dashboard/lists.mjs", () => {
  return { url: service.url, projectId, email: ownerOfPages.email };
});

describe("lists", () => {
  inBrowser(
    "get a value of a decision with the keyboard alone, and the next booking is denied",
    async () => {
      const { decisionId, suggestedAction } = await book();
      expect(suggestedAction).toBe("allow");
      const seen = await act<{
        facts: string[];
        focused: [string, number];
        ready: boolean[];
        rows: string[];
      }>("denies", { decisionId, reason });
      expect([seen.axe, seen.faults]).toEqual([[], []]);
      expect(seen.facts.slice(0, 2)).toEqual([
        expect.stringContaining(`${email}No earlier booking has it.`),
        expect.stringContaining("hotel-example.test"),
      ]);
      expect(seen.focused).toEqual(["deny", 0]); // The choice that is to be made, and the dialog's top.
      expect(seen.ready).toEqual([false, true]);
      expect(seen.rows).toEqual([expect.stringContaining(`${email}E-mail address${reason}`)]);
      const denied = await book();
      expect(denied.suggestedAction).toBe("deny");
      const decided = await act<{ why: string }>("decided", { decisionId: denied.decisionId });
      expect([decided.axe, decided.faults]).toEqual([[], []]);
      expect(decided.why).toStartWith(
        "Denied by an entry of the deny list. By its score it would be allowed.",
      );
    },
  );

  inBrowser("have entries that expire, are found by any spelling, and are archived", async () => {
    const value = "ada@hotel-example.test";
    const seen = await act<{ fault: string; rows: string[]; url: string }>("allows", { value });
    expect([seen.axe, seen.faults]).toEqual([[], []]);
    expect(seen.fault).toBe("It must be one e-mail address.");
    expect(seen.rows).toEqual([expect.stringContaining(`Archived`)]);
    expect(seen.url).not.toContain("ada");
  });

  inBrowser(
    "are passed over once by a guest with a pass, which the page of the denied decision gives",
    async () => {
      const { decisionId, suggestedAction } = await book();
      expect(suggestedAction).toBe("deny");
      const seen = await act<{ text: string; buttons: number }>("passes", { decisionId });
      expect([seen.axe, seen.faults]).toEqual([[], []]);
      expect(seen.text).toContain("within 24 hours, with the same e-mail address");
      expect(seen.buttons).toBe(0);
      const waits = await act("waits", { decisionId });
      expect([waits.axe, waits.faults]).toEqual([[], []]);
      const allowed = await book();
      expect(allowed.suggestedAction).toBe("allow");
      expect((await book()).suggestedAction).toBe("deny");
      const { url, faults } = await act<{ url: string }>("passed", { decisionId });
      expect([url.split("/").at(-1), faults]).toEqual([allowed.decisionId, []]);
    },
  );

  inBrowser("show a viewer how many entries there are, and none of them", async () => {
    const seen = await act<{ tabs: string[]; buttons: number }>("viewer", {
      email: "viewer@example.com",
    });
    expect(seen.tabs).toHaveLength(3);
    expect(seen.buttons).toBe(0);
    expect([seen.axe, seen.faults]).toEqual([[], []]);
  });
});
