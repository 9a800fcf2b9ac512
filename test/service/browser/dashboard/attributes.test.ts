/** The card of attributes, and the section of a decision's page, in Chromium. */
import { expect } from "bun:test";
import { newPerson } from "../../../../scripts/programs/dashboard-client/account.ts";
import { owner as ownerOfPages } from "../../../../scripts/programs/dashboard-client/page-acts.mjs";
import { booking } from "../../../fixtures/booking.ts";
import { pageActs } from "../../../fixtures/browser.ts";
import { callRisk, Installation } from "../../../fixtures/executable.ts";
import { chromium, testWith } from "../../../fixtures/needs.ts";

const inBrowser = testWith(chromium);
const viewer = "viewer@example.com";
const installation = new Installation();
const { projectId, secret } = await installation.project("Hotel");
const service = await installation.serve();
await newPerson(installation, service, ownerOfPages.email, "owner");
await newPerson(installation, service, viewer, "viewer", projectId);

const act = pageActs("browser/dashboard/attributes.mjs", () => {
  return { url: service.url, projectId, email: ownerOfPages.email };
});

inBrowser(
  "an owner declares and archives one, and a viewer sees what is not personal",
  async () => {
    const set = await act<{ fault: string; declared: string[]; archived: string }>("declare");
    expect([set.axe, set.faults]).toEqual([[], []]);
    expect(set.fault).toContain("must be a letter, a to z");
    expect(set.declared).toEqual([
      "loyalty_years number, years, personal\nYears in the loyalty programme",
      "channel category\nWhere the guest came from",
    ]);
    const attributes = { channel: "metasearch", loyalty_years: 4 };
    const response = await callRisk(service.url, secret.key, { ...booking(), attributes });
    const { decisionId } = (await response.json()) as { decisionId: string };
    const shown = await act<{ fields: string }>("decision", { decisionId });
    expect([shown.axe, shown.faults]).toEqual([[], []]);
    expect(shown.fields).toContain("4 years");
    expect(shown.fields).toContain("metasearch");
    const seen = await act<{ fields: string }>("decision", { decisionId, email: viewer });
    expect(seen.fields).not.toContain("loyalty_years");
    expect(seen.fields).toContain("metasearch");
    const archived = await act<{ isPersonal: boolean; declared: string[] }>("archive");
    expect(archived).toMatchObject({
      isPersonal: true,
      declared: [
        "loyalty_years number, years, personal\nYears as a member",
        "channel category, archived\nWhere the guest came from",
      ],
    });
  },
);
