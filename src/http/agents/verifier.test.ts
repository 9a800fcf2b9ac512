import { describe, expect, test } from "bun:test";
import { signatureHeaders } from "web-bot-auth";
import { signerFromJWK } from "web-bot-auth/crypto";
import type { SignatureFault, SignatureResult } from "../../attempt/telemetry/signature.ts";
import type { Directories, KeySearch } from "./directories.ts";
import { thumbprintOf } from "./directory.ts";
import { type SignedUse, signatureVerifier } from "./verifier.ts";

/** RFC 9421, appendix B.1.4. */
const testKey = { kty: "OKP", crv: "Ed25519", x: "JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs" };
const privateKey = { ...testKey, d: "n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU" };
const testKeyId = "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";

const importKey = (jwk: typeof testKey) =>
  crypto.subtle.importKey("jwk", jwk, { name: "Ed25519" }, false, ["verify"]);
const known = {
  keyid: testKeyId,
  key: await importKey(testKey),
  notBefore: 0,
  notAfter: Number.POSITIVE_INFINITY,
};

const agent = "signature-agent.test";

/** The agent's directory has the test key; what is asked for is recorded. */
function directoriesWith(search: (host: string, keyid: string) => KeySearch): Directories {
  return { find: search, agents: () => [], refresh: async () => {} };
}
const directories = directoriesWith((host, keyid) => {
  if (host !== agent) return "unknown";
  return keyid === testKeyId ? known : "absent";
});

const use: SignedUse = { batch: "prj_1:col_1:0", allowedOrigins: null, welcomeAgents: [agent] };

function verifierAt(ms: number, changes: { directories?: Directories; startedAt?: number } = {}) {
  let clock = changes.startedAt ?? ms - 60_000;
  const verify = signatureVerifier({
    directories: changes.directories ?? directories,
    authorities: ["example.com", "*.hotel.example"],
    now: () => clock,
  });
  clock = ms;
  return { verify, at: (later: number) => (clock = later) };
}

const url = "https://example.com/path/to/resource";
const verified = { kind: "verified", agent, welcome: true } as const;
const failed = (fault: SignatureFault): SignatureResult => ({ kind: "failed", fault });

describe("the vectors of the draft, signed with the test key of RFC 9421", () => {
  // cloudflare/web-bot-auth, packages/web-bot-auth/test/test_data (Apache-2.0).
  const created = 1_735_689_600;
  const v1 = {
    "signature-input": `sig2=("@authority" "signature-agent");created=1735689600;keyid="${testKeyId}";alg="ed25519";expires=1735693200;nonce="e8N7S2MFd/qrd6T2R3tdfAuuANngKI7LFtKYI/vowzk4lAZYadIX6wW25MwG7DCT9RUKAJ0qVkU0mEeLElW1qg==";tag="web-bot-auth"`,
    signature:
      "sig2=:jdq0SqOwHdyHr9+r5jw3iYZH6aNGKijYp/EstF4RQTQdi5N5YYKrD+mCT1HA1nZDsi6nJKuHxUi/5Syp3rLWBA==:",
    "signature-agent": `"https://${agent}"`,
  };
  const v2 = {
    "signature-input": `sig2=("@authority" "signature-agent";key="agent2");created=1735689600;keyid="${testKeyId}";alg="ed25519";expires=4889289600;nonce="n9p433xm+NJ3ph3upfBIGmsuwHw387YV7Q/F+6BSpGCVjYCqQw6rznNA8PVVLySrAWsv0hQtFioQb6E1YsauiA==";tag="web-bot-auth"`,
    signature:
      "sig2=:RdNFx5Bj6au3YgAMQL/RzmUlZE8QZLIaXGRpw985hWnwPfMxT228NMk6ehRS1PSl4e8PhbNZACSanGdhEwYCCg==:",
    "signature-agent": `agent2="https://${agent}"`,
  };
  const withoutAgent = {
    "signature-input": `sig1=("@authority");created=1735689600;keyid="${testKeyId}";alg="ed25519";expires=1735693200;nonce="mYotfW3CUjI68sbGw6oKd7kyXqPjZEtU8xFPGWFrqOAf5qC6MDe3pys3SWWCudB0MvwslHy32WXUpkR7u0lt/w==";tag="web-bot-auth"`,
    signature:
      "sig1=:+NA/cssf4Y2bQTMTkyvTGRCaVzp9quyUevdwwMtMOWhhOOZ2T1subBj0BtvdnrpDEuwSAbiTeElXDzHL3WWKCw==:",
  };
  const check = (headers: Record<string, string>, atS: number, to = url) =>
    verifierAt(atS * 1000, { startedAt: 0 }).verify(
      { method: "GET", url: to, headers: new Headers(headers) },
      use,
    );

  test("are verified, in the older form and in the newer", async () => {
    expect(await check(v1, created + 10)).toEqual(verified);
    expect(await check(v2, created + 10)).toEqual(verified);
  });

  test("are attributed to nobody where they do not name their agent", async () => {
    expect(await check(withoutAgent, created + 10)).toEqual({ kind: "unknown" });
  });

  test("expire, after a day at the latest", async () => {
    expect(await check(v1, created + 3600 + 59)).toEqual(verified);
    expect(await check(v1, created + 3600 + 61)).toEqual(failed("expired"));
    expect(await check(v2, created + 24 * 3600 + 59)).toEqual(verified);
    expect(await check(v2, created + 24 * 3600 + 61)).toEqual(failed("expired"));
    expect(await check(v2, created - 61)).toEqual(failed("expired"));
  });

  test("are for the host that they were made for", async () => {
    // Passed on by that host, they would be somebody else's visit.
    expect(await check(v1, created, "https://other.example/")).toEqual({ kind: "unknown" });
    expect(await check(v1, created, "https://www.hotel.example/")).toEqual(failed("forged"));
  });

  test("are forged where one character differs", async () => {
    const other = { ...v1, signature: v1.signature.replace("jdq0", "jdq1") };
    expect(await check(other, created)).toEqual(failed("forged"));
    const claims = { ...v2, "signature-input": v2["signature-input"].replace("n9p4", "n9p5") };
    expect(await check(claims, created)).toEqual(failed("forged"));
  });
});

describe("a request that web-bot-auth signs", () => {
  const now = Date.UTC(2027, 0, 1);
  const headersOf = async (key: object, name = agent, atMs = now, nonce?: string) => {
    const headers = new Headers({ "signature-agent": `"https://${name}"` });
    const created = new Date(atMs);
    const expires = new Date(atMs + 60_000);
    const signed = await signatureHeaders(
      new Request(url, { headers }),
      await signerFromJWK(key as typeof privateKey),
      { created, expires, ...(nonce && { nonce }) },
    );
    headers.set("signature", signed.Signature);
    headers.set("signature-input", signed["Signature-Input"]);
    return headers;
  };
  const check = (
    { verify }: ReturnType<typeof verifierAt>,
    headers: Headers,
    changes: Partial<SignedUse> = {},
  ) => verify({ method: "POST", url, headers }, { ...use, ...changes });

  test("is verified, and welcome where the project says so", async () => {
    const headers = await headersOf(privateKey);
    expect(await check(verifierAt(now), headers)).toEqual(verified);
    const elsewhere = await check(verifierAt(now), headers, { welcomeAgents: ["a.example"] });
    expect(elsewhere).toEqual({ ...verified, welcome: false });
  });

  test("is verified once, but for the same batch that is sent again", async () => {
    const verifier = verifierAt(now);
    const headers = await headersOf(privateKey);
    expect(await check(verifier, headers)).toEqual(verified);
    expect(await check(verifier, headers)).toEqual(verified);
    expect(await check(verifier, headers, { batch: "prj_1:col_1:1" })).toEqual(failed("replayed"));
    expect(await check(verifier, headers, { batch: "prj_2:col_1:0" })).toEqual(failed("replayed"));
  });

  /** Signed by hand: the library always adds a nonce. */
  const signedWith = async (more: string) => {
    const created = now / 1000;
    const params =
      `("@authority" "signature-agent");created=${created};expires=${created + 60}` +
      `;keyid="${testKeyId}";tag="web-bot-auth"${more}`;
    const base =
      `"@authority": example.com\n"signature-agent": "https://${agent}"\n` +
      `"@signature-params": ${params}`;
    const key = await crypto.subtle.importKey("jwk", privateKey, { name: "Ed25519" }, false, [
      "sign",
    ]);
    const bytes = await crypto.subtle.sign("Ed25519", key, new TextEncoder().encode(base));
    return new Headers({
      "signature-agent": `"https://${agent}"`,
      "signature-input": `s=${params}`,
      signature: `s=:${Buffer.from(bytes).toString("base64")}:`,
    });
  };

  test("without a nonce is verified for one batch, and unknown for others", async () => {
    const verifier = verifierAt(now);
    const headers = await signedWith("");
    expect(await check(verifier, headers)).toEqual(verified);
    expect(await check(verifier, headers)).toEqual(verified);
    for (const batch of ["prj_1:col_1:1", "prj_1:col_2:0", "prj_2:col_1:0"]) {
      expect(await check(verifier, headers, { batch })).toEqual({ kind: "unknown" });
    }
    const restarted = verifierAt(now + 20_000, { startedAt: now + 10_000 });
    expect(await check(restarted, headers)).toEqual({ kind: "unknown" });
  });

  test("names no other algorithm than its key's", async () => {
    expect(await check(verifierAt(now), await signedWith(';alg="ed25519"'))).toEqual(verified);
    for (const alg of ["rsa-v1_5-sha256", "hmac-sha256", "ED25519", ""]) {
      const headers = await signedWith(`;alg="${alg}"`);
      expect(await check(verifierAt(now), headers)).toEqual(failed("forged"));
    }
    const headers = await signedWith(";alg=5");
    expect(await check(verifierAt(now), headers)).toEqual(failed("malformed"));
  });

  test("may have been used before the service was started", async () => {
    const restarted = verifierAt(now + 20_000, { startedAt: now + 10_000 });
    expect(await check(restarted, await headersOf(privateKey))).toEqual({ kind: "unknown" });
    const fresh = await headersOf(privateKey, agent, now + 15_000);
    expect(await check(restarted, fresh)).toEqual(verified);
  });

  test("is forged where the agent's directory does not have its key", async () => {
    const { privateKey: own } = (await crypto.subtle.generateKey("Ed25519", true, [
      "sign",
      "verify",
    ])) as CryptoKeyPair;
    const jwk = await crypto.subtle.exportKey("jwk", own);
    const headers = await headersOf(jwk);
    expect(headers.get("signature-input")).toContain(thumbprintOf(jwk.x!));
    expect(await check(verifierAt(now), headers)).toEqual(failed("forged"));
    const ofOther = await headersOf(jwk, "unknown.example");
    expect(await check(verifierAt(now), ofOther)).toEqual({ kind: "unknown" });
  });

  test("is forged where a known key signs for another agent", async () => {
    const lookup = directoriesWith((host) => (host === agent ? known : "absent"));
    const headers = await headersOf(privateKey, "other.example");
    expect(await check(verifierAt(now, { directories: lookup }), headers)).toEqual(
      failed("forged"),
    );
  });

  test("is no longer valid once its key has expired", async () => {
    const lookup = directoriesWith(() => ({ ...known, notAfter: now - 1 }));
    const headers = await headersOf(privateKey);
    const result = await check(verifierAt(now, { directories: lookup }), headers);
    expect(result).toEqual(failed("expired"));
  });

  test("reaches the service by any host of the publishable key, too", async () => {
    const headers = await headersOf(privateKey);
    const verify = signatureVerifier({ directories, authorities: [], now: () => now });
    const request = { method: "POST", url, headers };
    expect(await verify(request, use)).toEqual({ kind: "unknown" });
    const allowedOrigins = ["https://example.com"];
    expect(await verify(request, { ...use, allowedOrigins })).toEqual(verified);
  });
});

describe("headers", () => {
  const now = Date.UTC(2027, 0, 1);
  const created = now / 1000;
  const { verify } = verifierAt(now);
  const params = `created=${created};expires=${created + 60};keyid="k";tag="web-bot-auth"`;
  const check = (input: string | null, more: Record<string, string> = {}) => {
    const headers = new Headers(more);
    if (input !== null) headers.set("signature-input", input);
    return verify({ method: "POST", url, headers }, use);
  };
  const signature = { signature: "s=:AAAA:" };

  test.each([
    null,
    "",
    "not a dictionary !",
    `s=("@authority");created=${created};keyid="k"`,
    's=("@authority");tag="another"',
    "s=1",
  ])("of %j are no signature of an agent", async (input) => {
    expect(await check(input, signature)).toBeNull();
  });

  test.each([
    [`s=("@authority");${params}`, {}],
    [`s=("@authority");${params}`, { signature: "t=:AAAA:" }],
    [`s=("@authority");${params}`, { signature: "s=1" }],
    [`s=("@method");${params}`, signature],
    [`s=();${params}`, signature],
    [`s=("@authority");tag="web-bot-auth"`, signature],
    [`s=("@authority");${params.replace(/created=\d+/, "created=1.5")}`, signature],
    [`s=("@authority");${params.replace('keyid="k"', "keyid=5")}`, signature],
    [`s=("@authority");${params};nonce=5`, signature],
    [`s=("@authority");${params}`, { ...signature, "signature-agent": '"https://a.example"' }],
    [`s=("@authority" web-bot-auth`, signature],
  ] as const)("%j with %j are malformed", async (input, more) => {
    expect(await check(input, more)).toEqual(failed("malformed"));
  });

  test.each([
    '"http://signature-agent.test"',
    '"https://signature-agent.test/path"',
    '"https://signature-agent.test?a"',
    '"nonsense"',
    "token",
    'other="https://signature-agent.test"',
    's="https://signature-agent.test/jwks.json";type=jwks_uri',
  ])("that name the agent as %s name nobody", async (name) => {
    const component = name.startsWith('"') ? '"signature-agent"' : '"signature-agent";key="s"';
    const result = await check(`s=("@authority" ${component});${params}`, {
      ...signature,
      "signature-agent": name,
    });
    expect(result).toEqual({ kind: "unknown" });
  });

  test.each([
    `("@authority" "x-absent" "signature-agent")`,
    `("@authority" "@authority" "signature-agent")`,
    `("@authority" "@status" "signature-agent")`,
    `("@authority";req "signature-agent")`,
  ])("that cover %s cannot be what was signed", async (covered) => {
    const input = `s=${covered};${params.replace('"k"', `"${testKeyId}"`)}`;
    const named = { "signature-agent": `"https://${agent}"` };
    expect(await check(input, { ...signature, ...named })).toEqual(failed("forged"));
  });
});
