/** A recalibration with the executable: proposed, installed through the check, promoted, and verified. */
import { expect, test } from "bun:test";
import { newPerson } from "../../scripts/programs/dashboard-client/account.ts";
import { owner as ownerOfPages } from "../../scripts/programs/dashboard-client/page-acts.mjs";
import { waitUntil } from "../../scripts/programs/wait-until.ts";
import { openStore } from "../../src/app/open.ts";
import type { CalibrationReport } from "../../src/model/registry/calibration-report.ts";
import { bookWithOutcomes } from "../fixtures/booked-outcomes.ts";
import { fullRequest } from "../fixtures/booking.ts";
import { pageActs } from "../fixtures/browser.ts";
import { callRisk, Installation } from "../fixtures/executable.ts";
import { chromium, testWith } from "../fixtures/needs.ts";

const installation = new Installation();
const { projectId, secret } = await installation.project();
const fresh = await installation.project("New");
const [builtIn] = await installation.json<{ name: string; version: string }[]>("model", "list");
const model = `${builtIn!.name}@${builtIn!.version}`;
const corrected = `${model}+r1`;
const service = await installation.serve();
const inBrowser = testWith(chromium);
const act = pageActs("browser/dashboard/calibration.mjs", () => {
  return { url: service.url, projectId, model, email: ownerOfPages.email };
});
const ofModel = (...flags: string[]) => [
  "model",
  "recalibrate",
  model,
  "--project",
  projectId,
  ...flags,
];

test("is proposed by the command line and the page's endpoint alike, and becomes a version", async () => {
  const store = await openStore({ dataFolder: installation.data });
  const times = (country: string) => (country === "PT" ? 4 : 2);
  await bookWithOutcomes(store, {
    projectId,
    model: builtIn!,
    count: 4000,
    now: Date.now(),
    times,
  });
  await waitUntil("the index", async () => (await store.search.backlog()) === 0);
  await store.close();

  const { proposal, all } = await installation.json<CalibrationReport>(...ofModel());
  expect(all.isOff).toBeTrue();
  expect(proposal!.points).toBeWithin(8, 18);
  const viewer = await newPerson(installation, service, "viewer@example.org", "viewer", projectId);
  const path = (project: string) =>
    `/projects/${project}/models/${encodeURIComponent(model)}/calibration`;
  const { body } = await viewer.get(path(projectId));
  expect(body.report.proposal.points).toBeCloseTo(proposal!.points, 1);
  expect((await viewer.get(path("all"))).status).not.toBe(200);

  const installed = await installation.json<{ version: string }>(...ofModel("--install"));
  expect(installed.version).toBe(`${builtIn!.version}+r1`);
  const none = await installation.run("model", "recalibrate", model, "--project", fresh.projectId);
  expect([none.status, none.error]).toEqual([1, expect.stringContaining("20 are needed")]);
});

inBrowser("is shown on the model's page, with the command that installs it", async () => {
  await newPerson(installation, service, ownerOfPages.email, "owner");
  const seen = await act<{ rows: string[]; command: string }>("seen");
  expect([seen.axe, seen.faults]).toEqual([[], []]);
  expect(seen.rows[1]).toContain("off");
  expect(seen.rows.join()).toContain("Billing country: PT");
  expect(seen.command).toContain(`model recalibrate ${model} --project ${projectId} --install`);
});

test("is promoted like any model, and its decisions verify", async () => {
  await installation.json("model", "promote", corrected, "--project", projectId, "--force");
  let decided: { decisionId: string; model: { version: string } } | null = null;
  await waitUntil("the corrected model", async () => {
    const answer = await callRisk(service.url, secret.key, fullRequest());
    const { decisionId } = (await answer.json()) as { decisionId: string };
    decided = await installation.json("decision", "show", decisionId);
    return decided!.model.version === `${builtIn!.version}+r1`;
  });
  const verified = await installation.json("decision", "verify", decided!.decisionId);
  expect(verified).toMatchObject({ result: "same", modelProblem: null });
  await installation.json("model", "rollback", "--project", projectId);
});
