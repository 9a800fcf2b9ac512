/** A project's own model on the executable: other projects cannot use it, nor see that it exists. */
import { beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import manifest from "../../../models/default/manifest.json";
import { writeRecalibrated } from "../../../scripts/bench/recalibrated.ts";
import {
  type Answer,
  newPerson,
  type Person,
} from "../../../scripts/programs/dashboard-client/account.ts";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import { routeRequirements } from "../../../src/http/dashboard-api/route-requirements.ts";
import { fullRequest } from "../../fixtures/booking.ts";
import { callRisk, Installation } from "../../fixtures/executable.ts";

const builtIn = `${manifest.name}@${manifest.version}`;
const own = "recalibrated@1.0.0";
const shared = "recalibrated@2.0.0";
/** As long as the name of the model that there is. */
const unknown = "recalibrated@9.9.9";

const installation = new Installation();
const { projectId, secret } = await installation.project("Hotel");
const other = await installation.project("Other");
const bundle = {
  [own]: writeRecalibrated(join(installation.folder, "own"), "1.0.0", 0.5),
  [shared]: writeRecalibrated(join(installation.folder, "shared"), "2.0.0", 0.1),
};
const service = await installation.serve();
await installation.json("model", "install", bundle[own]!, "--project", projectId);
await installation.json("model", "install", bundle[shared]!);
const people: Record<string, Person> = {};

beforeAll(async () => {
  const made = [
    ["everywhere", undefined],
    ["here", projectId],
    ["elsewhere", other.projectId],
  ] as const;
  for (const [name, where] of made) {
    people[name] = await newPerson(installation, service, `${name}@example.org`, "owner", where);
  }
});

/** An answer without what differs between any two requests, and without the name that was asked. */
function said({ status, body }: Answer, model: string) {
  const { requestId: _, instance: __, ...rest } = body;
  return { status, text: JSON.stringify(rest).replaceAll(model, "MODEL") };
}

const modelNames = (body: { models: { model: string }[] }) =>
  body.models.map(({ model }) => model).sort();

/** What each route takes; a new one is asked without a body. */
const bodies: Readonly<Record<string, unknown>> = {
  "PUT /projects/:projectId/models/:model/shadow": { on: true },
  "PUT /projects/:projectId/models/:model/challenge": {
    on: true,
    share: 0.1,
    days: 30,
    force: true,
  },
  "POST /projects/:projectId/models/:model/promote": { force: true },
  "POST /projects/:projectId/models/:model/replays": { days: 1 },
};
const routes = Object.keys(routeRequirements).filter((route) =>
  /^\S+ \/projects\/:projectId\/.*:model\b/.test(route),
);

describe("another project's owner", () => {
  test("finds no model at any route, as if there were none", async () => {
    expect(routes.length).toBeGreaterThanOrEqual(7);
    const before = await installation.json("audit", "--limit", "1000");
    for (const route of routes) {
      const [method, path] = route.split(" ") as [string, string];
      const ask = (model: string) =>
        people.elsewhere!.call(
          method,
          path
            .replace(":projectId", other.projectId)
            .replace(":model", encodeURIComponent(model))
            .replace(":replayId", "rpl_1"),
          bodies[route],
        );
      const answer = said(await ask(own), own);
      expect({ route, ...answer }).toEqual({ route, ...said(await ask(unknown), unknown) });
      expect({ route, status: answer.status }).toEqual({ route, status: 404 });
    }
    expect(await installation.json("audit", "--limit", "1000")).toEqual(before);
  });

  test("cannot end its shadow, nor go back from it", async () => {
    const { elsewhere } = people;
    const path = `/projects/${other.projectId}/models`;
    const end = (model: string) => elsewhere!.put(`${path}/${model}/shadow`, { on: false });
    expect(said(await end(own), own)).toEqual(said(await end(unknown), unknown));
    await installation.json("model", "promote", shared, "--project", other.projectId, "--force");
    const back = (from: string) => elsewhere!.post(`${path}/rollback`, { from });
    expect(said(await back(own), own)).toEqual(said(await back(unknown), unknown));
    await installation.json("model", "rollback", "--project", other.projectId);
  });

  test("has it in no list, filter, history or report", async () => {
    const { elsewhere } = people;
    const list = await elsewhere!.get(`/projects/${other.projectId}/models`);
    expect(modelNames(list.body)).toEqual([builtIn, shared].sort());
    const filter = await elsewhere!.get(`/projects/${other.projectId}/decisions/models`);
    expect(filter.body.toSorted()).toEqual([builtIn, shared].sort());
    const audit = await elsewhere!.get(`/audit/${other.projectId}`);
    expect(JSON.stringify([list.body, audit.body])).not.toContain(own);
  });

  test("does not learn what speaks against a promotion for all projects", async () => {
    const proofOf = async (name: string, project: string) => {
      const path = `/projects/${project}/models/${shared}/replays`;
      return (await people[name]!.get(path)).body.proof;
    };
    await callRisk(service.url, secret.key, fullRequest());
    expect((await proofOf("elsewhere", other.projectId)).all).toBeNull();
    const { all } = await proofOf("everywhere", other.projectId);
    expect(JSON.stringify(all)).toContain(projectId);
  });
});

describe("the project's own people", () => {
  test("see it with its owner, run it in shadow mode, promote it and roll it back", async () => {
    const { here } = people;
    const path = `/projects/${projectId}/models`;
    const { models } = (await here!.get(path)).body;
    const ownerOf = (name: string) => {
      const { ownerProjectId, ownerName } = models.find(
        (one: { model: string }) => one.model === name,
      );
      return { ownerProjectId, ownerName };
    };
    expect(ownerOf(own)).toEqual({ ownerProjectId: projectId, ownerName: "Hotel" });
    expect(ownerOf(shared)).toEqual({ ownerProjectId: null, ownerName: null });
    expect((await here!.put(`${path}/${own}/shadow`, { on: true })).status).toBe(200);
    expect((await here!.post(`${path}/${own}/promote`, { force: true })).status).toBe(200);
    await waitUntil("the own model", async () => (await decidedBy(secret.key)) === own);
    expect(await decidedBy(other.secret.key)).toBe(builtIn);
    expect((await here!.post(`${path}/rollback`, { from: own })).body).toEqual({ model: null });
    const { body } = await here!.get(`/audit/${projectId}`);
    expect(JSON.stringify(body)).toContain("model.install");
  });

  test("are not offered it for all projects, and neither are those of all projects", async () => {
    const promote = (name: string) =>
      people[name]!.post(`/projects/all/models/${own}/promote`, { force: true });
    expect((await promote("here")).status).toBe(403);
    const refused = await promote("everywhere");
    expect([refused.status, refused.body.code]).toEqual([409, "conflict"]);
    const all = await people.everywhere!.get("/projects/all/models");
    expect(modelNames(all.body)).toContain(own);
    const elsewhere = await people.everywhere!.get(`/projects/${other.projectId}/models`);
    expect(modelNames(elsewhere.body)).not.toContain(own);
  });
});

async function decidedBy(key: string): Promise<string> {
  const answer = await callRisk(service.url, key, fullRequest());
  const { decisionId } = (await answer.json()) as { decisionId: string };
  const { model } = await installation.json<{ model: { name: string; version: string } }>(
    "decision",
    "show",
    decisionId,
  );
  return `${model.name}@${model.version}`;
}

describe("on the command line", () => {
  const refusal = async (...words: string[]) => {
    const { status, error } = await installation.run("model", ...words);
    return { status, error };
  };
  const elsewhere = ["--project", other.projectId];

  test("the list shows whose each model is", async () => {
    const lines = (await installation.run("model", "list")).out.split("\n");
    const line = (model: string) => lines.find((one) => one.startsWith(model))!;
    expect(lines[0]).toMatch(/^MODEL +OWNER +STATE/);
    expect(line(own)).toMatch(new RegExp(`^${own} +${projectId} +candidate`));
    expect(line(shared)).toMatch(new RegExp(`^${shared} +shared +candidate`));
    const entries = await installation.json<object[]>("model", "log");
    expect(entries).toContainEqual(
      expect.objectContaining({ action: "model.install", subject: own, projectId }),
    );
  });

  test.each([
    ["promoted", ["promote", "MODEL", "--force"]],
    ["run in shadow mode", ["shadow", "MODEL"]],
    ["replayed", ["replay", "MODEL"]],
  ])("it is not %s for another project, and not for all", async (_, words) => {
    const ask = (model: string, ...flags: string[]) =>
      refusal(...words.map((word) => (word === "MODEL" ? model : word)), ...flags);
    const { status, error } = await ask(own, ...elsewhere);
    const none = await ask(unknown, ...elsewhere);
    expect({ status, error }).toEqual({ status: 1, error: none.error.replaceAll(unknown, own) });
    expect(error).toContain(`there is no model ${own}`);
    expect((await ask(own)).error).toContain(`use it with --project ${projectId}`);
  });

  test("its bundle is installed again by whomever, but never becomes another's", async () => {
    const again = await installation.json("model", "install", bundle[own]!);
    expect(again).toMatchObject({ isNew: false, ownerProjectId: projectId });
    const given = await refusal("install", bundle[own]!, ...elsewhere);
    expect(given.error).toContain(`belongs to project ${projectId}`);
    const taken = await refusal("install", bundle[shared]!, ...elsewhere);
    expect(taken.error).toContain("is already installed, and shared by all projects");
  });

  test("a model is given to a project and shared again, unless it is in use elsewhere", async () => {
    const set = (...words: string[]) => installation.json("model", "set", ...words);
    const shown = async () =>
      modelNames((await people.here!.get(`/projects/${projectId}/models`)).body);
    expect(await set(shared, ...elsewhere)).toMatchObject({
      changed: true,
      ownerProjectId: other.projectId,
    });
    expect(await shown()).toEqual([builtIn, own].sort());
    expect((await refusal("set", shared, "--project", projectId)).error).toContain(
      "belongs to project",
    );
    expect(await set(shared, "--shared")).toMatchObject({ changed: true, ownerProjectId: null });
    expect(await set(shared, "--shared")).toMatchObject({ changed: false });
    expect(await shown()).toEqual([builtIn, own, shared].sort());
    expect((await refusal("set", builtIn, ...elsewhere)).error).toContain("outside this project");
    expect((await refusal("set", shared)).error).toContain("either --project or --shared");
    expect((await refusal("set", unknown, "--shared")).error).toContain("there is no model");
  });

  test("decisions of a model that became another project's still verify", async () => {
    await installation.json("model", "promote", shared, "--force", ...elsewhere);
    await waitUntil("the model", async () => (await decidedBy(other.secret.key)) === shared);
    await installation.json("model", "rollback", ...elsewhere);
    await installation.json("model", "set", shared, "--project", projectId);
    const { decisions, same } = await installation.json<Record<string, number>>(
      "decision",
      "verify",
      "--all",
    );
    expect({ some: decisions! > 0, same }).toEqual({ some: true, same: decisions! });
    expect((await refusal("rollback", ...elsewhere)).error).toContain("no model of its own");
    await installation.json("model", "set", shared, "--shared");
  });
});
