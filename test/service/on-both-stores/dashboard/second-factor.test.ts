/** Second factors that a project requires, and that confirm what is dangerous, on the real executable. */
import { afterAll, describe, expect, test } from "bun:test";
import { createHash, X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newPerson, Person, password } from "../../../../scripts/dashboard-client/account.ts";
import { totp } from "../../../../scripts/dashboard-client/page-acts.mjs";
import { attemptLimits } from "../../../../src/dashboard-api/attempt-limits.ts";
import { routeRequirements } from "../../../../src/dashboard-api/route-requirements.ts";
import { inChromium } from "../../../fixtures/browser.ts";
import { Installation } from "../../../fixtures/executable.ts";
import { haproxy, startHaproxy } from "../../../fixtures/haproxy.ts";
import { chromium, openssl, testWith } from "../../../fixtures/needs.ts";
import { changeStored } from "../../../fixtures/stored.ts";

const installation = new Installation();
afterAll(() => installation.remove());
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

testWith(chromium)(
  "the pages ask for a confirmation of every change of what protects a project",
  async () => {
    const email = "old@example.com";
    const old = await newPerson(installation, service, email, "owner", projectB);
    const key = async (kind: string, name: string): Promise<string> =>
      (await old.post(`/projects/${projectB}/keys`, { kind, name })).body.keyId;
    const keyIds = [await key("secret", "Server"), await key("publishable", "Web site")];
    const signedIn = Array.from({ length: 8 }, () => new Person(url));
    for (const one of signedIn) await one.post("/session", { email, password });
    await age(email);
    const seen = await inChromium<object>("on-both-stores/dashboard/second-factor.mjs", {
      ...{ scenario: "protection", url, projectId: projectB },
      sessions: signedIn.map(({ cookie }) => cookie),
    });
    expect(seen).toEqual({ violations: [], faults: [] });
    const stored = async (path: string) => (await owner.get(`/projects/${projectB}/${path}`)).body;
    const { me } = (await owner.get("/session")).body;
    const project = me.projects.find((one: { projectId: string }) => one.projectId === projectB);
    expect(project).toMatchObject({ riskSetting: "maximizeRevenue", archivedAt: null });
    expect(await stored("base-rate")).toMatchObject({ baseRate: 0.005 });
    expect(await stored("agents")).toMatchObject({ welcome: ["assistant.example"] });
    expect(await stored("kiosks")).toEqual({ kiosks: ["dev_123456789012"] });
    const keys = await stored("keys");
    const [server, site] = keyIds.map((id) =>
      keys.find(({ keyId }: { keyId: string }) => keyId === id),
    );
    expect(server).toMatchObject({ allowedAddresses: ["203.0.113.7"] });
    expect(site).toMatchObject({ allowedOrigins: ["https://hotel.example"] });
  },
  120_000,
);

testWith(chromium)(
  "the pages lead a member to the set-up, and show the team who lacks it",
  async () => {
    const project = await newProject("Hotel");
    const words = ["--role", "owner", "--project", project, "--url", url];
    const made = await installation.json("user", "create", "--email", "kai@example.com", ...words);
    await newPerson(installation, service, "lou@example.com", "viewer", project);
    await installation.json("project", "set", project, "--two-factor", "required");
    const seen = await inChromium<object>("on-both-stores/dashboard/second-factor.mjs", {
      ...{ scenario: "required", url, link: made.url, projectId: project },
    });
    expect(seen).toEqual({ nav: 0, codes: 10, asked: true, violations: [], faults: [] });
  },
  120_000,
);

describe("a passkey", () => {
  const at = (host: string) => url.replace("127.0.0.1", host);

  test("is for names of hosts, not for addresses", async () => {
    const { status, body } = await new Person(url).post("/session/passkey/options");
    expect([status, body.detail]).toEqual([409, expect.stringContaining("by its name")]);
  });

  test("that is made up signs nobody in, and is limited by address", async () => {
    const stranger = new Person(at("localhost"));
    const made = { clientDataJSON: "e30", authenticatorData: "AA", signature: "AA" };
    const response = {
      ...{ id: "AAAA", rawId: "AAAA", type: "public-key", clientExtensionResults: {} },
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

  testWith(chromium)(
    "is a second factor by itself, from its making to its removal",
    async () => {
      const own = new Installation();
      const named = await own.serve();
      const local = named.url.replace("127.0.0.1", "localhost");
      const { projectId } = await own.json("project", "create", "Hotel");
      await own.json("project", "set", projectId!, "--two-factor", "required");
      const linkOf = async (email: string, role: string) => {
        const words = ["--email", email, "--role", role, "--project", projectId!, "--url", local];
        return (await own.json("user", "create", ...words)).url!;
      };
      const argument = { scenario: "passkeys", url: local, projectId };
      const links = {
        link: await linkOf("pia@example.com", "owner"),
        otherLink: await linkOf("ole@example.com", "viewer"),
      };
      const script = "on-both-stores/dashboard/second-factor.mjs";
      const seen = await inChromium<object>(script, { ...argument, ...links });
      expect(seen).toEqual({
        ...{ byPassword: null, foreign: "wrong_passkey", still: "ole@example.com" },
        unverified: { required: "required", code: "wrong_passkey" },
        ...{ violations: [], faults: [] },
      });
      const { out } = await own.run("audit", "--format", "ndjson");
      const actions = out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
      const byPia = actions.filter(({ actor }) => actor === "pia@example.com");
      expect(byPia.map(({ action }) => action)).toEqual(
        expect.arrayContaining([
          "passkey.add",
          "passkey.rename",
          "passkey.remove",
          "session.start",
        ]),
      );
      await named.stop();
    },
    150_000,
  );

  testWith(chromium)(
    "that somebody else added signs in no more after a reset by the operator",
    async () => {
      const own = new Installation();
      const named = await own.serve();
      const local = named.url.replace("127.0.0.1", "localhost");
      const email = "pia@example.com";
      const words = ["--email", email, "--role", "owner", "--url", local];
      const { url: link } = await own.json("user", "create", ...words);
      const run = <Seen>(scenario: string, more: object) =>
        inChromium<Seen>("on-both-stores/dashboard/second-factor.mjs", {
          ...{ scenario, url: local, ...more },
        });
      const { credential } = await run<{ credential: object }>("addPasskey", { link });
      await own.json("user", "reset", "--email", email);
      expect(await run<object>("useRemovedPasskey", { credential })).toEqual({ faults: [] });
      await named.stop();
    },
    150_000,
  );

  testWith(chromium)(
    "confirms an app that is added in an old session, and is not replaced by it",
    async () => {
      const email = "pia@example.com";
      const own = new Installation();
      const named = await own.serve();
      const local = named.url.replace("127.0.0.1", "localhost");
      const words = ["--email", email, "--role", "owner", "--url", local];
      const { url: link } = await own.json("user", "create", ...words);
      const run = <Seen>(scenario: string, more: object) =>
        inChromium<Seen & { cookies: { name: string; value: string }[] }>(
          "on-both-stores/dashboard/second-factor.mjs",
          { scenario, url: local, ...more },
        );
      const added = await run<{ credential: object }>("addPasskey", { link });
      await age(email, own);
      const call = ({ cookies }: typeof added, path: string, body: object) => {
        const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
        return new Person(local).call("POST", path, body, { cookie });
      };
      for (const [path, body] of [
        ["/account/two-factor", { password }],
        ["/account/two-factor/confirm", { code: "000000" }],
      ] as const) {
        const refused = await call(added, path, body);
        expect([path, refused.body.detail]).toEqual([path, "Use your passkey again to do this."]);
      }
      const { credential, cookies } = added;
      const withApp = await run<{ secret: string }>("addAppInOldSession", { credential, cookies });
      await age(email, own);
      const code = totp(withApp.secret, Date.now() + 30_000);
      const byApp = await call({ ...added, ...withApp }, "/account/confirm", { code });
      expect([byApp.status, byApp.body.detail]).toEqual([409, expect.stringMatching("passkey")]);
      await named.stop();
    },
    150_000,
  );

  testWith(chromium, haproxy, openssl)(
    "is made and used behind a proxy with TLS, at the name that the browser shows",
    async () => {
      const own = new Installation();
      const service = await own.serve("--trusted-proxy", "127.0.0.1");
      const folder = mkdtempSync(join(tmpdir(), "booking-risk-passkey-"));
      const servers = [new URL(service.url).host];
      const proxy = await startHaproxy({ folder, servers, host: "risk.example.com", tls: true });
      const url = proxy.urls.main;
      const words = ["--email", "pia@example.com", "--role", "owner", "--url", url];
      const { url: link } = await own.json("user", "create", ...words);
      const seen = await inChromium<object>("on-both-stores/dashboard/second-factor.mjs", {
        ...{ scenario: "behindProxy", url, link, flags: trusting(proxy.certificate) },
      }).finally(async () => {
        await proxy.stop();
        rmSync(folder, { recursive: true });
      });
      expect(seen).toEqual({
        ...{ rpId: "risk.example.com", email: "pia@example.com" },
        ...{ allSecure: true, isSecureContext: true, faults: [] },
      });
      const { out } = await own.run("audit", "--format", "ndjson");
      const started = out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line))
        .filter(({ action }) => action === "session.start");
      expect(started[0].detail).toEqual({ address: "127.0.0.1", secondFactor: "passkey" });
      await service.stop();
    },
    150_000,
  );
});

/** Flags of a Chromium that knows a name of its own here, and takes a certificate that nobody signed. */
function trusting(certificate: string): string[] {
  const key = new X509Certificate(certificate).publicKey.export({ type: "spki", format: "der" });
  const hash = createHash("sha256").update(key).digest("base64");
  return [
    "--host-resolver-rules=MAP risk.example.com 127.0.0.1",
    `--ignore-certificate-errors-spki-list=${hash}`,
  ];
}
