/**
 * Every endpoint × every role, and every endpoint × a young and an old session × the factors of the account, from
 * the server's own table, called on the real executable.
 */
import { beforeAll, describe, expect, test } from "bun:test";
import { newPerson, Person } from "../../../../scripts/programs/dashboard-client/account.ts";
import { confirmedMs } from "../../../../src/http/dashboard-api/confirmations.ts";
import {
  type Access,
  type Confirmation,
  routeRequirements,
} from "../../../../src/http/dashboard-api/route-requirements.ts";
import { isAllowed, type Permission } from "../../../../src/projects/accounts/permissions.ts";
import { roles } from "../../../../src/storage/port/roles.ts";
import { Installation } from "../../../fixtures/executable.ts";
import { changeStored } from "../../../fixtures/stored.ts";

const installation = new Installation();
const service = await installation.serve();
const { url } = service;
const owner = await newPerson(installation, service, "owner@example.com", "owner");
const { projectId } = (await owner.post("/projects", { name: "A", riskSetting: "balanced" })).body;
const other = (await owner.post("/projects", { name: "B", riskSetting: "balanced" })).body;

type Grant = (typeof callers)[number]["grants"][number];

const emailOf = (role: string, where: string | null) =>
  `${role}-${where ?? "all"}@example.com`.toLowerCase();

/** Callers with each role: in this project, in another one, and in all. */
const callers = await Promise.all(
  roles.flatMap((role) =>
    [projectId as string, other.projectId as string, null].map(async (where) => ({
      name: `${role} of ${where === null ? "all" : where === projectId ? "this" : "another"}`,
      grants: [{ role, projectId: where }],
      email: emailOf(role, where),
      person: await newPerson(
        installation,
        service,
        emailOf(role, where),
        role,
        where ?? undefined,
      ),
    })),
  ),
);

const all = Object.entries(routeRequirements).map(([endpoint, [access, confirmation]]) => ({
  endpoint,
  access,
  confirmation,
})) as { endpoint: string; access: Access; confirmation: Confirmation }[];
const signedIn = all.filter(({ access }) => access !== "public");
const guarded = signedIn.filter(({ access }) => access !== "signedIn");

/** An endpoint's path in a project. Other parameters name nothing, so that nothing is changed. */
function pathOf(endpoint: string, project: string): [method: string, path: string] {
  const [method = "", path = ""] = endpoint.split(" ");
  return [method, path.replace(":projectId", project).replace(/:\w+/g, "none")];
}

/** A body that fails validation, which comes after the permission check. */
const body = (method: string) => (method === "GET" ? undefined : {});

describe("the endpoint table", () => {
  test("opens only sign-in, sign-out and one-time links to anyone", () => {
    const open = all.filter(({ access }) => access === "public");
    expect(open.map(({ endpoint }) => endpoint)).toEqual([
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
    for (const { endpoint } of all) {
      const [method, path] = pathOf(endpoint, projectId);
      const { status, body: answer } = await owner.call(method, path, body(method));
      // An existing endpoint never answers that it does not exist.
      if (status === 404) expect(answer.detail).not.toBe("There is no such endpoint.");
      expect({ endpoint, status: status < 500 }).toEqual({ endpoint, status: true });
      if (endpoint === "POST /session/end")
        await owner.post("/session", signInOf("owner@example.com"));
    }
  });
});

const signInOf = (email: string) => ({ email, password: "correct horse battery" });

describe("without a session", () => {
  test.each(signedIn)("$endpoint answers 401", async ({ endpoint }) => {
    const [method, path] = pathOf(endpoint, projectId);
    const { status, body: answer } = await new Person(url).call(method, path, body(method));
    expect([status, answer.code]).toEqual([401, "not_signed_in"]);
  });
});

describe.each(callers)("$name", ({ person, grants }) => {
  for (const scope of ["this project", "all projects"] as const) {
    test.each(guarded)(`$endpoint in ${scope}`, async ({ endpoint, access }) => {
      const inAll = scope === "all projects" || !endpoint.includes(":projectId");
      const [method, path] = pathOf(endpoint, inAll ? "all" : projectId);
      const { status, body: answer } = await person.call(method, path, body(method));
      const allowed = isAllowed(grants, access as Permission, inAll ? null : projectId);
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

describe("a confirmation", () => {
  test("is not taken by what reads, begins or ends, or is done every day", () => {
    const changing = signedIn.filter(({ endpoint }) => !endpoint.startsWith("GET "));
    const without = changing.filter(({ confirmation }) => confirmation === "unconfirmed");
    expect(without.map(({ endpoint }) => endpoint)).toEqual([
      "POST /links/accept",
      "PUT /account/name",
      "POST /account/confirm",
      "POST /account/sessions/end-others",
      "POST /account/sessions/:sessionId/end",
      "POST /account/trusted-devices/:deviceId/end",
      "POST /account/confirm/passkey",
      "PUT /account/passkeys/:passkeyId/name",
      "POST /projects",
      "POST /projects/:projectId/lists/find",
      "POST /projects/:projectId/review/next",
      "POST /projects/:projectId/decisions/:decisionId/review",
      "POST /projects/:projectId/decisions/:decisionId/review/claim",
      "POST /projects/:projectId/decisions/:decisionId/review/verdict",
      "POST /projects/:projectId/guests/stored",
      "POST /projects/:projectId/decisions/list",
      "POST /projects/:projectId/decisions/find",
      "POST /projects/:projectId/decisions/hotels",
      "POST /projects/:projectId/decisions/exports",
      "POST /projects/:projectId/views",
      "POST /projects/:projectId/views/remove",
      "POST /projects/:projectId/decisions/:decisionId/verify",
      "POST /projects/:projectId/decisions/:decisionId/outcome",
      "POST /projects/:projectId/decisions/:decisionId/outcome/withdraw",
      "POST /projects/:projectId/models/:model/replays",
    ]);
  });

  test("is left out for the password only where the password is sent, or was just before", () => {
    const ifSecond = all.filter(({ confirmation }) => confirmation === "confirmedIfSecondFactor");
    expect(ifSecond.map(({ endpoint }) => endpoint)).toEqual([
      "PUT /account/password",
      "POST /account/two-factor",
      "POST /account/two-factor/confirm",
      "POST /account/two-factor/backup-codes",
      "POST /account/two-factor/end",
    ]);
  });

  for (const factors of ["password", "app", "passkey", "app and passkey"] as const) {
    describe(`of an account with ${factors}`, () => {
      beforeAll(() => setFactors(factors));
      for (const age of ["young", "old"] as const) {
        test.each(callers)(
          `in a session that is ${age}: $name`,
          async ({ person, grants, email }) => {
            await begun(email, age === "old" ? confirmedMs + 60_000 : 0);
            const seen = new Map<string, string>();
            const wanted = new Map<string, string>();
            for (const { endpoint, access, confirmation } of askedBy(grants)) {
              const where = endpoint.includes(":projectId") ? projectId : null;
              const allowed =
                access === "signedIn" || isAllowed(grants, access as Permission, where);
              const takesIt =
                confirmation === "confirmed" ||
                (confirmation === "confirmedIfSecondFactor" && factors !== "password");
              const refused = takesIt && age === "old" ? `confirmation, ${asked[factors]}` : "none";
              wanted.set(endpoint, allowed ? refused : "forbidden");
              const [method, path] = pathOf(endpoint, projectId);
              const { status, body: answer } = await person.call(method, path, body(method));
              seen.set(endpoint, status === 403 ? reasonOf(answer) : "none");
            }
            expect(seen).toEqual(wanted);
          },
        );
      }
    });
  }
});

/**
 * What a caller is asked for confirmations at. An owner of all projects calls every endpoint. All others call one
 * of each permission and confirmation: the guard knows no more of an endpoint, and which endpoints a role may call
 * is tested above.
 */
function askedBy(grants: readonly Grant[]): typeof signedIn {
  if (grants.some(({ role, projectId }) => role === "owner" && projectId === null)) return signedIn;
  const kind = ({ endpoint, access, confirmation }: (typeof signedIn)[number]) =>
    `${access} ${confirmation} ${endpoint.includes(":projectId")}`;
  return [...new Map(signedIn.map((one) => [kind(one), one])).values()];
}

/** How each account is asked for a confirmation: for the strongest of what it has. */
const asked = {
  password: "Enter your password again to do this.",
  app: "Enter a code of your authenticator app again to do this.",
  passkey: "Use your passkey again to do this.",
  "app and passkey": "Use your passkey again to do this.",
};

const reasonOf = ({ code, detail }: { code: string; detail: string }) =>
  code === "confirmation_required" ? `confirmation, ${detail}` : code;

/** Gives all accounts these factors. An authenticator takes a browser; what the guard reads is the rows. */
async function setFactors(factors: keyof typeof asked): Promise<void> {
  const app = factors.startsWith("app");
  const change = `UPDATE users SET two_factor_enabled = ${app ? "TRUE" : "FALSE"}`;
  await changeStored(installation, "control.db", change, []);
  if (factors !== "passkey") return;
  const add = `INSERT INTO passkeys
    (id, name, user_id, public_key, credential_id, counter, device_type, backed_up, created_at)
    SELECT 'psk_' || id, 'Laptop', id, '', id, 0, 'singleDevice', FALSE, 0 FROM users`;
  await changeStored(installation, "control.db", add, []);
}

/** Changes when the sessions of an account began. */
function begun(email: string, msAgo: number): Promise<void> {
  const change =
    "UPDATE sessions SET created_at = ? WHERE user_id = (SELECT id FROM users WHERE email = ?)";
  return changeStored(installation, "control.db", change, [Date.now() - msAgo, email]);
}
