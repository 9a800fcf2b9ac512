/** Every route × every role, read from the server's own table and tried at the real executable. */
import { describe, expect, test } from "bun:test";
import { newPerson, Person } from "../../scripts/dashboard-client/account.ts";
import { isAllowed } from "../../src/accounts/permissions.ts";
import { type Requirement, routePermissions } from "../../src/dashboard-api/route-permissions.ts";
import { roles } from "../../src/storage/accounts.ts";
import { Installation } from "../executable.ts";

const installation = new Installation();
const service = await installation.serve();
const { url } = service;
const owner = await newPerson(installation, service, "owner@example.com", "owner");
const { projectId } = (await owner.post("/projects", { name: "A", riskSetting: "balanced" })).body;
const other = (await owner.post("/projects", { name: "B", riskSetting: "balanced" })).body;

/** The callers: each role in this project, in another one, and in all. */
const people = await Promise.all(
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
const guarded = all.filter(([, need]) => need !== "public" && need !== "signedIn");

/** A route's URL in a project. What else it names does not exist: nothing is changed. */
function addressOf(route: string, project: string): [method: string, path: string] {
  const [method = "", path = ""] = route.split(" ");
  return [method, path.replace(":projectId", project).replace(/:\w+/g, "none")];
}

/** A body that no route accepts. */
const body = (method: string) => (method === "GET" ? undefined : {});

describe("the table of permissions", () => {
  test("leaves only signing in, signing out and links public", () => {
    const publicRoutes = all.filter(([, need]) => need === "public").map(([route]) => route);
    expect(publicRoutes).toEqual([
      "GET /session",
      "POST /session",
      "POST /session/second-factor",
      "POST /session/end",
      "POST /links/details",
      "POST /links/join",
      "POST /links/password",
    ]);
  });

  test("names routes that exist, all of them", async () => {
    for (const [route, need] of all) {
      const [method, path] = addressOf(route, projectId);
      const { status, body: answer } = await owner.call(method, path, body(method));
      // A route answers 200, or that the body or what the URL names is not valid; never that it is unknown.
      if (status === 404) expect(answer.detail).not.toBe("There is no such endpoint.");
      expect({ route, need, status: status < 500 }).toEqual({ route, need, status: true });
      if (route === "POST /session/end")
        await owner.post("/session", signInOf("owner@example.com"));
    }
  });
});

const signInOf = (email: string) => ({ email, password: "correct horse battery" });

describe("without a session", () => {
  test.each(all.filter(([, need]) => need !== "public").map(([route]) => route))(
    "%s answers 401",
    async (route) => {
      const [method, path] = addressOf(route, projectId);
      const { status, body: answer } = await new Person(url).call(method, path, body(method));
      expect([status, answer.code]).toEqual([401, "not_signed_in"]);
    },
  );
});

describe.each(people)("$name", ({ person, grants }) => {
  for (const scope of ["this project", "all projects"] as const) {
    test.each(guarded)(`%s in ${scope}`, async (route, need) => {
      const inAll = scope === "all projects" || !route.includes(":projectId");
      const [method, path] = addressOf(route, inAll ? "all" : projectId);
      const { status, body: answer } = await person.call(method, path, body(method));
      const allowed = isAllowed(grants, need as never, inAll ? null : projectId);
      // With the permission a request gets past the guard: to 200, or to the validation of the body.
      expect({ route, forbidden: status === 403, code: answer.code === "forbidden" }).toEqual({
        ...{ route, forbidden: !allowed, code: !allowed },
      });
    });
  }

  test("sees in /session the projects and the rights that the table gives", async () => {
    const { me } = (await person.get("/session")).body;
    const seen = me.projects.map((one: { projectId: string }) => one.projectId);
    const all = [projectId, other.projectId];
    expect(seen).toEqual(all.filter((id) => isAllowed(grants, "project.read", id)));
  });
});

test("without a role in a project, nobody learns whether it exists", async () => {
  const stranger = people.find(({ name }) => name === "owner of another")!.person;
  const there = await stranger.get(`/projects/${projectId}/keys`);
  const notThere = await stranger.get("/projects/prj_nothing/keys");
  expect(there).toEqual({ ...notThere, status: 403 });
});

test("a role that is taken away is gone with the next request", async () => {
  const person = await newPerson(installation, service, "brief@example.com", "owner", projectId);
  expect((await person.get(`/projects/${projectId}/keys`)).status).toBe(200);
  const { people: here } = (await owner.get(`/people/${projectId}`)).body;
  const { userId } = here.find((one: { email: string }) => one.email === "brief@example.com");
  expect((await owner.put(`/people/${projectId}/${userId}/role`, { role: null })).status).toBe(200);
  expect((await person.get(`/projects/${projectId}/keys`)).status).toBe(403);
});

test("a key of another project is none", async () => {
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
  const ofThis = people.find(({ name }) => name === "owner of this")!.person;
  const { linkId } = invitations[0];
  const path = `/people/${projectId}/invitations/${linkId}/withdraw`;
  expect((await ofThis.post(path)).status).toBe(404);
});
