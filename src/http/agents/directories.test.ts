import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import { openDirectories } from "./directories.ts";
import { readDirectory, thumbprintOf, UnusableDirectory } from "./directory.ts";

async function newJwk() {
  const pair = (await crypto.subtle.generateKey("Ed25519", true, [
    "sign",
    "verify",
  ])) as CryptoKeyPair;
  const { kty, crv, x } = await crypto.subtle.exportKey("jwk", pair.publicKey);
  return { kty: kty!, crv: crv!, x: x! };
}
const one = await newJwk();
const two = await newJwk();
const keyid = thumbprintOf(one.x);
const textOf = (...keys: object[]) => JSON.stringify({ keys });

test("a thumbprint is that of RFC 8037, appendix A.3", () => {
  const x = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";
  expect(thumbprintOf(x)).toBe("kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k");
});

describe("a directory", () => {
  test("has keys of one kind, with the times between which they sign", async () => {
    const rsa = { kty: "RSA", n: "AQAB", e: "AQAB" };
    const keys = await readDirectory(textOf(rsa, { ...one, nbf: 10, exp: 20 }, two));
    expect(keys.map(({ keyid, notBefore, notAfter }) => [keyid, notBefore, notAfter])).toEqual([
      [keyid, 10_000, 20_000],
      [thumbprintOf(two.x), 0, Number.POSITIVE_INFINITY],
    ]);
  });

  test.each([
    "",
    "[]",
    "null",
    "{}",
    '{"keys":{}}',
    '{"keys":[]}',
    '{"keys":[null,5,{"kty":"OKP","crv":"Ed25519","x":"AA"}]}',
    // The test key of RFC 9421, whose private part everybody knows.
    textOf({ kty: "OKP", crv: "Ed25519", x: "JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs" }),
  ])("is not %j", (text) => {
    expect(readDirectory(text)).rejects.toThrow(UnusableDirectory);
  });
});

/** A host that answers with what it is told to, and the requests that it got. */
function hostWith(first: () => Response | Promise<Response>) {
  const asked: string[] = [];
  const inits: RequestInit[] = [];
  let clock = 1_000_000_000;
  const host = { answer: first };
  const directories = openDirectories([{ host: "a.example", file: null }], {
    now: () => clock,
    async fetch(url, init) {
      asked.push(url);
      inits.push(init);
      return host.answer();
    },
    log: () => {},
  });
  const pass = (ms: number) => {
    clock += ms;
  };
  return { directories, asked, inits, host, pass, now: () => clock };
}
const answerWith =
  (text: string, init: ResponseInit = {}) =>
  () =>
    new Response(text, init);

describe("keys that are fetched", () => {
  test("come from the well-known path of the named host alone, without redirects", async () => {
    const { directories, asked, inits } = hostWith(answerWith(textOf(one)));
    await directories.refresh();
    expect(directories.find("a.example", keyid, 0)).toMatchObject({ keyid });
    expect(directories.find("b.example", keyid, 0)).toBe("unknown");
    expect(new Set(asked)).toEqual(
      new Set(["https://a.example/.well-known/http-message-signatures-directory"]),
    );
    expect(inits[0]).toMatchObject({ redirect: "error" });
    expect(directories.agents()).toMatchObject([{ host: "a.example", keys: 1, problem: null }]);
  });

  test("are fetched again when their time is over, within limits", async () => {
    const cache = { headers: { "Cache-Control": "public, max-age=600" } };
    const { directories, asked, pass } = hostWith(answerWith(textOf(one), cache));
    await directories.refresh();
    pass(599_000);
    await directories.refresh();
    expect(asked).toHaveLength(1);
    pass(2000);
    await directories.refresh();
    expect(asked).toHaveLength(2);
  });

  test("are asked for once a minute where a key is unknown, and never waited for", async () => {
    const { directories, asked, host, pass, now } = hostWith(answerWith(textOf(one)));
    await directories.refresh();
    const other = thumbprintOf(two.x);
    // The directory is newer than the signature, so the key is not the agent's.
    expect(directories.find("a.example", other, now() - 1000)).toBe("absent");
    host.answer = answerWith(textOf(one, two));
    pass(1000);
    for (let times = 0; times < 5; times++) {
      expect(directories.find("a.example", other, now())).toBe("unknown");
    }
    expect(asked).toHaveLength(1);
    pass(60_000);
    for (let times = 0; times < 5; times++) {
      expect(directories.find("a.example", other, now())).toBe("unknown");
    }
    expect(asked).toHaveLength(2);
    const find = () => directories.find("a.example", other, now());
    await waitUntil("the new directory", () => find() !== "unknown");
    expect(find()).toMatchObject({ keyid: other });
  });

  const failures: [name: string, answer: () => Response | Promise<Response>][] = [
    ["an error", answerWith("", { status: 503 })],
    ["a redirect", answerWith("", { status: 302, headers: { Location: "https://b.example" } })],
    ["something else", answerWith("<html>")],
    ["more than the limit", answerWith(`{"keys":[],"x":"${"x".repeat(70_000)}"}`)],
    ["nothing", () => Promise.reject(new TypeError("unreachable"))],
  ];
  test.each(failures)("stay known for a day where the host answers with %s", async (_, answer) => {
    const { directories, host, pass, now } = hostWith(answerWith(textOf(one)));
    await directories.refresh();
    host.answer = answer;
    pass(3_600_001);
    await directories.refresh();
    expect(directories.find("a.example", keyid, now())).toMatchObject({ keyid });
    expect(directories.agents()[0]!.problem).not.toBeNull();
    pass(24 * 3_600_000);
    await directories.refresh();
    expect(directories.find("a.example", keyid, now())).toBe("unknown");
    host.answer = answerWith(textOf(one));
    pass(60_001);
    await directories.refresh();
    expect(directories.find("a.example", keyid, now())).toMatchObject({ keyid });
    expect(directories.agents()[0]!.problem).toBeNull();
  });
});

test("keys of a file follow the file, and a key that it lacks may be a newer one", async () => {
  const folder = mkdtempSync(join(tmpdir(), "keys-"));
  const file = join(folder, "keys.json");
  try {
    let clock = 1_000_000;
    const options = { now: () => clock, log: () => {} };
    const directories = openDirectories([{ host: "a.example", file }], options);
    await directories.refresh();
    expect(directories.agents()[0]!.problem).toContain("ENOENT");
    writeFileSync(file, textOf(one));
    clock += 61_000;
    await directories.refresh();
    expect(directories.find("a.example", keyid, 0)).toMatchObject({ keyid });
    expect(directories.find("a.example", thumbprintOf(two.x), 0)).toBe("unknown");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
