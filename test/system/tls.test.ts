/** HTTPS with the certificate of a file, and SIGHUP, which replaces it under open connections. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "node:tls";
import { password } from "../../scripts/programs/dashboard-client/account.ts";
import { waitUntil } from "../../scripts/programs/wait-until.ts";
import { booking } from "../fixtures/booking.ts";
import { CertificateAuthority } from "../fixtures/certificates.ts";
import { Installation, type Service } from "../fixtures/executable.ts";
import { describeWith, openssl, testWith } from "../fixtures/needs.ts";

const installation = new Installation();
const { secret } = await installation.project();

/** The lines of an event. */
const logged = ({ log }: Service, wanted: string) =>
  log.map((line) => JSON.parse(line)).filter(({ event }) => event === wanted);

describeWith(openssl)("with a certificate", () => {
  let authority: CertificateAuthority;
  let flags: CertificateAuthority["flags"];
  let root: string;
  let service: Service;
  let url: string;
  let opsUrl: string;
  const get = (address: string, ca = root) => fetch(address, { tls: { ca }, keepalive: false });

  beforeAll(async () => {
    authority = new CertificateAuthority(installation.folder);
    issue();
    ({ flags, root } = authority);
    service = await installation.serve(...flags, "--ops-port", "0", "--host", "0.0.0.0");
    url = service.url.replace("0.0.0.0", "127.0.0.1");
    opsUrl = (logged(service, "serving")[0].opsUrl as string).replace(/\/$/, "");
  });

  let issued = 0;
  /** Replaces the files with a new certificate, and returns the name in it. */
  function issue(days?: number): string {
    const name = `certificate ${issued++}`;
    authority.issue(name, days);
    return name;
  }

  /** A connection that trusts the authority: the name in its certificate, and what arrives on it. */
  async function connection(address = url) {
    const { hostname, port } = new URL(address);
    const socket = connect({ host: hostname, port: Number(port), ca: root });
    const seen = { text: "", isEnded: false, error: null as Error | null };
    socket.on("data", (data) => {
      seen.text += data;
    });
    socket.on("end", () => {
      seen.isEnded = true;
    });
    afterAll(() => void socket.destroy());
    await new Promise((resolve, reject) => {
      socket.once("secureConnect", resolve).once("error", reject);
    });
    socket.on("error", (error) => {
      seen.error = error;
    });
    return { socket, seen, name: socket.getPeerCertificate().subject.CN };
  }

  async function reload(event = "reloaded", of = service) {
    const before = logged(of, event).length;
    of.process.kill("SIGHUP");
    await waitUntil(`the line ${event}`, () => logged(of, event).length > before);
  }

  test("both ports answer HTTPS, to clients that trust the root only", async () => {
    expect([url, opsUrl]).toEqual([
      expect.stringMatching(/^https:/),
      expect.stringMatching(/^https:/),
    ]);
    expect((await get(`${url}/healthz`)).status).toBe(200);
    expect((await get(`${opsUrl}/readyz`)).status).toBe(200);
    await expect(fetch(`${url}/healthz`, { keepalive: false })).rejects.toThrow(/certificate/);
    await expect(fetch(`${url.replace("https:", "http:")}/healthz`)).rejects.toThrow();
    expect(logged(service, "no_tls")).toEqual([]); // On every address.
  });

  test("not with TLS 1.1", () => {
    const { host } = new URL(url);
    const tryWith = (version: string) =>
      Bun.spawnSync(
        ["openssl", "s_client", "-connect", host, version, "-cipher", "ALL:@SECLEVEL=0"],
        { stdin: Buffer.from("") },
      );
    expect(tryWith("-tls1_1").stderr.toString()).toContain("alert protocol version");
    expect(tryWith("-tls1_2").exitCode).toBe(0);
  });

  test("cookies are for HTTPS only, and browsers are told to stay with it", async () => {
    const page = await get(`${opsUrl}/dashboard`);
    expect(page.headers.get("strict-transport-security")).toContain("max-age");
    const made = await installation.json(
      "user",
      "create",
      "--email",
      "ada@example.com",
      "--role",
      "owner",
      "--url",
      opsUrl,
    );
    const joined = await fetch(`${opsUrl}/dashboard/api/links/join`, {
      method: "POST",
      headers: { Origin: opsUrl, "Content-Type": "application/json" },
      body: JSON.stringify({ token: new URL(made.url!).hash.slice(1), name: "Ada", password }),
      tls: { ca: root },
    });
    expect(joined.status).toBe(200);
    const cookies = joined.headers.getSetCookie();
    expect(cookies[0]).toMatch(/^__Secure-booking-risk\.session_token=.*; Secure/);
  });

  test("ready asks by HTTPS", async () => {
    const at = ["--ops-port", new URL(opsUrl).port];
    expect(await installation.json<unknown>("ready", ...at, ...flags)).toEqual({ ready: true });
    expect((await installation.run("ready", ...at)).status).toBe(1);
  });

  test("a second service on the port is refused", async () => {
    const { port } = new URL(url);
    const second = await installation.run("serve", ...flags, "--host", "0.0.0.0", "--port", port);
    expect(second.status).toBe(1);
    expect(second.error).toContain(`port ${port} is in use`);
  });

  test("SIGHUP: new connections get the new certificate, and requests under way are answered", async () => {
    const first = issue();
    await reload();
    const [idle, half] = [await connection(), await connection()];
    expect([idle.name, half.name]).toEqual([first, first]);
    const body = JSON.stringify(booking({ requestId: "half" }));
    const head = [
      "POST /v1/risk HTTP/1.1",
      "Host: x",
      "Content-Type: application/json",
      `X-Service-Key: ${secret.key}`,
      `Content-Length: ${body.length}`,
    ];
    half.socket.write(`${head.join("\r\n")}\r\n\r\n${body.slice(0, 50)}`);
    idle.socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    await waitUntil("an answer on the idle connection", () => idle.seen.text);
    const renewed = issue();
    await reload();
    expect((await connection()).name).toBe(renewed);
    expect((await connection(opsUrl)).name).toBe(renewed);
    half.socket.write(body.slice(50));
    await waitUntil("the decision", () => half.seen.isEnded);
    expect(half.seen.text).toMatch(/^HTTP\/1.1 200 .*"decisionId"/s);
    expect(half.seen.text).toMatch(/^connection: close\r$/im);
    await waitUntil("the end of the idle connection", () => idle.seen.isEnded);
    expect([half.seen.error, idle.seen.error]).toEqual([null, null]);
  });

  test("SIGHUP with the same certificate leaves connections as they are", async () => {
    issue();
    await reload();
    const open = await connection();
    await reload();
    open.socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    await waitUntil("an answer", () => open.seen.text);
    expect(open.seen.text).not.toMatch(/connection: close/i);
  });

  test("files that cannot be used change nothing, and the log names them", async () => {
    const used = issue();
    await reload();
    writeFileSync(authority.certificate, "renewing");
    await reload("reload_failed");
    const { level, reason } = logged(service, "reload_failed")[0];
    expect(level).toBe("error");
    expect(reason).toBe(`${authority.certificate} has no certificate in PEM format`);
    expect((await connection()).name).toBe(used);
    issue(); // The other tests use the files, too.
  });

  test("/readyz, the metrics and doctor say that it ends soon", async () => {
    issue(5);
    await reload();
    const { warnings } = (await (await get(`${opsUrl}/readyz`)).json()) as { warnings: string[] };
    const warning = expect.stringMatching(/^the TLS certificate expires in 4 days: .*SIGHUP/);
    expect(warnings).toContainEqual(warning);
    const metrics = await (await get(`${opsUrl}/metrics`)).text();
    const [, expiry] = /^booking_risk_tls_expiry_timestamp_seconds (\d+)$/m.exec(metrics) ?? [];
    expect(Number(expiry) - Date.now() / 1000).toBeWithin(4 * 86_400, 5 * 86_400);
    const { checks } = await installation.json<{ checks: { name: string }[] }>("doctor", ...flags);
    const found = checks.find(({ name }) => name === "tls");
    expect(found).toEqual({ name: "tls", ok: true, warning: true, detail: warning } as never);
  });

  test("SIGTERM ends connections of every certificate properly", async () => {
    const other = new Installation();
    await other.project();
    const first = issue();
    const ending = await other.serve(...flags);
    const old = await connection(ending.url);
    expect(old.name).toBe(first);
    old.socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    await waitUntil("an answer", () => old.seen.text);
    issue();
    await reload("reloaded", ending);
    expect(await ending.stop()).toBe(0);
    await waitUntil("the end of the connection", () => old.seen.isEnded);
    expect(old.seen.error).toBeNull();
  });
});

const inFolder = (name: string) => join(installation.folder, name);

testWith(openssl)("files that cannot be used are refused at the start", async () => {
  const authority = new CertificateAuthority(installation.folder);
  authority.issue("other");
  copyFileSync(authority.key, inFolder("other.key"));
  authority.issue("server");
  const { certificate, key } = authority;
  const encrypted = inFolder("encrypted.key");
  const encrypt = ["openssl", "pkcs8", "-topk8", "-in", key, "-passout", "pass:x"];
  expect(Bun.spawnSync([...encrypt, "-out", encrypted]).exitCode).toBe(0);
  const damaged = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
  writeFileSync(inFolder("damaged.pem"), damaged);
  for (const [given, reason] of [
    [[certificate, inFolder("other.key")], "is not the key of the first certificate in"],
    [[inFolder("none.pem"), key], "none.pem cannot be read (ENOENT)"],
    [[certificate, installation.folder], "cannot be read (EISDIR)"],
    [[key, key], "has no certificate in PEM format"],
    [[certificate, certificate], "has no private key in PEM format"],
    [[inFolder("damaged.pem"), key], "certificate 1 in"],
    [[certificate, encrypted], "is encrypted; decrypt it"],
  ] as const) {
    const files = ["--tls-certificate", given[0], "--tls-key", given[1]];
    const { status, error } = await installation.run("serve", "--port", "0", ...files);
    expect({ status, error }).toEqual({ status: 2, error: expect.stringContaining(reason) });
    expect(error).not.toContain("PRIVATE KEY");
  }
});
