/** A model that reads attributes, on the executable: where it may score, what it scores, verified, replayed, explained. */
import { expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { newPerson } from "../../../scripts/programs/dashboard-client/account.ts";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import type { DecisionDetail } from "../../../src/http/dashboard-api/decision-detail/detail.ts";
import type { Manifest } from "../../../src/model/manifest.ts";
import type { GroupReason } from "../../../src/model/reasons/reasons.ts";
import { distinctGuest } from "../../fixtures/distinct-guest.ts";
import { callRisk, Installation } from "../../fixtures/executable.ts";

const installation = new Installation();
const { projectId } = await installation.project();
const { projectId: other } = await installation.project("Other");

/** The default model, which reads attributes in place of two of its features. */
const inPlaceOf: Readonly<Record<string, string>> = {
  email_is_disposable: "attribute.channel=a%20b",
  lead_time_days: "attribute.days",
};
const from = resolve(import.meta.dir, "../../../models/default");
function bundle(version: string): string {
  const manifest = JSON.parse(readFileSync(join(from, "manifest.json"), "utf8")) as Manifest;
  const features = manifest.input.features.map((name) => inPlaceOf[name] ?? name);
  const input = { ...manifest.input, features };
  const folder = join(installation.folder, version);
  mkdirSync(folder);
  writeFileSync(join(folder, "model.onnx"), readFileSync(join(from, "model.onnx")));
  const own = { ...manifest, name: "own", version, input };
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(own));
  return folder;
}
const [first, second] = ["own@1.0.0", "own@2.0.0"] as const;
for (const version of ["1.0.0", "2.0.0"]) {
  await installation.json("model", "install", bundle(version));
}
const declare = (name: string, ...flags: string[]) =>
  installation.json("project", "attribute", "set", name, ...flags, "--project", projectId);
const run = (...words: string[]) => installation.run("model", ...words);
const all = "channel (a category), days (a number or a flag)";

test("it may score in a project that declares what it reads, and for no other", async () => {
  for (const role of [["promote", "--force"], ["shadow"]] as const) {
    const [command, ...flags] = role;
    const ran = await run(command, first, "--project", projectId, ...flags);
    expect([ran.status, ran.error]).toEqual([1, expect.stringContaining(`in use: ${all}`)]);
    const forAll = await run(command, first, ...flags);
    expect([forAll.status, forAll.error]).toEqual([1, expect.stringContaining("--project ID")]);
  }
  await declare("channel", "--type", "category", "--meaning", "Where the guest came from");
  // A number where it reads a category would never have the value that it looks for.
  await declare("days", "--type", "category", "--meaning", "Days");
  const ran = await run("promote", first, "--project", projectId, "--force");
  expect(ran.error).toContain("in use: days (a number or a flag)");
});

test("it scores with them, and without them as missing; each verifies, is explained and replayed", async () => {
  const days = await installation.project("Hotel");
  const set = (name: string, ...flags: string[]) =>
    installation.json("project", "attribute", "set", name, ...flags, "--project", days.projectId);
  await set("channel", "--type", "category", "--meaning", "Where the guest came from");
  await set("days", "--type", "number", "--unit", "days", "--meaning", "Days ahead", "--personal");
  await installation.json("model", "promote", first, "--project", days.projectId, "--force");
  await installation.json("model", "shadow", second, "--project", days.projectId);
  const service = await installation.serve();
  const { url } = service;
  await waitUntil("the shadow model", async () =>
    (await (await fetch(`${url}/metrics`)).text()).includes('state="shadow"'),
  );
  let sent = 0;
  async function scored(attributes?: object) {
    const request = { ...distinctGuest(sent++), attributes };
    const response = await callRisk(url, days.secret.key, request);
    expect(response.status).toBe(200);
    const { decisionId } = (await response.json()) as { decisionId: string };
    return installation.json<{ decisionId: string; probability: number; riskScore: number }>(
      "decision",
      "show",
      decisionId,
    );
  }
  const with_ = await scored({ channel: "a b", days: 1 });
  const otherwise = await scored({ channel: "other", days: 200 });
  const without = await scored();
  expect(new Set([with_, otherwise, without].map(({ probability }) => probability)).size).toBe(3);
  expect(with_.probability).toBeGreaterThan(otherwise.probability);
  for (const { decisionId } of [with_, otherwise, without]) {
    expect(await installation.json("decision", "verify", decisionId)).toMatchObject({
      result: "same",
      unverifiable: [],
    });
  }

  const owner = await newPerson(installation, service, "owner@example.com", "owner");
  const path = `/projects/${days.projectId}/decisions/${with_.decisionId}`;
  const shadowOf = async () => ((await owner.get(path)).body as DecisionDetail).shadow;
  await waitUntil("the shadow score", async () => (await shadowOf()).length > 0);
  expect(await shadowOf()).toMatchObject([{ model: second, riskScore: with_.riskScore }]);

  const { groups } = (await owner.get(`${path}/reasons`)).body as { groups: GroupReason[] };
  const own = groups.find(({ group }) => group === "attributes")!;
  expect(own.title).toBe("Attributes of the project");
  const named = new Map(own.features.map((one) => [one.name, one]));
  expect(named.get(inPlaceOf.email_is_disposable!)?.text).toStartWith(
    "Where the guest came from: a b",
  );
  // Of what is personal, reasons have no value.
  const personal = named.get(inPlaceOf.lead_time_days!);
  expect([personal?.value ?? null, personal?.text ?? "Days ahead"]).toEqual([
    null,
    expect.stringMatching(/^Days ahead( \(|$)/),
  ]);
  // Nor of what became personal after they were stored.
  await set("channel", "--type", "category", "--meaning", "Guest's channel", "--personal");
  const again = JSON.stringify((await owner.get(`${path}/reasons`)).body);
  expect(again).toContain("Guest's channel");
  expect(again).not.toContain(": a b (");

  const report = await installation.json("model", "replay", second, "--project", days.projectId);
  expect(report).toMatchObject({
    decisions: { compared: 3 },
    recomputed: { differing: 0 },
    probabilities: { differing: 0 },
  });

  // Archived, it would be missing in each booking that these models score.
  const both = `${first} (active), ${second} (shadow)`;
  const archive = ["project", "attribute", "archive", "days", "--project", days.projectId];
  expect(await installation.run(...archive)).toEqual({
    status: 1,
    out: "",
    error:
      `booking-risk: days is read by ${both}: from then on each booking is scored as if it were missing; ` +
      "confirm with --yes\n",
  });
  const attributes = async () => (await owner.get(`/projects/${days.projectId}/attributes`)).body;
  const shown = await attributes();
  expect(shown.attributes).toMatchObject([{ archivedAt: null }, { archivedAt: null }]);
  expect(shown.readers).toEqual([
    { model: first, role: "active", attributes: ["channel", "days"] },
    { model: second, role: "shadow", attributes: ["channel", "days"] },
  ]);
  expect(await installation.run(...archive, "--yes")).toMatchObject({ status: 0 });
  const unread = ["project", "attribute", "set", "other", "--type", "flag", "--meaning", "Other"];
  expect(await installation.run(...unread, "--project", days.projectId)).toMatchObject({
    status: 0,
  });
  await installation.json("project", "attribute", "archive", "other", "--project", days.projectId);
  expect(
    (await attributes()).attributes.map(
      (one: { archivedAt: number | null }) => one.archivedAt === null,
    ),
  ).toEqual([true, false, false]);
  await service.stop();
});

test("another project's declarations are its own", async () => {
  const ran = await run("promote", first, "--project", other, "--force");
  expect([ran.status, ran.error]).toEqual([1, expect.stringContaining(`in use: ${all}`)]);
});
