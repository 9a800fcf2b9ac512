/** Second factors that a project requires, and that confirm what is dangerous. */
import { describe, expect, test } from "bun:test";
import {
  newPerson,
  Person,
  password,
} from "../../../../scripts/programs/dashboard-client/account.ts";
import { totp } from "../../../../scripts/programs/dashboard-client/page-acts.mjs";
import { attemptLimits } from "../../../../src/http/dashboard-api/attempt-limits.ts";
import { routeRequirements } from "../../../../src/http/dashboard-api/route-requirements.ts";
import { Installation } from "../../../fixtures/executable.ts";
import { changeStored } from "../../../fixtures/stored.ts";

const installation = new Installation();
const service = await installation.serve();
const { url } = service;
const owner = await newPerson(installation, service, "ada@example.com", "owner");

/** Gives an account a second factor. @returns the secret of its app. */
async function secure(person: Person): Promise<string> {
  const { uri } = (await person.post("/account/two-factor", { password })).body;
  const secret = new URL(uri).searchParams.get("secret")!;
  const confirmed = await person.post("/account/two-factor/confirm", { code: totp(secret) });
  expect(confirmed.status).toBe(200);
  return secret;
}

const newProject = async (name: string): Promise<string> =>
  (await owner.post("/projects", { name, riskSetting: "balanced" })).body.projectId;
const required = "second_factor_required";

/** Makes the sessions of an account older than what needs no confirmation. */
function age(email: string, of = installation): Promise<void> {
  const change =
    "UPDATE sessions SET created_at = ? WHERE user_id = (SELECT id FROM users WHERE email = ?)";
  return changeStored(of, "control.db", change, [Date.now() - 16 * 60_000, email]);
}

const secret = await secure(owner);
/** Owners of A, which requires a second factor, and of B, which does not. */
const [projectA, projectB] = [await newProject("A"), await newProject("B")];
const mia = await newPerson(installation, service, "mia@example.com", "owner", projectA);

describe("a project that requires a second factor", () => {
  test("is made so by an owner who has one, and audited", async () => {
    const set = (by: Person, wanted = true, projectId = projectA) =>
      by.put(`/projects/${projectId}/second-factor`, { required: wanted });
    const refused = await set(mia);
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining("own")]);
    const ana = await newPerson(installation, service, "ana@example.com", "analyst", projectA);
    expect((await set(ana)).status).toBe(403);
    expect((await set(owner)).body).toEqual({ required: true });
    expect((await set(owner)).status).toBe(200); // The same again changes nothing.
    const { body: audit } = await owner.get(`/audit/${projectA}`);
    const entries = audit.filter((one: { action: string }) => one.action.includes("second"));
    expect(entries).toMatchObject([{ actor: "ada@example.com", detail: { required: true } }]);
  });

  const inProject = Object.entries(routeRequirements).filter(([route]) =>
    route.includes(":projectId"),
  );
  test.each(inProject)("refuses %s to its owner without one", async (route) => {
    const [method = "", path = ""] = route.split(" ");
    const body = method === "GET" ? undefined : {};
    const inA = path.replace(":projectId", projectA).replace(/:\w+/g, "none");
    const answer = await mia.call(method, inA, body);
    expect([answer.status, answer.body.code]).toEqual([403, required]);
  });

  test("is named by the session, with nothing that is allowed there", async () => {
    const { me } = (await mia.get("/session")).body;
    expect(me.projects).toMatchObject([{ name: "A", allowed: [], needsSecondFactor: true }]);
  });

  test("lets a member in who sets one up, whose other sessions then end", async () => {
    const eva = await newPerson(installation, service, "eva@example.com", "viewer", projectA);
    const earlier = new Person(url);
    await earlier.post("/session", { email: "eva@example.com", password });
    expect((await eva.get(`/projects/${projectA}/overview?days=7`)).body.code).toBe(required);
    await secure(eva);
    expect((await eva.get(`/projects/${projectA}/start`)).status).toBe(200);
    const { me } = (await eva.get("/session")).body;
    expect(me.projects).toMatchObject([{ needsSecondFactor: false }]);
    expect(me.projects[0].allowed).toContain("project.read");
    expect((await earlier.get("/session")).body.me).toBeNull();
  });

  test("leaves another project alone, and what concerns all projects not", async () => {
    const both = await newPerson(installation, service, "bo@example.com", "owner");
    expect((await both.get(`/projects/${projectB}/start`)).status).toBe(200);
    for (const path of [`/projects/${projectA}/start`, "/audit/all", "/people/all"]) {
      expect([path, (await both.get(path)).body.code]).toEqual([path, required]);
    }
    const { me } = (await both.get("/session")).body;
    const locked = me.projects.map((one: { name: string; needsSecondFactor: boolean }) => [
      one.name,
      one.needsSecondFactor,
    ]);
    expect([me.allowed, locked]).toEqual([
      [],
      [
        ["A", true],
        ["B", false],
      ],
    ]);
  });

  test("says to nobody without a role there that it does", async () => {
    const stranger = await newPerson(installation, service, "sam@example.com", "owner", projectB);
    const there = await stranger.get(`/projects/${projectA}/keys`);
    expect(there).toEqual({ ...(await stranger.get("/projects/prj_nothing/keys")), status: 403 });
  });

  test("shows its team who has none", async () => {
    const { body } = await owner.get(`/people/${projectA}`);
    expect(body.secondFactor).toEqual({ required: true, everywhere: false });
    const has = Object.fromEntries(
      body.people.map((one: { email: string; twoFactor: boolean }) => [one.email, one.twoFactor]),
    );
    expect(has).toMatchObject({ "ada@example.com": true, "mia@example.com": false });
  });

  test("is set by the operator, who needs no account, and so is the service as a whole", async () => {
    const project = await newProject("C");
    const zoe = await newPerson(installation, service, "zoe@example.com", "viewer", project);
    const set = (rule: string) =>
      installation.json("project", "set", project, "--two-factor", rule);
    expect(await set("required")).toMatchObject({ requiresSecondFactor: true });
    expect((await zoe.get(`/projects/${project}/start`)).body.code).toBe(required);
    expect(await set("optional")).toMatchObject({ requiresSecondFactor: false });
    expect((await zoe.get(`/projects/${project}/start`)).status).toBe(200);
    const wrong = await installation.run("project", "set", project, "--two-factor", "maybe");
    expect([wrong.status, wrong.error]).toEqual([2, expect.stringContaining("--two-factor")]);

    const other = new Installation();
    const strict = await other.serve("--require-two-factor");
    const first = await newPerson(other, strict, "one@example.com", "owner");
    const make = () => first.post("/projects", { name: "D", riskSetting: "balanced" });
    expect((await make()).body.code).toBe(required);
    await secure(first);
    const { projectId } = (await make()).body;
    const { body } = await first.get(`/people/${projectId}`);
    expect(body.secondFactor).toEqual({ required: true, everywhere: true });
    await strict.stop();
    other.remove();
  });
});

describe("a session that is older than 15 minutes, of an account with a second factor", () => {
  test("confirms with a code of the app, once each, and not with the password", async () => {
    await age("ada@example.com");
    const makeKey = () => owner.post(`/projects/${projectB}/keys`, { kind: "secret", name: "k" });
    const acts = [
      makeKey,
      () => owner.post(`/projects/${projectB}/guests/erase`, {}),
      () => owner.put("/account/password", { currentPassword: password, password: `${password}2` }),
      () => owner.post("/account/two-factor/backup-codes", { password }),
      () => owner.post("/account/two-factor/end", { password }),
    ];
    for (const act of acts) expect((await act()).body.code).toBe("confirmation_required");
    expect((await owner.get(`/projects/${projectB}/guests/receipts`)).status).toBe(200);
    const byPassword = await owner.post("/account/confirm", { password });
    expect([byPassword.status, byPassword.body.errors[0].pointer]).toEqual([422, "/code"]);
    expect((await owner.post("/account/confirm", { code: "000000" })).body.code).toBe("wrong_code");
    expect((await makeKey()).status).toBe(403);
    const code = totp(secret, Date.now() + 30_000); // Another than the one that turned it on.
    expect((await owner.post("/account/confirm", { code })).status).toBe(200);
    expect((await makeKey()).status).toBe(200);
    const again = await owner.post("/account/confirm", { code });
    expect([again.status, again.body.code]).toEqual([401, "wrong_code"]);
    const { body: audit } = await owner.get("/audit/all");
    expect(audit).toContainEqual(
      expect.objectContaining({
        action: "session.refused",
        detail: expect.objectContaining({ reason: "secondFactor" }),
      }),
    );
  });

  test("does not turn an unfinished set-up on by confirming", async () => {
    const una = await newPerson(installation, service, "una@example.com", "owner", projectB);
    const { uri } = (await una.post("/account/two-factor", { password })).body;
    const code = totp(new URL(uri).searchParams.get("secret")!);
    expect((await una.post("/account/confirm", { code })).status).toBe(422);
    expect((await una.get("/session")).body.me.twoFactor).toBe(false);
  });
});

describe("a passkey", () => {
  const at = (host: string) => url.replace("127.0.0.1", host);

  test("is for names of hosts, not for addresses", async () => {
    const { status, body } = await new Person(url).post("/session/passkey/options");
    expect([status, body.detail]).toEqual([409, expect.stringContaining("need a host name")]);
  });

  test("that is made up signs nobody in, and is limited by address", async () => {
    const stranger = new Person(at("localhost"));
    const made = { clientDataJSON: "e30", authenticatorData: "AA", signature: "AA" };
    const response = {
      id: "AAAA",
      rawId: "AAAA",
      type: "public-key",
      clientExtensionResults: {},
      response: made,
    };
    let status = 200;
    for (let i = 0; i < attemptLimits.address.most; i++) {
      ({ status } = await stranger.post("/session/passkey/options"));
      const answer = await stranger.post("/session/passkey", { response });
      expect([status, answer.status, answer.body.code]).toEqual([200, 401, "wrong_passkey"]);
    }
    expect((await stranger.post("/session/passkey/options")).status).toBe(429);
    const wrong = await stranger.post("/session/passkey", { response: { id: 7 } });
    expect(wrong.status).toBe(422);
  });
});
