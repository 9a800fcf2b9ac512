/** Invitations and roles, on the real executable: who gets a role, and by whose right. */
import { afterAll, describe, expect, test } from "bun:test";
import {
  newPerson,
  Person,
  password,
} from "../../../../scripts/programs/dashboard-client/account.ts";
import { Installation } from "../../../fixtures/executable.ts";

const installation = new Installation();
afterAll(() => installation.remove());
const service = await installation.serve();
const { url } = service;
const owner = await newPerson(installation, service, "ada@example.com", "owner");

const newProject = async (name: string): Promise<string> =>
  (await owner.post("/projects", { name, riskSetting: "balanced" })).body.projectId;
const [projectA, projectB] = [await newProject("A"), await newProject("B")];
const ownerOf = (email: string, projectId: string) =>
  newPerson(installation, service, email, "owner", projectId);

async function invite(by: Person, projectId: string, email: string, role = "viewer") {
  const { status, body } = await by.post(`/people/${projectId}/invitations`, { email, role });
  expect(status).toBe(200);
  return body as { token: string; email: string; expiresAt: string };
}

async function joined(token: string): Promise<Person> {
  const person = new Person(url);
  const { status } = await person.post("/links/join", { token, name: "N", password });
  expect(status).toBe(200);
  return person;
}

const details = (token: string) => new Person(url).post("/links/details", { token });
const projectsOf = async (person: Person): Promise<string[]> =>
  (await person.get("/session")).body.me.projects.map((one: { name: string }) => one.name);

async function idOf(email: string): Promise<string> {
  const { people } = (await owner.get("/people/all")).body;
  return people.find((one: { email: string }) => one.email === email).userId;
}

describe("an address that has an account", () => {
  test("gets no role before its holder accepts, whoever made the account", async () => {
    const mallory = await ownerOf("mallory@hotel-a.example", projectA);
    const forged = await joined(
      (await invite(mallory, projectA, "cfo@hotel-b.example", "owner")).token,
    );
    const betty = await ownerOf("betty@hotel-b.example", projectB);
    const { token } = await invite(betty, projectB, "cfo@hotel-b.example", "owner");
    expect(await projectsOf(forged)).toEqual(["A"]);
    expect((await forged.get(`/projects/${projectB}/keys`)).status).toBe(403);

    const shown = (await details(token)).body;
    expect(shown).toMatchObject({ invitedBy: "betty@hotel-b.example" });
    const again = await new Person(url).post("/links/join", { token, name: "N", password });
    expect(again).toMatchObject({ status: 409, body: { code: "conflict" } });
    const signedOut = await new Person(url).post("/links/accept", { token });
    expect(signedOut.status).toBe(401);
    expect((await mallory.post("/links/accept", { token })).status).toBe(403);

    expect((await forged.post("/links/accept", { token })).status).toBe(200);
    expect(await projectsOf(forged)).toEqual(["A", "B"]);
    expect((await forged.post("/links/accept", { token })).status).toBe(410);
    const { people } = (await betty.get(`/people/${projectB}`)).body;
    const listed = people.find((one: { email: string }) => one.email === "cfo@hotel-b.example");
    expect(listed.vouchedBy).toBe("mallory@hotel-a.example");
    const { body: audit } = await owner.get(`/audit/${projectB}`);
    expect(audit[0]).toMatchObject({
      actor: "cfo@hotel-b.example",
      action: "person.accept",
      detail: { role: "owner", invitedBy: "betty@hotel-b.example" },
    });
  });

  test("is not made an owner of all projects from the list, only by an accepted invitation", async () => {
    const eve = await ownerOf("eve@hotel-a.example", projectA);
    const userId = await idOf("eve@hotel-a.example");
    const set = await owner.put(`/people/all/${userId}/role`, { role: "owner" });
    expect([set.status, set.body.detail]).toEqual([409, expect.stringContaining("Invite")]);
    expect(await projectsOf(eve)).toEqual(["A"]);
    const { token } = await invite(owner, "all", "eve@hotel-a.example", "viewer");
    expect((await eve.post("/links/accept", { token })).status).toBe(200);
    expect(await projectsOf(eve)).toEqual(["A", "B"]);
    // From now on she has a role there, which may be changed.
    expect((await owner.put(`/people/all/${userId}/role`, { role: "owner" })).status).toBe(200);
  });

  test("is invited by the command line, too, and refused where it has a role", async () => {
    await newPerson(installation, service, "kim@example.com", "viewer", projectA);
    const words = ["user", "create", "--email", "kim@example.com", "--role", "analyst"];
    const made = await installation.json(...words, "--project", projectB, "--url", url);
    expect(made).toMatchObject({ hasAccount: true });
    const twice = await owner.post(`/people/${projectA}/invitations`, {
      email: "kim@example.com",
      role: "owner",
    });
    expect(twice.status).toBe(409);
  });

  test("is invited as one without is, so that an owner does not learn who has one elsewhere", async () => {
    const nosy = await ownerOf("nosy@hotel-a.example", projectA);
    await newPerson(installation, service, "rival@hotel-b.example", "viewer", projectB);
    const seen = async (email: string) => {
      const { token, ...invited } = await invite(nosy, projectA, email);
      const { body: opened } = await details(token);
      const { invitations } = (await nosy.get(`/people/${projectA}`)).body;
      const listed = invitations.find((one: { email: string }) => one.email === email);
      const own = { token: "", email: "", linkId: "", expiresAt: "" };
      return [invited, opened, listed].map((one) => ({ ...one, ...own }));
    };
    expect(await seen("rival@hotel-b.example")).toEqual(await seen("nobody@hotel-b.example"));
  });

  test("joined through an earlier link keeps the later one for its holder to accept", async () => {
    const first = await invite(owner, projectA, "two@example.com");
    const second = await invite(owner, projectB, "two@example.com");
    const person = await joined(first.token);
    expect(await projectsOf(person)).toEqual(["A"]);
    expect((await person.post("/links/accept", { token: second.token })).status).toBe(200);
    expect(await projectsOf(person)).toEqual(["A", "B"]);
  });
});

describe("an invitation", () => {
  const linksOf = async (projectId: string): Promise<string[]> =>
    (await owner.get(`/people/${projectId}`)).body.invitations.map(
      (one: { email: string }) => one.email,
    );

  test("ends when its maker is removed", async () => {
    const rick = await ownerOf("rick@example.com", projectA);
    const { token } = await invite(rick, projectA, "rick2@example.com", "owner");
    expect((await details(token)).status).toBe(200);
    await owner.post(`/people/all/${await idOf("rick@example.com")}/remove`);
    expect((await details(token)).status).toBe(410);
    const join = await new Person(url).post("/links/join", { token, name: "R", password });
    expect(join).toMatchObject({ status: 410, body: { code: "link_unusable" } });
    expect(await linksOf(projectA)).not.toContain("rick2@example.com");
  });

  test.each(["viewer", null])("ends when its maker's role becomes %s", async (role) => {
    const email = `dan-${role}@example.com`;
    const dan = await ownerOf(email, projectA);
    const { token } = await invite(dan, projectA, `by-${email}`, "owner");
    await owner.put(`/people/${projectA}/${await idOf(email)}/role`, { role });
    expect((await details(token)).status).toBe(410);
    expect(await linksOf(projectA)).not.toContain(`by-${email}`);
    // It stays withdrawn when its maker is an owner again.
    if (role) {
      await owner.put(`/people/${projectA}/${await idOf(email)}/role`, { role: "owner" });
      expect((await details(token)).status).toBe(410);
    }
  });

  test("stays valid while its maker's name or another project's role changes", async () => {
    const olga = await ownerOf("olga@example.com", projectA);
    const more = await invite(owner, projectB, "olga@example.com", "owner");
    await olga.post("/links/accept", { token: more.token });
    const { token } = await invite(olga, projectA, "ok@example.com");
    await owner.put(`/people/${projectB}/${await idOf("olga@example.com")}/role`, { role: null });
    await olga.put("/account/name", { name: "O" });
    expect((await details(token)).status).toBe(200);
  });

  test("of the operator depends on no account", async () => {
    const words = ["user", "create", "--email", "op@example.com", "--role", "viewer"];
    const made = await installation.json(...words, "--url", url);
    expect((await details(new URL(made.url!).hash.slice(1))).status).toBe(200);
  });
});
