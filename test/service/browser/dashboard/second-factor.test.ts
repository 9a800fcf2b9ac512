/** Second factors on the pages: what asks for one, the set-up that a project requires, and passkeys. */
import { describe, expect } from "bun:test";
import { createHash, X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  newPerson,
  Person,
  password,
} from "../../../../scripts/programs/dashboard-client/account.ts";
import { totp } from "../../../../scripts/programs/dashboard-client/page-acts.mjs";
import { haproxy, startHaproxy } from "../../../../scripts/programs/haproxy.ts";
import { inChromium } from "../../../fixtures/browser.ts";
import { Installation } from "../../../fixtures/executable.ts";
import { chromium, openssl, testWith } from "../../../fixtures/needs.ts";
import { changeStored } from "../../../fixtures/stored.ts";

const installation = new Installation();
const service = await installation.serve();
const { url } = service;
const owner = await newPerson(installation, service, "ada@example.com", "owner");

const newProject = async (name: string): Promise<string> =>
  (await owner.post("/projects", { name, riskSetting: "balanced" })).body.projectId;

/** Makes the sessions of an account older than what needs no confirmation. */
function age(email: string, of = installation): Promise<void> {
  const change =
    "UPDATE sessions SET created_at = ? WHERE user_id = (SELECT id FROM users WHERE email = ?)";
  return changeStored(of, "control.db", change, [Date.now() - 16 * 60_000, email]);
}

testWith(chromium)(
  "the pages ask for a confirmation of every change of what protects a project",
  async () => {
    const projectId = await newProject("Protected");
    const email = "old@example.com";
    const old = await newPerson(installation, service, email, "owner", projectId);
    const key = async (kind: string, name: string): Promise<string> =>
      (await old.post(`/projects/${projectId}/keys`, { kind, name })).body.keyId;
    const keyIds = [await key("secret", "Server"), await key("publishable", "Web site")];
    const signedIn = Array.from({ length: 8 }, () => new Person(url));
    for (const one of signedIn) await one.post("/session", { email, password });
    await age(email);
    const seen = await inChromium<object>("browser/dashboard/second-factor.mjs", {
      scenario: "protection",
      url,
      projectId,
      sessions: signedIn.map(({ cookie }) => cookie),
    });
    expect(seen).toEqual({ violations: [], faults: [] });
    const stored = async (path: string) => (await owner.get(`/projects/${projectId}/${path}`)).body;
    const { me } = (await owner.get("/session")).body;
    const project = me.projects.find((one: { projectId: string }) => one.projectId === projectId);
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
);

testWith(chromium)(
  "the pages lead a member to the set-up, and show the team who lacks it",
  async () => {
    const project = await newProject("Hotel");
    const words = ["--role", "owner", "--project", project, "--url", url];
    const made = await installation.json("user", "create", "--email", "kai@example.com", ...words);
    await newPerson(installation, service, "lou@example.com", "viewer", project);
    await installation.json("project", "set", project, "--two-factor", "required");
    const seen = await inChromium<object>("browser/dashboard/second-factor.mjs", {
      scenario: "required",
      url,
      link: made.url,
      projectId: project,
    });
    expect(seen).toEqual({ nav: 0, codes: 10, asked: true, violations: [], faults: [] });
  },
);

describe("a passkey", () => {
  testWith(chromium)("is a second factor by itself, from its making to its removal", async () => {
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
    const script = "browser/dashboard/second-factor.mjs";
    const seen = await inChromium<object>(script, { ...argument, ...links });
    expect(seen).toEqual({
      byPassword: null,
      foreign: "wrong_passkey",
      still: "ole@example.com",
      unverified: { required: "required", code: "wrong_passkey" },
      violations: [],
      faults: [],
    });
    const { out } = await own.run("audit", "--format", "ndjson");
    const actions = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const byPia = actions.filter(({ actor }) => actor === "pia@example.com");
    expect(byPia.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["passkey.add", "passkey.rename", "passkey.remove", "session.start"]),
    );
    await named.stop();
  });

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
        inChromium<Seen>("browser/dashboard/second-factor.mjs", {
          scenario,
          url: local,
          ...more,
        });
      const { credential } = await run<{ credential: object }>("addPasskey", { link });
      await own.json("user", "reset", "--email", email);
      expect(await run<object>("useRemovedPasskey", { credential })).toEqual({ faults: [] });
      await named.stop();
    },
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
          "browser/dashboard/second-factor.mjs",
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
  );

  testWith(
    chromium,
    haproxy,
    openssl,
  )("is made and used behind a proxy with TLS, at the name that the browser shows", async () => {
    const own = new Installation();
    const service = await own.serve("--trusted-proxy", "127.0.0.1");
    const folder = mkdtempSync(join(tmpdir(), "booking-risk-passkey-"));
    const servers = [new URL(service.url).host];
    const proxy = await startHaproxy({ folder, servers, host: "risk.example.com", tls: true });
    const url = proxy.urls.main;
    const words = ["--email", "pia@example.com", "--role", "owner", "--url", url];
    const { url: link } = await own.json("user", "create", ...words);
    const seen = await inChromium<object>("browser/dashboard/second-factor.mjs", {
      scenario: "behindProxy",
      url,
      link,
      flags: trusting(proxy.certificate),
    }).finally(async () => {
      await proxy.stop();
      rmSync(folder, { recursive: true });
    });
    expect(seen).toEqual({
      rpId: "risk.example.com",
      email: "pia@example.com",
      allSecure: true,
      isSecureContext: true,
      faults: [],
    });
    const { out } = await own.run("audit", "--format", "ndjson");
    const started = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
      .filter(({ action }) => action === "session.start");
    expect(started[0].detail).toEqual({ address: "127.0.0.1", secondFactor: "passkey" });
    await service.stop();
  });
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
