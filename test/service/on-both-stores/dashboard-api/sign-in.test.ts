/** Accounts, one-time links, sessions and two-factor authentication, on the real executable. */

import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  newPerson,
  Person,
  password,
} from "../../../../scripts/programs/dashboard-client/account.ts";
import { totp } from "../../../../scripts/programs/dashboard-client/page-acts.mjs";
import { waitUntil } from "../../../../scripts/programs/wait-until.ts";
import { attemptLimits } from "../../../../src/http/dashboard-api/attempt-limits.ts";
import { fullRequest } from "../../../fixtures/booking.ts";
import { callRisk, Installation } from "../../../fixtures/executable.ts";
import { changeStored, storedBytes } from "../../../fixtures/stored.ts";

const installation = new Installation();
const service = await installation.serve("--trusted-proxy", "127.0.0.1");
const { url } = service;
const owner = await newPerson(installation, service, "ada@example.com", "owner");

let addresses = 0;
/** An IP address per call, so that tests do not use up each other's attempts. */
const from = () => ({ "x-forwarded-for": `203.0.113.${++addresses}` });

async function signIn(person: Person, email: string, secret = password) {
  return person.call("POST", "/session", { email, password: secret }, from());
}

async function linkOf(...args: string[]) {
  const made = await installation.json(...args, "--url", url);
  return new URL(made.url!).hash.slice(1);
}

describe("the session's cookie", () => {
  test("is not available to scripts and other sites", async () => {
    const { cookies } = await signIn(new Person(url), "ada@example.com");
    expect(cookies).toHaveLength(2);
    expect(cookies[0]).toMatch(/^booking-risk\.session_token=/);
    expect(cookies[1]).toMatch(/^booking-risk\.device=/);
    for (const cookie of cookies) {
      for (const attribute of ["HttpOnly", "SameSite=Strict", "Path=/dashboard"]) {
        expect(cookie).toContain(attribute);
      }
      expect(cookie).not.toContain("Secure"); // Plain HTTP on localhost.
    }
  });

  test("is Secure behind a proxy that terminates HTTPS", async () => {
    const body = { email: "ada@example.com", password };
    const headers = { ...from(), "x-forwarded-proto": "https" };
    const { cookies } = await new Person(url).call("POST", "/session", body, headers);
    expect(cookies[0]).toMatch(/^__Secure-booking-risk\.session_token=.*; Secure/);
  });

  test("signs nobody in when it is forged", async () => {
    for (const cookie of ["booking-risk.session_token=abc.def", "booking-risk.session_token="]) {
      const { body } = await new Person(url).call("GET", "/session", undefined, { cookie });
      expect(body.me).toBeNull();
    }
  });

  test("is not stored in the data folder in plain text, nor is the password", async () => {
    const person = new Person(url);
    await signIn(person, "ada@example.com");
    const token = decodeURIComponent(person.cookie).split("=")[1]!.split(".")[0]!;
    expect(token.length).toBeGreaterThanOrEqual(32);
    const bytes = storedBytes(installation, "control.db");
    expect(bytes.includes("ada@example.com")).toBe(true);
    expect(bytes.includes(token)).toBe(false);
    expect(bytes.includes(password)).toBe(false);
  });
});

/** Changes when the sessions of an account began. */
function begun(email: string, msAgo: number): Promise<void> {
  const change =
    "UPDATE sessions SET created_at = ? WHERE user_id = (SELECT id FROM users WHERE email = ?)";
  return changeStored(installation, "control.db", change, [Date.now() - msAgo, email]);
}

describe("a session", () => {
  test("ends 30 days after its beginning, however much it is used", async () => {
    const lea = await newPerson(installation, service, "lea@example.com", "viewer");
    const hourMs = 60 * 60 * 1000;
    await begun("lea@example.com", (30 * 24 - 2) * hourMs);
    expect((await lea.get("/account/sessions")).status).toBe(200);
    await begun("lea@example.com", (30 * 24 + 2) * hourMs);
    expect((await lea.get("/account/sessions")).status).toBe(401);
    expect((await lea.get("/session")).body.me).toBeNull();
  });

  test("that is older than 15 minutes takes the password again for keys and the team", async () => {
    const may = await newPerson(installation, service, "may@example.com", "owner");
    const { projectId } = (await may.post("/projects", { name: "M", riskSetting: "balanced" }))
      .body;
    const makeKey = () => may.post(`/projects/${projectId}/keys`, { kind: "secret", name: "k" });
    const { keyId } = (await makeKey()).body;
    await begun("may@example.com", 16 * 60_000);
    const acts = [
      makeKey,
      () => may.post(`/projects/${projectId}/keys/${keyId}/revoke`),
      () => may.post(`/people/${projectId}/invitations`, { email: "x@y.example", role: "owner" }),
      () => may.put(`/people/${projectId}/usr_x/role`, { role: "owner" }),
      () => may.post("/people/all/usr_x/remove"),
    ];
    for (const act of acts) {
      const { status, body } = await act();
      expect([status, body.code]).toEqual([403, "confirmation_required"]);
    }
    expect((await may.get(`/projects/${projectId}/keys`)).status).toBe(200);
    expect((await may.post("/account/confirm", { password: "wrong" })).status).toBe(422);
    expect((await makeKey()).status).toBe(403);
    expect((await may.post("/account/confirm", { password })).status).toBe(200);
    for (const act of acts) expect((await act()).body.code).not.toBe("confirmation_required");
  });

  test("is what tells the service's version", async () => {
    expect((await new Person(url).get("/session")).body.version).toBeNull();
    expect((await owner.get("/session")).body.version).toMatch(/^\d/);
  });
});

describe("signing in", () => {
  test("answers a wrong password and an unknown e-mail address alike", async () => {
    const wrong = await signIn(new Person(url), "ada@example.com", "wrong wrong wrong");
    const unknown = await signIn(new Person(url), "nobody@example.com", "wrong wrong wrong");
    expect(wrong).toMatchObject({ status: 401, body: { code: "wrong_credentials" } });
    expect(unknown).toEqual(wrong);
  });

  test("ignores the case of the e-mail address", async () => {
    expect((await signIn(new Person(url), "ADA@Example.com")).status).toBe(200);
  });

  test("is rate limited by IP address and account, even with the right password", async () => {
    const headers = { "x-forwarded-for": "198.51.100.1" };
    const person = new Person(url);
    const wrong = { email: "ada@example.com", password: "wrong wrong wrong" };
    for (let i = 0; i < attemptLimits.account.most; i++) {
      expect((await person.call("POST", "/session", wrong, headers)).status).toBe(401);
    }
    const right = { email: "ada@example.com", password };
    const refused = await person.call("POST", "/session", right, headers);
    expect(refused).toMatchObject({ status: 429, body: { code: "rate_limited" } });
    expect((await signIn(person, "ada@example.com")).status).toBe(200); // From another IP address.
  });

  test("works in a known browser while others have used up the account's attempts", async () => {
    const known = await newPerson(installation, service, "locked@example.com", "viewer");
    const wrong = { email: "locked@example.com", password: "wrong wrong wrong" };
    const asked = (person: Person, body: object) => person.call("POST", "/session", body, from());
    let status = 401;
    for (let i = 0; i <= attemptLimits.target.most && status === 401; i++) {
      ({ status } = await asked(new Person(url), wrong));
    }
    expect(status).toBe(429);
    const right = { ...wrong, password };
    expect((await asked(new Person(url), right)).status).toBe(429);
    await known.post("/session/end");
    expect((await asked(known, right)).status).toBe(200);
    // Neither do others lock what asks for the password of who is signed in.
    expect((await known.post("/account/two-factor", { password })).status).toBe(200);
  });

  test("is limited in a known browser even with the right password, and there only", async () => {
    const known = await newPerson(installation, service, "often@example.com", "viewer");
    const other = new Person(url);
    const signInAgain = (person: Person) => signIn(person, "often@example.com");
    expect((await signInAgain(other)).status).toBe(200); // Makes that browser known, too.
    for (let i = 0; i < attemptLimits.known.most; i++) {
      expect([i, (await signInAgain(known)).status]).toEqual([i, 200]);
    }
    const refused = await signInAgain(known);
    expect(refused).toMatchObject({ status: 429, body: { code: "rate_limited" }, cookies: [] });
    expect((await signInAgain(other)).status).toBe(200);
    expect((await signInAgain(new Person(url))).status).toBe(200);
  });

  test("with a second factor and links do not depend on what others try", async () => {
    const headers = { "x-forwarded-for": "198.51.100.7" };
    const code = { code: "000000", kind: "app" };
    for (let i = 0; i < 2 * attemptLimits.address.most; i++) {
      const forged = { ...headers, cookie: `booking-risk.two_factor=2fa-${i}.abc` };
      const { body } = await new Person(url).call("POST", "/session/second-factor", code, forged);
      expect(body.code).toBe("not_signed_in");
      const token = "a".repeat(43);
      const opened = await new Person(url).call("POST", "/links/details", { token }, headers);
      expect(opened.status).toBe(410);
    }
    const right = { email: "ada@example.com", password };
    expect((await new Person(url).call("POST", "/session", right, headers)).status).toBe(200);
  });

  test("is refused from pages of other sites", async () => {
    const body = { email: "ada@example.com", password };
    const foreign: Record<string, string>[] = [
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: "" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "none" },
    ];
    for (const headers of foreign) {
      const answer = await new Person(url).call("POST", "/session", body, headers);
      expect(answer).toMatchObject({ status: 403, body: { code: "wrong_origin" }, cookies: [] });
    }
  });

  test("out invalidates the session's cookie", async () => {
    const person = new Person(url);
    await signIn(person, "ada@example.com");
    const { cookie } = person;
    await person.post("/session/end");
    const { body } = await new Person(url).call("GET", "/session", undefined, { cookie });
    expect(body.me).toBeNull();
  });
});

describe("an endpoint", () => {
  const bad: [string, string, Record<string, string>, number, string][] = [
    ["malformed JSON", "{", {}, 400, "malformed_json"],
    ["another content type", "{}", { "content-type": "text/plain" }, 415, "unsupported_media_type"],
    ["a compressed body", "{}", { "content-encoding": "gzip" }, 415, "unsupported_media_type"],
    [
      "a body that is too large",
      JSON.stringify({ a: "x".repeat(70_000) }),
      {},
      413,
      "body_too_large",
    ],
    ["a body without the required fields", "{}", {}, 422, "validation_failed"],
  ];
  test.each(bad)("refuses %s", async (_, body, headers, status, code) => {
    const answer = await owner.call("POST", "/projects", body, headers);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  test("does not repeat values of an invalid request", async () => {
    const { body } = await owner.post("/projects", { name: 7, riskSetting: "my-secret-text" });
    expect(JSON.stringify(body)).not.toContain("my-secret-text");
    expect(body.errors.map((one: { pointer: string }) => one.pointer).sort()).toEqual([
      "/name",
      "/riskSetting",
    ]);
  });

  test("that does not exist answers 404", async () => {
    for (const path of ["/sign-up/email", "/get-session", "/sign-in/email", "/nothing"]) {
      expect((await owner.post(path, {})).status).toBe(404);
    }
  });
});

const viewerPermissions = [
  "project.read",
  "figures.read",
  "decision.read",
  "list.count",
  "review.count",
  "model.read",
];

describe("a one-time link", () => {
  test("works once, and only for its e-mail address", async () => {
    const token = await linkOf("user", "create", "--email", "bob@example.com", "--role", "viewer");
    const look = await new Person(url).post("/links/details", { token });
    expect(look.body).toMatchObject({ purpose: "invitation", email: "bob@example.com" });
    const asked = { token, name: "Bob", email: "mallory@example.com", password };
    const bob = new Person(url);
    expect((await bob.post("/links/join", asked)).status).toBe(200);
    const { me } = (await bob.get("/session")).body;
    expect([me.email, me.allowed]).toEqual(["bob@example.com", viewerPermissions]);
    const again = await new Person(url).post("/links/join", asked);
    expect(again).toMatchObject({ status: 410, body: { code: "link_unusable" } });
  });

  test.each(["o'neil+x@example.co.uk", "UPPER.Case_1@sub-domain.example.com"])(
    "creates an account for %s that can sign in",
    async (email) => {
      await newPerson(installation, service, email, "viewer");
      expect((await signIn(new Person(url), email)).status).toBe(200);
    },
  );

  test("accepts one of several simultaneous uses", async () => {
    const token = await linkOf("user", "create", "--email", "race@example.com");
    const asked = { token, name: "Race", password };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => new Person(url).post("/links/join", asked)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410, 410]);
  });

  test("becomes invalid when another is created for the same account", async () => {
    const first = await linkOf("user", "create", "--email", "two@example.com");
    await linkOf("user", "create", "--email", "two@example.com");
    expect((await new Person(url).post("/links/details", { token: first })).status).toBe(410);
  });

  test("is not stored in the data folder in plain text", async () => {
    const token = await linkOf("user", "create", "--email", "kept@example.com");
    const bytes = storedBytes(installation, "control.db");
    expect(bytes.includes("kept@example.com")).toBe(true);
    expect(bytes.includes(token)).toBe(false);
  });

  test("of the command line makes a viewer where no role is named", async () => {
    const made = await installation.json("user", "create", "--email", "least@example.com");
    expect(made.role).toBe("viewer");
  });

  test("expires", async () => {
    const token = await linkOf("user", "create", "--email", "late@example.com");
    const change = "UPDATE links SET expires_at = ? WHERE email = ?";
    await changeStored(installation, "control.db", change, [Date.now(), "late@example.com"]);
    expect((await new Person(url).post("/links/details", { token })).status).toBe(410);
  });

  test.each([
    ["short", "at least 12"],
    ["aaaaaaaaaaaaaaaaaa", "different"],
  ])("rejects %s as a password, and stays valid", async (bad, reason) => {
    const token = await linkOf("user", "create", "--email", "weak@example.com");
    const answer = await new Person(url).post("/links/join", { token, name: "W", password: bad });
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer: "/password" }] } });
    expect(answer.body.errors[0].message).toContain(reason);
    expect((await new Person(url).post("/links/details", { token })).status).toBe(200);
  });

  test("that resets the password ends every session", async () => {
    const carol = await newPerson(installation, service, "carol@example.com", "viewer");
    const token = await linkOf("user", "reset", "--email", "carol@example.com");
    const next = "another horse battery";
    const set = await new Person(url).post("/links/password", { token, password: next });
    expect(set.status).toBe(200);
    expect((await carol.get("/session")).body.me).toBeNull();
    expect((await signIn(new Person(url), "carol@example.com")).status).toBe(401);
    expect((await signIn(new Person(url), "carol@example.com", next)).status).toBe(200);
  });
});

describe("two-factor authentication", () => {
  test("asks for a code once it is on, and accepts the app's code or a backup code", async () => {
    const dora = await newPerson(installation, service, "dora@example.com", "viewer");
    expect((await dora.post("/account/two-factor", { password: "wrong" })).status).toBe(422);
    const { uri, backupCodes } = (await dora.post("/account/two-factor", { password })).body;
    const secret = new URL(uri).searchParams.get("secret")!;
    expect((await dora.post("/account/two-factor/confirm", { code: "12345" })).status).toBe(401);
    const confirmed = await dora.post("/account/two-factor/confirm", { code: totp(secret) });
    expect(confirmed.status).toBe(200);

    const again = new Person(url);
    expect((await signIn(again, "dora@example.com")).body).toEqual({ next: "secondFactor" });
    expect((await again.get("/session")).body.me).toBeNull();
    expect((await again.get("/account/sessions")).status).toBe(401);
    const step = (code: string, kind = "app") =>
      again.call("POST", "/session/second-factor", { code, kind }, from());
    expect((await step("000000")).status).toBe(401);
    expect((await step(totp(secret, Date.now() + 30_000))).status).toBe(200);
    expect((await again.get("/session")).body.me).toMatchObject({ twoFactor: true });

    for (const [times, status] of [
      [1, 200],
      [2, 401],
    ] as const) {
      await signIn(again, "dora@example.com");
      expect([times, (await step(backupCodes[0], "backup")).status]).toEqual([times, status]);
    }
  });

  test("accepts each code of the app once", async () => {
    const gil = await newPerson(installation, service, "gil@example.com", "viewer");
    const { uri } = (await gil.post("/account/two-factor", { password })).body;
    const secret = new URL(uri).searchParams.get("secret")!;
    const used = totp(secret);
    expect((await gil.post("/account/two-factor/confirm", { code: used })).status).toBe(200);
    const code = totp(secret, Date.now() + 30_000); // The app's next one is accepted, too.
    const step = (person: Person, entered = code) =>
      person.call("POST", "/session/second-factor", { code: entered, kind: "app" }, from());
    const [first, second] = [new Person(url), new Person(url)];
    await signIn(first, "gil@example.com");
    expect((await step(first, used)).body.code).toBe("wrong_code"); // It turned the codes on.
    await signIn(first, "gil@example.com");
    await signIn(second, "gil@example.com");
    expect((await step(first)).status).toBe(200);
    const { status, body: refused } = await step(second);
    expect([status, refused.code]).toEqual([401, "wrong_code"]);
    expect((await second.get("/session")).body.me).toBeNull();
    expect((await first.get("/account/sessions")).body).toHaveLength(2);
  });

  test("asks for the password again after five wrong codes", async () => {
    const eve = await newPerson(installation, service, "eve@example.com", "viewer");
    const { uri } = (await eve.post("/account/two-factor", { password })).body;
    const secret = new URL(uri).searchParams.get("secret")!;
    await eve.post("/account/two-factor/confirm", { code: totp(secret) });
    const again = new Person(url);
    await signIn(again, "eve@example.com");
    const step = (code: string) =>
      again.call("POST", "/session/second-factor", { code, kind: "app" }, from());
    for (let i = 0; i < 5; i++) expect((await step("000000")).body.code).toBe("wrong_code");
    expect((await step(totp(secret))).body.code).toBe("not_signed_in");
  });

  test("can be turned off by the operator when the phone is lost", async () => {
    const fay = await newPerson(installation, service, "fay@example.com", "viewer");
    const { uri } = (await fay.post("/account/two-factor", { password })).body;
    const secret = new URL(uri).searchParams.get("secret")!;
    await fay.post("/account/two-factor/confirm", { code: totp(secret) });
    const token = await linkOf("user", "reset", "--email", "fay@example.com", "--two-factor");
    // Without the factor, whoever knows the old password gets nowhere with it.
    expect((await signIn(new Person(url), "fay@example.com")).status).toBe(401);
    const next = "another horse battery";
    expect((await new Person(url).post("/links/password", { token, password: next })).status).toBe(
      200,
    );
    expect((await signIn(new Person(url), "fay@example.com", next)).body).toEqual({ next: "done" });
  });

  test("by passkeys ends with a reset by the operator, which names them, or is kept", async () => {
    const email = "lou@example.com";
    const lou = await newPerson(installation, service, email, "viewer");
    const add = `INSERT INTO passkeys
      (id, name, user_id, public_key, credential_id, counter, device_type, backed_up, created_at)
      SELECT ?, ?, id, '', ?, 0, 'singleDevice', FALSE, ? FROM users WHERE email = ?`;
    for (const [i, name] of ["Laptop", "Phone"].entries()) {
      await changeStored(installation, "control.db", add, [name, name, name, i, email]);
    }
    const reset = (...flags: string[]) =>
      installation.run("user", "reset", "--email", email, ...flags);
    const kept = await reset("--keep-passkeys");
    expect(kept.out).toContain("2 passkeys (Laptop, Phone) can still be used to sign in.");
    expect((await lou.get("/account/passkeys")).body).toHaveLength(2);
    expect((await signIn(new Person(url), email)).body).toEqual({ next: "passkey" });

    const { out } = await reset();
    expect(out).toContain("Removed 2 passkeys (Laptop, Phone).");
    expect(out).toContain("The old password and all sessions have ended.");
    expect((await lou.get("/session")).body.me).toBeNull();
    expect((await signIn(new Person(url), email)).status).toBe(401); // Nor by the password alone.
    const again = await installation.json("user", "reset", "--email", email);
    expect(again).toMatchObject({ removedPasskeys: [], keptPasskeys: [], passwordEnded: false });
    const [token, next] = [new URL(again.url!).hash.slice(1), "another horse battery"];
    await new Person(url).post("/links/password", { token, password: next });
    expect((await signIn(new Person(url), email, next)).body).toEqual({ next: "done" });
    const { body: audit } = await owner.get("/audit/all");
    expect(audit).toContainEqual(
      expect.objectContaining({
        action: "two-factor.drop",
        subject: email,
        detail: { app: false, passkeys: ["Laptop", "Phone"] },
      }),
    );
  });
});

describe("a trusted device", () => {
  const next = "another horse battery";

  /** An account with a second factor, and a browser that it trusts. */
  async function withTrusted(email: string) {
    const user = await newPerson(installation, service, email, "viewer");
    const { uri, backupCodes } = (await user.post("/account/two-factor", { password })).body;
    const secret = new URL(uri).searchParams.get("secret")!;
    await user.post("/account/two-factor/confirm", { code: totp(secret) });
    const device = new Person(url);
    await signIn(device, email);
    const step = { code: backupCodes[0], kind: "backup", trustDevice: true };
    const browser = { ...from(), "user-agent": "Firefox/140 on Linux" };
    expect((await device.call("POST", "/session/second-factor", step, browser)).status).toBe(200);
    return { user, device };
  }
  const asksFor = async (device: Person, email: string, secret = password) =>
    (await signIn(device, email, secret)).body.next;

  test("is listed with its browser, and asked again once its trust is ended", async () => {
    const { user, device } = await withTrusted("pia@example.com");
    const [listed, ...others] = (await user.get("/account/trusted-devices")).body;
    expect(others).toEqual([]);
    expect(listed.userAgent).toBe("Firefox/140 on Linux");
    expect(listed.address).toStartWith("203.0.113.");
    expect(await asksFor(device, "pia@example.com")).toBe("done");
    const [after] = (await user.get("/account/trusted-devices")).body; // Each sign-in renews it.
    const path = `/account/trusted-devices/${after.deviceId}/end`;
    expect((await owner.post(path)).status).toBe(404);
    expect((await user.post(path)).status).toBe(200);
    expect((await user.get("/account/trusted-devices")).body).toEqual([]);
    expect(await asksFor(device, "pia@example.com")).toBe("secondFactor");
  });

  test("is asked again after a change of the password", async () => {
    const { user, device } = await withTrusted("pam@example.com");
    const change = { currentPassword: password, password: next };
    expect((await user.put("/account/password", change)).status).toBe(200);
    expect(await asksFor(device, "pam@example.com", next)).toBe("secondFactor");
  });

  test("is asked again after a reset by the operator", async () => {
    const { device } = await withTrusted("pat@example.com");
    const token = await linkOf("user", "reset", "--email", "pat@example.com");
    await new Person(url).post("/links/password", { token, password: next });
    expect(await asksFor(device, "pat@example.com", next)).toBe("secondFactor");
  });

  test("is forgotten with the second factor", async () => {
    const { user, device } = await withTrusted("pip@example.com");
    const token = await linkOf("user", "reset", "--email", "pip@example.com", "--two-factor");
    await new Person(url).post("/links/password", { token, password });
    await signIn(user, "pip@example.com");
    const { uri } = (await user.post("/account/two-factor", { password })).body;
    const secret = new URL(uri).searchParams.get("secret")!;
    await user.post("/account/two-factor/confirm", { code: totp(secret) });
    expect(await asksFor(device, "pip@example.com")).toBe("secondFactor");
  });
});

describe("accounts", () => {
  test("the last owner of all projects can be neither removed nor given another role", async () => {
    const { people } = (await owner.get("/people/all")).body;
    const owners = people.filter((one: { role: string }) => one.role === "owner");
    for (const { userId } of owners.slice(1)) await owner.post(`/people/all/${userId}/remove`);
    const { userId } = (await owner.get("/session")).body.me;
    expect((await owner.post(`/people/all/${userId}/remove`)).status).toBe(409);
    const stepDown = await owner.put(`/people/all/${userId}/role`, { role: "viewer" });
    expect(stepDown.status).toBe(409);
    expect((await owner.get("/people/all")).status).toBe(200);
  });

  test("a removed account is signed out and cannot sign in again", async () => {
    const gus = await newPerson(installation, service, "gus@example.com", "viewer");
    const { people } = (await owner.get("/people/all")).body;
    const { userId } = people.find((one: { email: string }) => one.email === "gus@example.com");
    expect((await owner.post(`/people/all/${userId}/remove`)).status).toBe(200);
    expect((await gus.get("/session")).body.me).toBeNull();
    expect((await signIn(gus, "gus@example.com")).status).toBe(401);
  });

  test("a session can be ended from another session", async () => {
    const one = await newPerson(installation, service, "hal@example.com", "viewer");
    const other = new Person(url);
    await signIn(other, "hal@example.com");
    const sessions = (await one.get("/account/sessions")).body;
    expect(sessions).toHaveLength(2);
    const { sessionId } = sessions.find((session: { isThisOne: boolean }) => !session.isThisOne);
    expect((await owner.post(`/account/sessions/${sessionId}/end`)).status).toBe(404);
    expect((await one.post(`/account/sessions/${sessionId}/end`)).status).toBe(200);
    expect((await other.get("/session")).body.me).toBeNull();
  });

  test("the audit log has each action with its actor", async () => {
    const made = await owner.post("/projects", { name: "Audited", riskSetting: "balanced" });
    const { projectId } = made.body;
    await owner.put(`/projects/${projectId}/risk-setting`, { riskSetting: "maximizeRevenue" });
    const key = await owner.post(`/projects/${projectId}/keys`, { kind: "secret", name: "k" });
    await owner.post(`/projects/${projectId}/keys/${key.body.keyId}/revoke`);
    const { body } = await owner.get(`/audit/${projectId}`);
    const entries = body.map((entry: { actor: string; action: string }) => [
      entry.actor,
      entry.action,
    ]);
    expect(entries).toEqual([
      ["ada@example.com", "key.revoke"],
      ["ada@example.com", "key.create"],
      ["ada@example.com", "project.risk-setting"],
      ["ada@example.com", "project.create"],
    ]);
    expect(JSON.stringify(body)).not.toContain(key.body.key);
  });
});

describe("the audit log", () => {
  const audit = async () => (await owner.get("/audit/all")).body;

  test("has wrong passwords and second factors, and the log has them without who", async () => {
    const ivy = await newPerson(installation, service, "ivy@example.com", "viewer");
    const { uri } = (await ivy.post("/account/two-factor", { password })).body;
    const secret = new URL(uri).searchParams.get("secret")!;
    await ivy.post("/account/two-factor/confirm", { code: totp(secret) });
    const again = new Person(url);
    const headers = { "x-forwarded-for": "198.51.100.99" };
    const wrong = { email: "ivy@example.com", password: "my secret password" };
    await again.call("POST", "/session", wrong, headers);
    await again.call(
      "POST",
      "/session",
      { ...wrong, email: "typed-by-mistake@x.example" },
      headers,
    );
    await again.call("POST", "/session", { ...wrong, password }, headers);
    const code = { code: "000000", kind: "app" };
    await again.call("POST", "/session/second-factor", code, headers);
    await ivy.post("/account/two-factor/end", { password: "my secret password" });
    const [own, ...others] = (await audit()).slice(0, 4);
    const failed = { action: "session.refused", actor: "not signed in" };
    expect(own).toMatchObject({ ...failed, actor: "ivy@example.com" });
    const address = "198.51.100.99";
    expect(others).toMatchObject([
      { ...failed, subject: "ivy@example.com", detail: { address, reason: "secondFactor" } },
      { ...failed, subject: "", detail: { address, reason: "password" } },
      { ...failed, subject: "ivy@example.com", detail: { address, reason: "password" } },
    ]);
    const logged = service.log.filter((line) => line.includes("sign_in_failed"));
    expect(logged.join()).toContain('"address":"198.51.100.99"');
    for (const text of ["typed-by-mistake", "my secret"]) {
      expect(JSON.stringify(await audit())).not.toContain(text);
      expect(JSON.stringify(logged)).not.toContain(text);
    }
    expect(logged.join()).not.toContain("ivy@");
  });

  test("has by what guests were looked up, not for whom", async () => {
    const made = await owner.post("/projects", { name: "Found", riskSetting: "balanced" });
    const { projectId } = made.body;
    const decisions = `/projects/${projectId}/decisions`;
    await owner.post(`${decisions}/find`, { text: "email: guest@hotel.example" });
    await owner.post(`${decisions}/list`, { view: { find: "email:guest@hotel.example" } });
    await owner.post(`${decisions}/list`, { view: { find: "email:guest@hotel.example" } });
    await owner.post(`${decisions}/list`, { view: {} });
    const { body } = await owner.get(`/audit/${projectId}`);
    const found = body.filter(({ action }: { action: string }) => action === "decision.find");
    expect(found.map(({ detail }: { detail: object }) => detail)).toEqual([
      { by: ["email"] },
      { by: ["email"] },
    ]);
    expect(JSON.stringify(body)).not.toContain("guest@hotel");
    const viewer = await newPerson(installation, service, "vic@example.com", "viewer", projectId);
    await viewer.post(`${decisions}/find`, { text: "email: guest@hotel.example" });
    expect((await owner.get(`/audit/${projectId}`)).body[0].action).toBe("person.join");
  });

  test("is read page by page to its first entry, and exported whole", async () => {
    for (let i = 0; i < 210; i++) await owner.put("/account/name", { name: `Ada ${i}` });
    const pages: { entryId: string; action: string }[][] = [];
    for (let before = ""; pages.length < 20; before = `?before=${pages.at(-1)!.at(-1)!.entryId}`) {
      pages.push((await owner.get(`/audit/all${before}`)).body);
      if (pages.at(-1)!.length < 200) break;
    }
    const all = pages.flat();
    expect(pages.length).toBeGreaterThan(1);
    expect(all.at(-1)).toMatchObject({ entryId: "1" });
    expect(all.map(({ entryId }) => Number(entryId))).toEqual(
      Array.from({ length: all.length }, (_, i) => all.length - i),
    );
    const file = (format: string) =>
      fetch(`${url}/dashboard/api/audit/all/export?format=${format}`, {
        headers: { cookie: owner.cookie },
      });
    const lines = (await (await file("ndjson")).text()).trimEnd().split("\n");
    const [first, ...rest] = lines.map((line) => JSON.parse(line));
    expect(first).toMatchObject({ action: "audit.export", detail: { format: "ndjson" } });
    expect(rest).toEqual(all);
    const csv = await (await file("csv")).text();
    expect(csv.split("\r\n")).toHaveLength(lines.length + 3); // Its header, its own entry, its end.
    expect((await file("exe")).status).toBe(422);

    const shown = await installation.json<object[]>("audit", "--limit", "2");
    expect(shown).toHaveLength(2);
    const printed = await installation.run("audit", "--format", "ndjson");
    expect(printed.out.trimEnd().split("\n")).toHaveLength(lines.length + 1);
  });

  test.each(["x", "-1", "1;", "9".repeat(16)])("refuses %s as a cursor", async (before) => {
    expect((await owner.get(`/audit/all?before=${before}`)).status).toBe(422);
  });
});

test("keys are rejected while their project is archived, and work once it is restored", async () => {
  const made = await owner.post("/projects", { name: "Season", riskSetting: "balanced" });
  const project = `/projects/${made.body.projectId}`;
  const { key } = (await owner.post(`${project}/keys`, { kind: "secret", name: "k" })).body;
  const status = async () => (await callRisk(url, key, fullRequest())).status;
  expect(await status()).toBe(200);
  await owner.put(`${project}/archived`, { archived: true });
  expect(await status()).toBe(401);
  const another = await owner.post(`${project}/keys`, { kind: "secret", name: "l" });
  expect(another).toMatchObject({ status: 409, body: { code: "conflict" } });
  await owner.put(`${project}/archived`, { archived: false });
  expect(await status()).toBe(200);
});

describe("the first start", () => {
  const fresh = new Installation();
  afterAll(() => fresh.remove());

  test("writes a link that creates the first owner, once", async () => {
    const start = async () => {
      const child = Bun.spawn([fresh.executable, "serve", "--port", "0"], {
        cwd: fresh.folder,
        env: fresh.environment,
        stdio: ["ignore", "pipe", "pipe"],
      });
      const log = child.stdout.text();
      const file = join(fresh.data, "owner-link");
      const old = existsSync(file) ? readFileSync(file, "utf8") : "";
      const written = () => (existsSync(file) ? readFileSync(file, "utf8") : old);
      await waitUntil("the link", () => written() !== old && written().endsWith("\n"));
      const link = new URL(written().trim());
      const stop = async () => {
        child.kill();
        return log;
      };
      return { link, token: link.hash.slice(1), stop };
    };
    const first = await start();
    expect(first.link.pathname).toBe("/dashboard/welcome");
    expect(await first.stop()).not.toContain(first.token); // Not in the log.
    const second = await start();
    const asked = { name: "Ada", email: "ada@example.com", password };
    const person = new Person(second.link.origin);
    const old = await person.post("/links/join", { token: first.token, ...asked });
    expect(old.status).toBe(410);
    expect((await person.post("/links/join", { token: second.token, ...asked })).status).toBe(200);
    const [listed] = await fresh.json<{ email: string; roles: object[] }[]>("user", "list");
    expect(listed).toMatchObject({
      email: "ada@example.com",
      roles: [{ role: "owner", projectId: null }],
    });
    await second.stop();
  });
});
