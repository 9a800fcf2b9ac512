/** A challenge on the models page, in Chromium. */
import { expect } from "bun:test";
import { join } from "node:path";
import { writeRecalibrated } from "../../../../scripts/bench/recalibrated.ts";
import { newPerson } from "../../../../scripts/programs/dashboard-client/account.ts";
import { owner as ownerOfPages } from "../../../../scripts/programs/dashboard-client/page-acts.mjs";
import { waitUntil } from "../../../../scripts/programs/wait-until.ts";
import { pageActs } from "../../../fixtures/browser.ts";
import { distinctGuest } from "../../../fixtures/distinct-guest.ts";
import { callRisk, Installation } from "../../../fixtures/executable.ts";
import { chromium, testWith } from "../../../fixtures/needs.ts";

const inBrowser = testWith(chromium);
const installation = new Installation();
const { projectId, secret } = await installation.project("Hotel");
const model = "recalibrated@1.0.0";
await installation.json(
  "model",
  "install",
  writeRecalibrated(join(installation.folder, "model"), "1.0.0", 0.5),
);
const service = await installation.serve();
await newPerson(installation, service, ownerOfPages.email, "owner");

const act = pageActs("browser/dashboard/challenge.mjs", () => {
  return { url: service.url, projectId, model, email: ownerOfPages.email };
});

inBrowser("an owner starts a challenge, sees both models side by side, and ends it", async () => {
  const started = await act<{ objection: string; fault: string }>("start");
  expect([started.axe, started.faults]).toEqual([[], []]);
  expect(started.objection).toContain("A replay takes minutes");
  expect(started.fault).toContain("must be 1 to 50 percent");
  const report = () =>
    installation.json<{ results: { challenger: { guests: number } } }>(
      "model",
      "challenge",
      model,
      "--project",
      projectId,
      "--report",
    );
  let guests = 0;
  await waitUntil("guests of the challenger", async () => {
    for (let i = 0; i < 20; i++) await callRisk(service.url, secret.key, distinctGuest(guests++));
    return (await report()).results.challenger.guests > 3;
  });
  const ended = await act<{ rows: string[]; ended: string }>("end");
  expect([ended.axe, ended.faults]).toEqual([[], []]);
  expect(ended.rows[1]).toContain(model);
  expect(ended.rows[2]).toContain("active model");
  expect(ended.ended).toContain("It ended");
});
