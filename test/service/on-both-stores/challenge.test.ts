/** Champion and challenger on the executable: started, drawn, shown, verified, and ended by itself. */
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeRecalibrated } from "../../../scripts/bench/recalibrated.ts";
import { newPerson } from "../../../scripts/programs/dashboard-client/account.ts";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import type { ChallengeReport } from "../../../src/model/registry/challenge-results.ts";
import { distinctGuest } from "../../fixtures/distinct-guest.ts";
import { callRisk, Installation } from "../../fixtures/executable.ts";

const installation = new Installation();
const { projectId, secret } = await installation.project();
/** Somewhat higher scores, and one that denies everybody. */
const higher = "recalibrated@1.0.0";
const denying = "recalibrated@2.0.0";
for (const [version, shift] of [
  ["1.0.0", 0.5],
  ["2.0.0", 12],
] as const) {
  const folder = join(installation.folder, version);
  await installation.json("model", "install", writeRecalibrated(folder, version, shift));
}
const service = await installation.serve();
const { url } = service;

const ofModel = (model: string, ...flags: string[]) => [
  "model",
  "challenge",
  model,
  "--project",
  projectId,
  ...flags,
];
const refused = async (...args: string[]) => {
  const { status, error } = await installation.run(...args);
  expect(status).not.toBe(0);
  return error;
};
const report = (model: string) => installation.json<ChallengeReport>(...ofModel(model, "--report"));

interface Shown {
  decisionId: string;
  model: { name: string; version: string };
  challenge: { decidedBy: string; share: number } | null;
}

async function book(request: object): Promise<string> {
  const response = await callRisk(url, secret.key, request);
  expect(response.status).toBe(200);
  return ((await response.json()) as { decisionId: string }).decisionId;
}

const decide = async (request: object) =>
  installation.json<Shown>("decision", "show", await book(request));

let guests = 0;

/** Until the service has loaded a challenge, and until it has ended. */
const waitForChallenge = (isOn: boolean) =>
  waitUntil("the challenge", async () => {
    const { challenge } = await decide(distinctGuest(guests++));
    return (challenge !== null) === isOn;
  });

test("it takes a replay or force, one project, a share in its limits, and is alone", async () => {
  expect(await refused(...ofModel(higher))).toContain("has no finished replay");
  const share = await refused(...ofModel(higher, "--share", "60", "--force"));
  expect(share).toContain("--share must be 1 to 50 percent");
  expect(await refused("model", "challenge", higher, "--force")).toContain("--project");
  const builtIn = (await installation.json<{ name: string; version: string }[]>("model", "list"))
    .filter(({ name }) => name !== "recalibrated")
    .map(({ name, version }) => `${name}@${version}`)[0]!;
  expect(await refused(...ofModel(builtIn, "--force"))).toContain("decides there already");
  expect(await refused(...ofModel(higher, "--off"))).toContain("is not the challenger there");

  const started = await installation.json(...ofModel(higher, "--share", "50", "--force"));
  expect(started).toMatchObject({ share: 0.5, forced: true, endedAt: null });
  expect(started).not.toHaveProperty("secret");
  expect(await refused(...ofModel(denying, "--force"))).toContain("there is one at a time");
  expect(await refused("model", "retire", higher)).toContain("a challenger");
  const models = await installation.json<{ version: string; state: string }[]>("model", "list");
  expect(models.find(({ version }) => version === "1.0.0")?.state).toBe("challenger");
});

test("a guest has the same model at every attempt, and every decision verifies", async () => {
  await waitForChallenge(true);
  const sides = new Map<string, Shown>();
  while (sides.size < 2) {
    const shown = await decide(distinctGuest(guests++));
    sides.set(shown.challenge!.decidedBy, shown);
    for (let again = 0; again < 3; again++) {
      const same = await decide({
        ...distinctGuest(guests - 1),
        requestId: `again-${guests}-${again}`,
      });
      expect(same.challenge).toEqual(shown.challenge);
      expect(same.model).toEqual(shown.model);
    }
  }
  expect(sides.get("challenger")!.model).toMatchObject({ name: "recalibrated", version: "1.0.0" });
  expect(sides.get("champion")!.model.name).not.toBe("recalibrated");
  const text = await installation.run("decision", "show", sides.get("challenger")!.decisionId);
  expect(text.out).toContain("the challenger decided (challenger: 50 %)");
  expect((await installation.run("decision", "verify", "--all")).status).toBe(0);
});

test("what a list decided counts for neither model", async () => {
  const before = (await report(higher)).results!;
  const listed = distinctGuest(guests++) as { booker: { email: string } };
  const address = join(installation.folder, "address.txt");
  writeFileSync(address, listed.booker.email);
  await installation.json(
    "list",
    "add",
    "deny",
    "--project",
    projectId,
    "--type",
    "email",
    "--value-file",
    address,
    "--reason",
    "test",
  );
  await book(listed);
  const { results } = await report(higher);
  expect(results!.leftOut).toBe(before.leftOut + 1);
  const bookings = ({ challenger, champion }: typeof before) =>
    challenger.bookings + champion.bookings;
  expect(bookings(results!)).toBe(bookings(before));
});

test("the dashboard's endpoints show, end and start it", async () => {
  const owner = await newPerson(installation, service, "owner@example.org", "owner", projectId);
  const viewer = await newPerson(installation, service, "viewer@example.org", "viewer", projectId);
  const path = `/projects/${projectId}/models/${encodeURIComponent(higher)}/challenge`;
  const seen = await viewer.get(path);
  expect(seen.body.challenge).toMatchObject({ share: 0.5, endedAt: null, forced: true });
  expect(JSON.stringify(seen.body)).not.toContain("secret");
  expect(seen.body.results.challenger.bookings).toBeGreaterThan(0);
  expect((await viewer.put(path, { on: false })).status).toBe(403);
  const { body } = await viewer.get(`/projects/${projectId}/models`);
  expect(body.own.challenger).toMatchObject({ model: higher, share: 0.5 });

  expect((await owner.put(path, { on: false })).status).toBe(200);
  await waitForChallenge(false);
  expect((await owner.put(path, { on: false })).status).toBe(409);
  const wrong = await owner.put(path, { on: true, share: 0.6, days: 400, force: true });
  expect(wrong.status).toBe(422);
  expect(wrong.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
    "/share",
    "/challengeDays",
  ]);
  const unproven = await owner.put(path, { on: true, share: 0.1, days: 30, force: false });
  expect(unproven.status).toBe(409);
});

test("one that denies everybody ends by itself, with an entry in the audit log", async () => {
  await installation.json(...ofModel(denying, "--share", "50", "--force"));
  await waitForChallenge(true);
  const isOver = async () => {
    for (let i = 0; i < 10; i++) await book(distinctGuest(guests++));
    return (await report(denying)).challenge!.endedAt !== null;
  };
  await waitUntil("its end", isOver);
  const { challenge, results } = await report(denying);
  expect(challenge!.endedBecause).toBe("denials");
  expect(results!.worse).toBe("denials");
  expect(results!.denials.low).toBeGreaterThan(1.3);
  await waitForChallenge(false);
  const log = await installation.json<{ action: string; actor: string; detail: object }[]>(
    "model",
    "log",
  );
  expect(log[0]).toMatchObject({
    action: "model.challenge-end",
    actor: "service",
    detail: { because: "denials" },
  });
  expect(service.log.some((line) => line.includes("challenge_ended"))).toBe(true);
});

test("it ends where another model becomes active, and no later decision is the challenger's", async () => {
  await installation.json(...ofModel(higher, "--share", "50", "--force"));
  await waitForChallenge(true);
  await installation.json("model", "promote", higher, "--project", projectId, "--force");
  await waitForChallenge(false);
  const isOver = async () => (await report(higher)).challenge!.endedAt !== null;
  await waitUntil("its end", isOver);
  expect((await report(higher)).challenge!.endedBecause).toBe("promoted");
  expect((await installation.run("decision", "verify", "--all")).status).toBe(0);
});
