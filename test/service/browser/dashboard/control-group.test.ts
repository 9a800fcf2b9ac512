/** The card of the control group in Chromium. */
import { expect } from "bun:test";
import { newPerson } from "../../../../scripts/programs/dashboard-client/account.ts";
import { owner as ownerOfPages } from "../../../../scripts/programs/dashboard-client/page-acts.mjs";
import { pageActs } from "../../../fixtures/browser.ts";
import { Installation } from "../../../fixtures/executable.ts";
import { chromium, testWith } from "../../../fixtures/needs.ts";

const inBrowser = testWith(chromium);
const viewer = "viewer@example.com";
const installation = new Installation();
const { projectId } = await installation.project("Hotel");
const service = await installation.serve();
await newPerson(installation, service, ownerOfPages.email, "owner");
await newPerson(installation, service, viewer, "viewer", projectId);

const act = pageActs("browser/dashboard/control-group.mjs", () => {
  return { url: service.url, projectId, email: ownerOfPages.email };
});

inBrowser(
  "an owner turns the control group on, and a viewer sees how much of it is used",
  async () => {
    const set = await act<{ fault: string; used: string }>("set");
    expect([set.axe, set.faults]).toEqual([[], []]);
    expect(set.fault).toContain("must be a number from 0 to 0.05");
    const used =
      "1.5% of denied bookings. This month: 0 of at most 20. Their amounts: 0 of at most 5000 EUR.";
    expect(set.used).toBe(used);
    const seen = await act<{ used: string; buttons: number }>("seen", { email: viewer });
    expect(seen).toMatchObject({ used, buttons: 0, faults: [] });
  },
);
