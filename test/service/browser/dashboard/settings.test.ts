/** Settings that another owner changes while a page shows them, in Chromium. */
import { expect } from "bun:test";
import { newPerson } from "../../../../scripts/programs/dashboard-client/account.ts";
import { owner as ownerOfPages } from "../../../../scripts/programs/dashboard-client/page-acts.mjs";
import { pageActs } from "../../../fixtures/browser.ts";
import { Installation } from "../../../fixtures/executable.ts";
import { prices } from "../../../fixtures/money-terms.ts";
import { chromium, testWith } from "../../../fixtures/needs.ts";

const inBrowser = testWith(chromium);
const installation = new Installation();
const { projectId, secret } = await installation.project("Hotel");
const service = await installation.serve();
await newPerson(installation, service, ownerOfPages.email, "owner");
const grace = await newPerson(installation, service, "grace@example.com", "owner");
const project = `/projects/${projectId}`;

const act = pageActs("browser/dashboard/settings.mjs", () => {
  return { url: service.url, projectId, email: ownerOfPages.email };
});
const changed = (path: string) => ({ path: `/dashboard/api${project}${path}` });

inBrowser("a setting that another owner has changed is shown before it is replaced", async () => {
  const seen = await act<{ conflicts: string[] }>("replaces", {
    others: {
      Review: { ...changed("/review/rules"), body: { band: { from: 60, to: 74 }, share: 0 } },
      Agents: { ...changed("/agents"), body: { agents: ["theirs.example"] } },
      Kiosks: { ...changed("/kiosks"), body: { kiosks: ["dev_00000001"] } },
      "Control group": {
        ...changed("/control-group"),
        body: { share: 0.01, bookingsMax: 20, amountMax: null },
      },
      "Decision retention": {
        ...changed("/decision-retention"),
        body: { days: 400, keeps: "nothing" },
      },
    },
  });
  expect([seen.axe, seen.faults]).toEqual([[], []]);
  const message = (now: string) =>
    `Somebody else has changed this in the meantime, so nothing was saved. Now it is: ${now}. To save yours anyway, save again. To keep theirs, reload the page.`;
  expect(seen.conflicts).toEqual(
    [
      "scores from 60 to 74",
      "theirs.example",
      "dev_00000001",
      "1.0% of denied bookings, at most 20 bookings a month",
      "for 400 days, and then nothing",
    ].map(message),
  );
  const stored = async (path: string) => (await grace.get(project + path)).body;
  expect(await stored("/review/rules")).toEqual({ band: null, share: 0.01 });
  expect(await stored("/agents")).toMatchObject({ welcome: ["ours.example"] });
  expect(await stored("/kiosks")).toEqual({ kiosks: ["dev_00000002"] });
  expect(await stored("/control-group")).toMatchObject({ share: 0, bookingsMax: 30 });
  expect(await stored("/decision-retention")).toMatchObject({ days: 500, keeps: "training" });
});

inBrowser("a key's restrictions are replaced only where they were changed", async () => {
  const path = `${project}/keys/${secret.keyId}/restrictions`;
  const seen = await act<{ conflict: string }>("restricts", {
    key: secret.key.slice(-4),
    other: { path: `/dashboard/api${path}`, body: { allowedAddresses: ["203.0.113.0/24"] } },
  });
  expect([seen.axe, seen.faults]).toEqual([[], []]);
  expect(seen.conflict).toContain("Now it is: only from 203.0.113.0/24.");
  const keys: { keyId: string }[] = (await grace.get(`${project}/keys`)).body;
  expect(keys.find(({ keyId }) => keyId === secret.keyId)).toMatchObject({
    allowedAddresses: ["203.0.113.0/24"],
    rateLimit: 50,
  });
});

inBrowser("an amount that another owner has changed is shown, and stays", async () => {
  const path = `${project}/money/terms`;
  expect((await grace.put(path, prices)).status).toBe(200);
  const seen = await act<{ conflict: string; shown: string }>("prices", {
    other: {
      ...changed("/money/terms"),
      body: { ...prices, marginPercent: 20, chargebackFee: 50 },
    },
  });
  expect(seen.faults).toEqual([]);
  expect(seen.conflict).toContain("Chargeback fee: 50");
  expect(seen.conflict).toContain("What you have not changed here shows it now.");
  expect(seen.shown).toBe("20");
  const { terms } = (await grace.get(`${project}/money`)).body;
  expect(terms).toEqual({ ...prices, marginPercent: 20, chargebackFee: 40 });
});
