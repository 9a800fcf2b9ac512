/** Every endpoint × every role, from the server's own table, called on the real executable. */
import { describe, expect, test } from "bun:test";
import { newPerson, Person } from "../../../../scripts/dashboard-client/account.ts";
import { isAllowed } from "../../../../src/accounts/permissions.ts";
import {
  type Requirement,
  routePermissions,
} from "../../../../src/dashboard-api/route-permissions.ts";
import { roles } from "../../../../src/storage/roles.ts";
import { Installation } from "../../../fixtures/executable.ts";

const installation = new Installation();
const service = await installation.serve();
const { url } = service;
const owner = await newPerson(installation, service, "owner@example.com", "owner");
const { projectId } = (await owner.post("/projects", { name: "A", riskSetting: "balanced" })).body;
const other = (await owner.post("/projects", { name: "B", riskSetting: "balanced" })).body;

/** Callers with each role: in this project, in another one, and in all. */
const callers = await Promise.all(
  roles.flatMap((role) =>
    [projectId as string, other.projectId as string, null].map(async (where) => ({
      name: `${role} of ${where === null ? "all" : where === projectId ? "this" : "another"}`,
      grants: [{ role, projectId: where }],
      person: await newPerson(
        installation,
        service,
        `${role}-${where ?? "all"}@example.com`.toLowerCase(),
        role,
        where ?? undefined,
      ),
    })),
  ),
);

const all = Object.entries(routePermissions) as [keyof typeof routePermissions, Requirement][];
const own: readonly Requirement[] = ["public", "signedIn", "confirmed", "confirmedIfSecond"];
const guarded = all.filter(([, need]) => !own.includes(need));

/** An endpoint's path in a project. Other parameters name nothing, so that nothing is changed. */
function pathOf(endpoint: string, project: string): [method: string, path: string] {
  const [method = "", path = ""] = endpoint.split(" ");
  return [method, path.replace(":projectId", project).replace(/:\w+/g, "none")];
}

/** A body that fails validation, which comes after the permission check. */
const body = (method: string) => (method === "GET" ? undefined : {});

describe("the endpoint table", () => {
  test("opens only sign-in, sign-out and one-time links to anyone", () => {
    const open = all.filter(([, need]) => need === "public").map(([endpoint]) => endpoint);
    expect(open).toEqual([
      "GET /session",
      "POST /session",
      "POST /session/second-factor",
      "POST /session/passkey",
      "POST /session/passkey/options",
      "POST /session/end",
      "POST /links/details",
      "POST /links/join",
      "POST /links/password",
    ]);
  });

  test("lists endpoints that all exist", async () => {
    for (const [endpoint, need] of all) {
      const [method, path] = pathOf(endpoint, projectId);
      const { status, body: answer } = await owner.call(method, path, body(method));
      // An existing endpoint never answers that it does not exist.
      if (status === 404) expect(answer.detail).not.toBe("There is no such endpoint.");
      expect({ endpoint, need, status: status < 500 }).toEqual({ endpoint, need, status: true });
      if (endpoint === "POST /session/end")
        await owner.post("/session", signInOf("owner@example.com"));
    }
  });
});

const signInOf = (email: string) => ({ email, password: "correct horse battery" });

describe("without a session", () => {
  test.each(all.filter(([, need]) => need !== "public").map(([endpoint]) => endpoint))(
    "%s answers 401",
    async (endpoint) => {
      const [method, path] = pathOf(endpoint, projectId);
      const { status, body: answer } = await new Person(url).call(method, path, body(method));
      expect([status, answer.code]).toEqual([401, "not_signed_in"]);
    },
  );
});

describe.each(callers)("$name", ({ person, grants }) => {
  for (const scope of ["this project", "all projects"] as const) {
    test.each(guarded)(`%s in ${scope}`, async (endpoint, need) => {
      const inAll = scope === "all projects" || !endpoint.includes(":projectId");
      const [method, path] = pathOf(endpoint, inAll ? "all" : projectId);
      const { status, body: answer } = await person.call(method, path, body(method));
      const allowed = isAllowed(grants, need as never, inAll ? null : projectId);
      // An allowed request passes the guard: it succeeds, or its empty body is rejected.
      expect({ endpoint, forbidden: status === 403, code: answer.code === "forbidden" }).toEqual({
        endpoint,
        forbidden: !allowed,
        code: !allowed,
      });
    });
  }

  test("gets from /session the projects that the permissions allow", async () => {
    const { me } = (await person.get("/session")).body;
    const seen = me.projects.map((one: { projectId: string }) => one.projectId);
    const all = [projectId, other.projectId];
    expect(seen).toEqual(all.filter((id) => isAllowed(grants, "project.read", id)));
  });
});

test("a project and a missing one answer alike without a role in them", async () => {
  const stranger = callers.find(({ name }) => name === "owner of another")!.person;
  const there = await stranger.get(`/projects/${projectId}/keys`);
  const notThere = await stranger.get("/projects/prj_nothing/keys");
  expect(there).toEqual({ ...notThere, status: 403 });
});

test("a revoked role has no effect from the next request", async () => {
  const person = await newPerson(installation, service, "brief@example.com", "owner", projectId);
  expect((await person.get(`/projects/${projectId}/keys`)).status).toBe(200);
  const { people: here } = (await owner.get(`/people/${projectId}`)).body;
  const { userId } = here.find((one: { email: string }) => one.email === "brief@example.com");
  expect((await owner.put(`/people/${projectId}/${userId}/role`, { role: null })).status).toBe(200);
  expect((await person.get(`/projects/${projectId}/keys`)).status).toBe(403);
});

test("a key of another project is not found", async () => {
  const made = await owner.post(`/projects/${other.projectId}/keys`, { kind: "secret", name: "k" });
  const { keyId } = made.body;
  for (const [method, path, sent] of [
    ["PUT", "name", { name: "x" }],
    ["POST", "revoke", undefined],
  ] as const) {
    const answer = await owner.call(method, `/projects/${projectId}/keys/${keyId}/${path}`, sent);
    expect(answer.status).toBe(404);
  }
});

test("the owner of a project may not touch the invitations to another", async () => {
  const invitation = { email: "new@example.com", role: "viewer" };
  await owner.post(`/people/${other.projectId}/invitations`, invitation);
  const { invitations } = (await owner.get(`/people/${other.projectId}`)).body;
  const ofThis = callers.find(({ name }) => name === "owner of this")!.person;
  const { linkId } = invitations[0];
  const path = `/people/${projectId}/invitations/${linkId}/withdraw`;
  expect((await ofThis.post(path)).status).toBe(404);
});
