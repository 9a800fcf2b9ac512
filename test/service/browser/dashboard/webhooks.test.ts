/** The page of webhooks in Chromium: an endpoint is added, tried, changed and archived. */
import { afterAll, describe, expect } from "bun:test";
import { Webhook } from "standardwebhooks";
import { newPerson } from "../../../../scripts/programs/dashboard-client/account.ts";
import { owner as ownerOfPages } from "../../../../scripts/programs/dashboard-client/page-acts.mjs";
import { waitUntil } from "../../../../scripts/programs/wait-until.ts";
import { pageActs } from "../../../fixtures/browser.ts";
import { Installation } from "../../../fixtures/executable.ts";
import { chromium, testWith } from "../../../fixtures/needs.ts";
import { startReceiver } from "../../../fixtures/webhook-receiver.ts";

const inBrowser = testWith(chromium);

const receiver = startReceiver();
afterAll(() => receiver.stop());
const installation = new Installation();
const { projectId } = await installation.project("Hotel");
const service = await installation.serve("--webhook-network", "127.0.0.1");
await newPerson(installation, service, ownerOfPages.email, "owner");
await newPerson(installation, service, "viewer@example.com", "viewer", projectId);

const act = pageActs("browser/dashboard/webhooks.mjs", () => {
  return { url: service.url, projectId, email: ownerOfPages.email };
});

describe("webhooks", () => {
  const url = `${receiver.url}/risk?token=${"long-".repeat(40)}`;
  const description = `<img src=x onerror="document.title='hacked'"> the order system`;

  inBrowser(
    "get an endpoint with the keyboard alone, its secret once, and a test event",
    async () => {
      const seen = await act<{ fault: string; secret: string; rows: string[] }>("adds", {
        receiver: url,
        description,
      });
      expect([seen.axe, seen.faults]).toEqual([[], []]);
      expect(seen.fault).toContain("must not have a user or a password");
      expect(seen.secret).toMatch(/^whsec_/);
      expect(seen.rows.join("\n")).not.toContain("whsec_");
      expect(seen.rows).toEqual([
        expect.stringContaining(
          `${url}${description}decision.denied, decision.review_opened, decision.reviewed, ` +
            "outcome.reported, model.promoted, alert.fired",
        ),
        expect.stringContaining("webhook.test"),
      ]);
      const [got] = receiver.received;
      expect(new Webhook(seen.secret).verify(got!.body, got!.headers)).toMatchObject({
        type: "webhook.test",
        sequence: 1,
      });
    },
  );

  inBrowser("are sent again, get another secret, and are disabled and archived", async () => {
    const seen = await act("changes");
    expect([seen.axe, seen.faults]).toEqual([[], []]);
    await waitUntil("the event again", () => receiver.received.length >= 2);
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(new Set(ids).size).toBe(1);
    const audit = await installation.run("audit", "--format", "ndjson");
    for (const action of ["add", "test", "replay", "rotate", "disable", "archive"]) {
      expect(audit.out).toContain(`"webhook.${action}"`);
    }
  });

  inBrowser("are not shown to viewers", async () => {
    const seen = await act<{ links: number }>("viewer", { email: "viewer@example.com" });
    expect([seen.links, seen.faults]).toEqual([0, []]);
  });
});
