/** The dashboard's endpoints of models: who may do what, and what is refused. */
import { beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import manifest from "../../../../models/default/manifest.json";
import { writeRecalibrated } from "../../../../scripts/bench/recalibrated.ts";
import {
  newPerson,
  Person,
  password,
} from "../../../../scripts/programs/dashboard-client/account.ts";
import { waitUntil } from "../../../../scripts/programs/wait-until.ts";
import { uploadBytesMax } from "../../../../src/http/dashboard-api/models/install.ts";
import { answerWithoutBody } from "../../../fixtures/answer-without-body.ts";
import { fullRequest } from "../../../fixtures/booking.ts";
import { callRisk, Installation } from "../../../fixtures/executable.ts";
import { damageModel } from "../../../fixtures/stored.ts";

const builtIn = `${manifest.name}@${manifest.version}`;
const first = "recalibrated@1.0.0";
const second = "recalibrated@2.0.0";

const installation = new Installation();
const { projectId, secret } = await installation.project("Hotel");
const other = await installation.project("Other");
const bundles = {
  [first]: writeRecalibrated(join(installation.folder, "first"), "1.0.0", 0.5),
  [second]: writeRecalibrated(join(installation.folder, "second"), "2.0.0", 0.1),
};
const service = await installation.serve();
const { url } = service;

const endpoint = (model: string, rest = "") =>
  `/projects/${projectId}/models/${encodeURIComponent(model)}${rest}`;
const people: Record<string, Person> = {};
beforeAll(async () => {
  for (const bundle of Object.values(bundles)) {
    await installation.json("model", "install", bundle);
  }
  const made = [
    ["owner", "owner", undefined],
    ["own", "owner", projectId],
    ["analyst", "analyst", undefined],
    ["viewer", "viewer", projectId],
    ["stranger", "owner", other.projectId],
  ] as const;
  for (const [name, role, where] of made) {
    people[name] = await newPerson(installation, service, `${name}@example.org`, role, where);
  }
});

/** Without their numbers of decisions, which follow a few seconds after the decisions. */
const modelsNow = async () => {
  const { body } = await people.owner!.get(`/projects/${projectId}/models`);
  return body.models.map(({ decisions: _, ...model }: { decisions: number }) => model);
};

test.each(["analyst", "viewer", "stranger"])("%s cannot change anything", async (name) => {
  const person = people[name]!;
  const before = await modelsNow();
  const requests = [
    ["POST", endpoint(second, "/promote"), { force: true }],
    ["PUT", endpoint(second, "/shadow"), { on: true }],
    ["PUT", endpoint(second, "/challenge"), { on: true, share: 0.1, days: 30, force: true }],
    ["POST", endpoint(second, "/replays"), { days: 30 }],
    ["POST", `/projects/${projectId}/models/rollback`, { from: builtIn }],
    ["POST", `/projects/all/models/${second}/promote`, { force: true }],
    ["POST", `/models/${second}/retire`, undefined],
  ] as const;
  for (const [method, path, body] of requests) {
    const { status, body: answer } = await person.call(method, path, body);
    expect({ method, path, status, code: answer.code }).toEqual({
      method,
      path,
      status: 403,
      code: "forbidden",
    });
  }
  expect(await modelsNow()).toEqual(before);
});

test("an owner of one project can change only that project and cannot retire models", async () => {
  const { own } = people;
  expect((await own!.put(endpoint(second, "/shadow"), { on: true })).status).toBe(200);
  expect((await own!.put(endpoint(second, "/shadow"), { on: false })).status).toBe(200);
  const all = `/projects/all/models/${second}/shadow`;
  expect((await own!.put(all, { on: true })).status).toBe(403);
  expect((await own!.post(`/models/${second}/retire`)).status).toBe(403);
});

test("a promotion without a passed replay is rejected with advice", async () => {
  const { owner } = people;
  const refused = await owner!.post(endpoint(first, "/promote"), { force: false });
  expect([refused.status, refused.body.code]).toEqual([409, "conflict"]);
  expect(refused.body.detail).toContain("No replay has passed");
  expect(refused.body.detail).not.toContain("--force");
});

test("a rollback from another model than the active one is rejected", async () => {
  const path = `/projects/${projectId}/models/rollback`;
  const { owner } = people;
  expect((await owner!.post(path, { from: first })).body.detail).toContain("no model of its own");
  await owner!.post(endpoint(first, "/promote"), { force: true });
  const late = await owner!.post(path, { from: second });
  expect([late.status, late.body.detail]).toEqual([
    409,
    `${first} is now active there. Review it, and try again.`,
  ]);
  expect((await owner!.post(path, { from: first })).body).toEqual({ model: null });
});

test("a model in use cannot be retired", async () => {
  const refused = await people.owner!.post(`/models/${builtIn}/retire`);
  expect([refused.status, refused.body.code]).toEqual([409, "conflict"]);
});

test.each(["none", "a@1", "default@", "@", "default@1.1.0@x", "..%2f..%2fetc@1", "x".repeat(129)])(
  "an unknown model is not found: %s",
  async (name) => {
    const { status } = await people.owner!.get(`/projects/${projectId}/models/${name}`);
    expect(status).toBe(404);
  },
);

test("only owners see actors and the data folder", async () => {
  const seen = async (name: string) => {
    const list = (await people[name]!.get(`/projects/${projectId}/models`)).body;
    const look = (await people[name]!.get(endpoint(builtIn))).body;
    return [list.dataFolder, list.models[0].active[0].by, look.history[0].by];
  };
  expect(await seen("owner")).toEqual([installation.data, "service", "service"]);
  expect(await seen("own")).toEqual([null, "service", "service"]);
  expect(await seen("viewer")).toEqual([null, null, null]);
});

test("a model's state in other projects is hidden from users without a role there", async () => {
  const path = `/projects/${other.projectId}/models/${first}/shadow`;
  expect((await people.owner!.put(path, { on: true })).status).toBe(200);
  const placesOf = async (name: string) => {
    const { models } = (await people[name]!.get(`/projects/${projectId}/models`)).body;
    const one = models.find(({ model }: { model: string }) => model === first);
    return [one.state, one.shadow.length];
  };
  expect(await placesOf("owner")).toEqual(["shadow", 1]);
  expect(await placesOf("viewer")).toEqual(["candidate", 0]);
  const { history } = (await people.viewer!.get(endpoint(first))).body;
  expect(JSON.stringify(history)).not.toContain(other.projectId);
  await people.owner!.put(path, { on: false });
});

test("a replay that is started runs to its report", async () => {
  const { own, viewer } = people;
  expect((await own!.post(endpoint(second, "/replays"), { days: 30 })).status).toBe(200);
  const isEnded = async () => {
    const { replays } = (await viewer!.get(endpoint(second, "/replays"))).body;
    const [one] = replays.filter((one: { projectId: string | null }) => one.projectId !== null);
    return one?.finishedAt && one;
  };
  const ended = await waitUntil("the end of the replay", isEnded);
  expect(ended).toMatchObject({ projectId, projectName: "Hotel", passed: false, mayOpen: true });
  const report = await viewer!.get(endpoint(second, `/replays/${ended.replayId}`));
  expect(report.status).toBe(200);
});

test("only users with a role in all projects can open a report on all projects", async () => {
  await callRisk(url, secret.key, fullRequest());
  const ran = await installation.run("model", "replay", second);
  // Of its one booking, no part has enough decisions to be judged, which the command says.
  const few = "Too few to judge, fewer than 20 decisions each: Hotel, 1 part with 1 decision,";
  expect(ran.out).toContain(few);
  const { replays } = (await people.viewer!.get(endpoint(second, "/replays"))).body;
  const all = replays.find((one: { projectId: string | null }) => one.projectId === null);
  expect(all).toMatchObject({ passed: false, mayOpen: false }); // Of a single booking.
  const report = endpoint(second, `/replays/${all.replayId}`);
  expect((await people.viewer!.get(report)).status).toBe(404);
  const seen = (await people.analyst!.get(report)).body;
  expect(seen.projects).toHaveLength(2);
  expect(seen.judgedParts.balanced).toContainEqual({
    kind: "hotel",
    judged: 0,
    tooFew: 1,
    decisions: 1,
    newlyDenied: 0,
    examples: [{ name: fullRequest().hotel.name, decisions: 1, newlyDenied: 0 }],
  });
});

describe("an uploaded bundle", () => {
  const path = `/projects/${projectId}/models`;
  const third = writeRecalibrated(join(installation.folder, "third"), "3.0.0", 0.3);

  function formOf(
    replaced: Readonly<Record<string, string | Uint8Array<ArrayBuffer> | null>> = {},
  ) {
    const form = new FormData();
    for (const [field, name] of [
      ["model", "model.onnx"],
      ["manifest", "manifest.json"],
    ] as const) {
      const bytes = field in replaced ? replaced[field]! : readFileSync(join(third, name));
      if (bytes !== null) form.set(field, new File([bytes], name));
    }
    return form;
  }
  const upload = (person: string, form: FormData, to = path) =>
    people[person]!.call("POST", to, form);

  test("takes the permission that promoting a model takes", async () => {
    for (const name of ["analyst", "viewer", "stranger"]) {
      expect((await upload(name, formOf())).status).toBe(403);
    }
    expect((await upload("own", formOf(), "/projects/all/models")).status).toBe(403);
    expect((await new Person(url).call("POST", path, formOf())).status).toBe(401);
  });

  test("is read from nobody else, nor from another site's page", async () => {
    const statusFor = async (person: Person, origin = url) => {
      const answer = await answerWithoutBody(`${url}/dashboard/api${path}`, {
        Origin: origin,
        Cookie: person.cookie,
        "Content-Type": "multipart/form-data; boundary=x",
        "Content-Length": "70000000",
      });
      return Number(answer.split(" ")[1]);
    };
    expect(await statusFor(people.viewer!)).toBe(403);
    expect(await statusFor(people.stranger!)).toBe(403);
    expect(await statusFor(new Person(url))).toBe(401);
    expect(await statusFor(people.owner!, "https://other.example")).toBe(403);
  });

  test("is refused with the reason, and installs nothing", async () => {
    const before = await modelsNow();
    const refused = async (form: FormData) => {
      const { status, body } = await upload("owner", form);
      return [status, body.code, body.errors?.map(({ pointer }: { pointer: string }) => pointer)];
    };
    const invalid = [422, "validation_failed"];
    expect(await refused(formOf({ manifest: "{}" }))).toEqual([...invalid, ["/model"]]);
    expect(await refused(formOf({ model: "no model" }))).toEqual([...invalid, ["/model"]]);
    expect(await refused(formOf({ model: null }))).toEqual([...invalid, ["/model"]]);
    const { body } = await upload("owner", formOf({ model: "no model" }));
    expect(body.errors[0].message).toContain("model.onnx");
    const large = formOf({ model: new Uint8Array(uploadBytesMax) });
    expect((await refused(large)).slice(0, 2)).toEqual([413, "body_too_large"]);
    const asJson = await people.owner!.post(path, { model: "x" });
    expect([asJson.status, asJson.body.code]).toEqual(invalid);
    expect(await modelsNow()).toEqual(before);
  });

  test("is a candidate of the project, and the same one once more changes nothing", async () => {
    const installed = await upload("own", formOf());
    expect([installed.status, installed.body]).toEqual([
      200,
      { model: "recalibrated@3.0.0", notes: expect.any(Array), isNew: true },
    ]);
    const [model] = (await modelsNow()).filter(
      (one: { model: string }) => one.model === "recalibrated@3.0.0",
    );
    expect(model).toMatchObject({ state: "candidate", ownerProjectId: projectId });
    const again = await upload("own", formOf());
    expect([again.status, again.body.isNew]).toEqual([200, false]);
    const audit = await people.owner!.get(`/audit/${projectId}`);
    const [entry] = audit.body.filter(
      ({ action }: { action: string }) => action === "model.install",
    );
    expect(entry).toMatchObject({ subject: "recalibrated@3.0.0", actor: "own@example.org" });
  });
});

test("a model that cannot be loaded is reported with the model that replaces it", async () => {
  await people.owner!.post(endpoint(first, "/promote"), { force: true });
  await service.stop();
  await damageModel(installation, first);
  const again = await installation.serve();
  const owner = new Person(again.url);
  await owner.post("/session", { email: "owner@example.org", password });
  const { deciding } = (await owner.get(`/projects/${projectId}/models`)).body;
  expect(deciding).toMatchObject({ model: builtIn, insteadOf: { wanted: first } });
  expect(deciding.insteadOf.reason).toContain("sha256");
  const elsewhere = `/projects/${other.projectId}/models/${first}/promote`;
  const refused = await owner.post(elsewhere, { force: true });
  expect([refused.status, refused.body.code]).toEqual([409, "conflict"]);
  expect(refused.body.detail).toContain("does not load");
});
