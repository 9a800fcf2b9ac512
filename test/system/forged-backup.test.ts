/** Backups that were changed or made by somebody who may not: signatures, models that do harm, hostile archives. */
import { beforeAll, describe, expect, test } from "bun:test";
import { createHash, generateKeyPairSync } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc, { type Arbitrary } from "fast-check";
import { newPerson } from "../../scripts/programs/dashboard-client/account.ts";
import { mutated } from "../../scripts/trials/fuzz/hostile-values.ts";
import { BackupRefused, signatureName } from "../../src/storage/backup/manifest.ts";
import { publicKeyOf, signatureOf } from "../../src/storage/backup/signature.ts";
import { unpack } from "../../src/storage/backup/unpack.ts";
import {
  archiveOf,
  type Entry,
  entriesOf,
  manifestOf,
  named,
  withContent,
  withManifest,
  withOwnManifest,
} from "../fixtures/backup-archive.ts";
import { booking } from "../fixtures/booking.ts";
import { openDatabase } from "../fixtures/database.ts";
import { callRisk, Installation } from "../fixtures/executable.ts";
import { fixtures, toolkits } from "../fixtures/models/bundles.ts";
import { debianProgram, testWith } from "../fixtures/needs.ts";

const installation = new Installation();
const path = (name: string) => join(installation.folder, name);

const [own, attackers] = [generateKeyPairSync("ed25519"), generateKeyPairSync("ed25519")];
const [keyFile, publicFile] = [path("backup-key.pem"), path("backup-key.pub")];
const ownKey = publicKeyOf(own.privateKey);
/** Entries of a signed backup. */
let signed: Entry[];

/** The data folder as somebody changed it, backed up without a signature. */
async function backupOf(name: string, change: (data: string) => void): Promise<string> {
  const [data, file] = [path(`${name}-data`), path(`${name}.tar`)];
  cpSync(installation.data, data, { recursive: true });
  change(data);
  await installation.json("backup", file, "--data", data);
  return file;
}

function changeControl(data: string, sql: string, ...values: string[]): void {
  const control = openDatabase(join(data, "control.db"));
  expect(control.run(sql, values).changes).toBeGreaterThan(0);
  control.close();
}

/** What `backup verify` and `restore` say when they refuse a file, of which nothing is put in place. */
async function refusalsOf(file: string, ...flags: string[]): Promise<string[]> {
  const target = mkdtempSync(path("refused-"));
  const ran = [
    await installation.run("backup", "verify", file, ...flags),
    await installation.run("restore", file, "--data", target, ...flags),
  ];
  const left = readdirSync(target).filter((name) => name !== "runtime");
  expect([ran.map(({ status }) => status), left]).toEqual([[1, 1], ["serving.lock"]]);
  return ran.map(({ error }) => error);
}

beforeAll(async () => {
  writeFileSync(keyFile, own.privateKey.export({ format: "pem", type: "pkcs8" }), { mode: 0o600 });
  writeFileSync(publicFile, own.publicKey.export({ format: "pem", type: "spki" }));
  const { secret } = await installation.project();
  const service = await installation.serve();
  await newPerson(installation, service, "ada@example.com", "owner");
  await newPerson(installation, service, "eve@example.com", "viewer");
  for (const requestId of ["a", "b", "c"]) {
    expect((await callRisk(service.url, secret.key, booking({ requestId }))).status).toBe(200);
  }
  expect(await service.stop()).toBe(0);
  const made = await installation.json("backup", path("signed.tar"), "--sign-with", keyFile);
  expect(made.signedBy).toBe(ownKey);
  signed = await entriesOf(readFileSync(path("signed.tar")));
});

describe("a signed backup", () => {
  test("has its signature as the last entry, and is accepted by its key, given as a file or a line", async () => {
    expect(signed.at(-1)!.header.name).toBe(signatureName);
    for (const key of [publicFile, ownKey]) {
      const found = await installation.run(
        "backup",
        "verify",
        path("signed.tar"),
        "--signed-by",
        key,
      );
      expect(found).toMatchObject({ status: 0, error: "" });
      expect(found.out).toContain(`It is signed by ${ownKey}, as --signed-by demands.`);
    }
    const data = ["--data", path("accepted")];
    const restored = await installation.json(
      "restore",
      path("signed.tar"),
      "--signed-by",
      publicFile,
      ...data,
    );
    expect(restored.signedBy).toBe(ownKey);
  });

  test("names its key where none is demanded", async () => {
    const { status, out } = await installation.run("backup", "verify", path("signed.tar"));
    expect(status).toBe(0);
    expect(out).toContain(`It is signed by ${ownKey}. Anybody can sign with a key of their own`);
  });

  test("is not made with a key that each backup would contain, or that is none", async () => {
    const inside = join(installation.data, "key.pem");
    for (const [file, said] of [
      [inside, "each backup would contain it"],
      [publicFile, "must name a private key of Ed25519"],
      [path("no-such.pem"), "cannot be read (ENOENT)"],
    ] as const) {
      const { status, error } = await installation.run(
        "backup",
        path("x.tar"),
        "--sign-with",
        file,
      );
      expect([status, error]).toEqual([2, expect.stringContaining(said)]);
    }
    const wrong = await installation.run(
      "backup",
      "verify",
      path("signed.tar"),
      "--signed-by",
      keyFile,
    );
    expect([wrong.status, wrong.error]).toEqual([2, expect.stringContaining("no public key")]);
    expect(existsSync(path("x.tar"))).toBe(false);
  });

  testWith(debianProgram("openssl"))("is signed and verified with keys of openssl", async () => {
    const openssl = (...words: string[]) => {
      const { exitCode, stderr } = Bun.spawnSync(["openssl", ...words], {
        cwd: installation.folder,
      });
      expect([exitCode, exitCode === 0 ? "" : stderr.toString()]).toEqual([0, ""]);
    };
    openssl(..."genpkey -algorithm ed25519 -out made.pem".split(" "));
    expect(statSync(path("made.pem")).mode & 0o777).toBe(0o600);
    openssl(..."pkey -in made.pem -pubout -out made.pub".split(" "));
    const file = path("by-openssl.tar");
    await installation.json("backup", file, "--sign-with", path("made.pem"));
    const { manifest, signature } = await manifestAndSignature(file);
    writeFileSync(path("manifest"), manifest);
    writeFileSync(path("signature"), signature);
    openssl(
      ..."pkeyutl -verify -pubin -inkey made.pub -rawin -in manifest -sigfile signature".split(" "),
    );
    const found = await installation.run("backup", "verify", file, "--signed-by", path("made.pub"));
    expect(found.status).toBe(0);
  });

  async function manifestAndSignature(file: string) {
    const entries = await entriesOf(readFileSync(file));
    const [, signature] = named(entries, signatureName).content.toString().split("\n");
    return {
      manifest: named(entries, "manifest.json").content,
      signature: Buffer.from(signature!, "base64"),
    };
  }
});

describe("a backup in which a viewer was made the owner of everything, with a manifest of its own", () => {
  const forged = path("forged-owner.tar");
  let entries: Entry[];

  beforeAll(async () => {
    const changed = await backupOf("owner", (data) =>
      changeControl(
        data,
        "UPDATE grants SET role = 'owner' WHERE user_id = (SELECT id FROM users WHERE email = ?)",
        "eve@example.com",
      ),
    );
    const control = named(await entriesOf(readFileSync(changed)), "control.db").content;
    entries = withOwnManifest(withContent(signed, "control.db", control));
  });

  test("and the signature of the true one is refused", async () => {
    writeFileSync(forged, await archiveOf(entries));
    for (const flags of [["--signed-by", publicFile], []]) {
      for (const error of await refusalsOf(forged, ...flags)) {
        expect(error).toContain("its signature is not that of its manifest");
      }
    }
  });

  test("and no signature is refused where one is demanded; else it is said", async () => {
    writeFileSync(forged, await archiveOf(withContent(entries, signatureName, null)));
    for (const error of await refusalsOf(forged, "--signed-by", publicFile)) {
      expect(error).toContain("it is not signed, although --signed-by is given");
    }
    // That it works is what a signature is for.
    const { status, out } = await installation.run("restore", forged, "--data", path("unsigned"));
    expect(status).toBe(0);
    expect(out).toContain("It is not signed: whoever could write to it may have changed it.");
    expect(out).toMatch(/^eve@example\.com +all projects/m);
  });

  test("and the signature of another key is refused where one is demanded; else the key is named", async () => {
    const manifest = named(entries, "manifest.json").content;
    const signature = Buffer.from(signatureOf(manifest, attackers.privateKey));
    writeFileSync(forged, await archiveOf(withContent(entries, signatureName, signature)));
    const theirs = publicKeyOf(attackers.privateKey);
    for (const error of await refusalsOf(forged, "--signed-by", ownKey)) {
      expect(error).toContain(
        `it is signed by the key ${theirs}, which is not that of --signed-by`,
      );
    }
    const found = await installation.json("backup", "verify", forged);
    expect(found.signedBy).toBe(theirs);
  });
});

describe("the models of a backup", () => {
  const from = join(toolkits, "sklearn-logistic-regression-columns");
  const model = "sklearn-logistic-regression-columns@1.0.0";
  const hash = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");

  beforeAll(async () => {
    await installation.json("model", "install", from);
  });

  /** A backup in which the installed model has other bytes, and all that is known of it agrees. */
  const withModel = (name: string, bytes: Uint8Array, more: object = {}) =>
    backupOf(name, (data) => {
      const folder = join(data, "models", model);
      const [file, about] = [join(folder, "model.onnx"), join(folder, "manifest.json")];
      const told = JSON.parse(readFileSync(about, "utf8")) as object;
      const manifest = JSON.stringify({ ...told, ...more, sha256: hash(bytes) });
      for (const place of [file, about]) chmodSync(place, 0o600);
      writeFileSync(file, bytes);
      writeFileSync(about, manifest);
      changeControl(
        data,
        "UPDATE models SET sha256 = ?, bundle_sha256 = ? WHERE name = ?",
        hash(bytes),
        hash(manifest),
        model.split("@")[0]!,
      );
    });

  test("are not loaded if one crashes the process that does", async () => {
    const file = await withModel("aborts", readFileSync(join(fixtures, "hostile/aborts.onnx")));
    for (const error of await refusalsOf(file)) {
      expect(error).toStartWith(
        `booking-risk: the model ${model} must not be loaded: the runtime crashed while loading it (SIGABRT)`,
      );
    }
  });

  test("may be ones that would not be promoted now", async () => {
    const bytes = readFileSync(join(from, "model.onnx"));
    const file = await withModel("slow", bytes, { budget: { rowMicros: 0.01 } });
    const folder = join(path("slow-data"), "models", model);
    const checked = await installation.run("model", "check", folder);
    expect(checked.error).toContain("its budget is 0.01");
    expect(await installation.json("backup", "verify", file)).toMatchObject({ ok: true as never });
    await installation.json("restore", file, "--data", path("slow-restored"));
    expect(existsSync(join(path("slow-restored"), "models", model, "model.onnx"))).toBe(true);
  });

  test("are not looked for outside the library", async () => {
    const file = await backupOf("outside", (data) => {
      const name = "../outside";
      cpSync(from, join(data, "outside@1.0.0"), { recursive: true });
      const manifest = readFileSync(join(from, "manifest.json"));
      changeControl(
        data,
        "UPDATE models SET name = ?, bundle_sha256 = ? WHERE name = ?",
        name,
        hash(manifest),
        model.split("@")[0]!,
      );
    });
    await installation.json("restore", file, "--data", path("outside-restored"));
    const promoted = await installation.run(
      "model",
      "promote",
      "../outside@1.0.0",
      "--force",
      "--data",
      path("outside-restored"),
    );
    expect(promoted.status).toBe(1);
    expect(promoted.error).toContain("its name or version cannot be one");
  });
});

describe("a hostile archive is refused, or harmless", () => {
  const seed = 20_261_126;
  const names = [
    "../escaped",
    "/tmp/booking-risk-escaped",
    "models/../../escaped",
    "..\\escaped",
    "C:\\escaped",
    "runtime/onnxruntime-0/libgcc_s.so.1",
    "RUNTIME/x",
    "control.db",
    "events.db-wal",
    "history.db",
    "serving.lock",
    ".restoring",
    "manifest.json",
    signatureName,
    "models",
    "models/a/../b",
    "a\nb",
    "\u202elmth.x",
    "x".repeat(300),
    "x".repeat(1100),
    "a//b",
    ".",
    "before-restore-1/control.db",
  ];
  const linkTypes = ["symlink", "link", "fifo", "directory", "character-device"] as const;
  const targets = ["/tmp", "..", "../../data/control.db", "control.db"];
  const place = fc.nat(1000);
  const at = (entries: readonly Entry[], n: number) => n % entries.length;

  const damage = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255)), {
    minLength: 1,
    maxLength: 8,
  });
  const damaged = (whole: Buffer, bytes: [number, number][]) => {
    const copy = Buffer.from(whole);
    for (const [where, byte] of bytes) copy[Math.floor(where * (copy.length - 1))] = byte;
    return copy;
  };
  /** A file of the backup with some other bytes, and a manifest that says so. */
  const damagedFile = (pattern: RegExp): Arbitrary<Entry[]> =>
    fc.tuple(place, damage).map(([n, bytes]) => {
      const files = signed.filter(({ header }) => pattern.test(header.name));
      const { header, content } = files[at(files, n)]!;
      return withOwnManifest(withContent(signed, header.name, damaged(content, bytes)));
    });

  /** What is changed, how often, and into what. */
  const kinds: [string, number, () => Arbitrary<Entry[]>][] = [
    [
      "names",
      50,
      () =>
        fc.tuple(place, fc.constantFrom(...names)).map(([n, name]) => {
          const one = at(signed, n);
          const renamed = signed.map((entry, i) =>
            i === one ? { ...entry, header: { name } } : entry,
          );
          return withOwnManifest(renamed, manifestOf(signed));
        }),
    ],
    [
      "links",
      40,
      () =>
        fc
          .tuple(place, fc.constantFrom(...linkTypes), fc.constantFrom(...names, ...targets))
          .chain(([n, type, linkname]) =>
            fc.constantFrom(...signed.map(({ header }) => header.name), "models").map((name) => {
              const link = { header: { name, type, linkname }, content: Buffer.alloc(0) };
              return signed.toSpliced(at(signed, n), 0, link);
            }),
          ),
    ],
    ["manifests", 40, () => mutated(manifestOf(signed)).map((one) => withManifest(signed, one))],
    [
      "signatures",
      30,
      () =>
        fc
          .oneof(
            damage.map((bytes) => damaged(named(signed, signatureName).content, bytes)),
            fc
              .constantFrom("", "\n", `${ownKey}\n`, `${ownKey}\n${ownKey}\n`)
              .map((text) => Buffer.from(text)),
          )
          .map((content) => withContent(signed, signatureName, content)),
    ],
    ["databases", 25, () => damagedFile(/\.db$/)],
    ["models", 15, () => damagedFile(/^models\//)],
  ];

  /** The files that it is unpacked to; null where it is refused. Nothing is written elsewhere. */
  async function unpacked(entries: Entry[], signedBy: string | null) {
    const folder = mkdtempSync(path("hostile-"));
    const [file, target] = [join(folder, "backup.tar"), join(folder, "target")];
    writeFileSync(file, await archiveOf(entries));
    mkdirSync(target);
    try {
      const secrets = { passphrase: null, identities: [] };
      return (await unpack(file, target, { secrets, signedBy })).files;
    } catch (error) {
      if (error instanceof BackupRefused) return null;
      throw error;
    } finally {
      expect(readdirSync(folder).sort()).toEqual(["backup.tar", "target"]);
      rmSync(folder, { recursive: true });
    }
  }

  /** It says what is wrong in a line, or nothing is. */
  async function expectVerified(entries: Entry[]): Promise<void> {
    const file = path("hostile.tar");
    writeFileSync(file, await archiveOf(entries));
    const { status, error } = await installation.run("backup", "verify", file);
    if (status === 0) expect(error).toBe("");
    else expect([status, error]).toEqual([1, expect.stringMatching(/^booking-risk: .+\n$/)]);
    rmSync(file);
  }

  test("of which nothing reaches the terminal that it would obey", async () => {
    const manifest = manifestOf(signed);
    const file = path("hostile.tar");
    const errorOf = async (changed: object) => {
      const entries = withManifest(withContent(signed, signatureName, null), changed);
      writeFileSync(file, await archiveOf(entries));
      return (await installation.run("backup", "verify", file)).error;
    };
    const added = { name: "\u001b[2K\u202ebd.sys", bytes: 0, sha256: "" };
    expect(await errorOf({ ...manifest, files: [...manifest.files, added] })).toBe(
      "booking-risk: it is damaged: \ufffd[2K\ufffdbd.sys is missing\n",
    );
    expect(await errorOf({ ...manifest, createdAt: "\u001b[2K" })).toBe(
      "booking-risk: its manifest.json cannot be read\n",
    );
    rmSync(file);
  });

  test.each(kinds)("%s", async (_, numRuns, hostile) => {
    const { files } = manifestOf(signed);
    const before = readdirSync(installation.folder);
    let refused = 0;
    for (const entries of fc.sample(hostile(), { numRuns, seed })) {
      const trusted = await unpacked(entries, ownKey);
      if (trusted === null) refused += 1;
      else expect(trusted).toEqual(files); // The change was in a byte that means nothing.
      const unsigned = withContent(entries, signatureName, null);
      const found = await unpacked(unsigned, null);
      if (found && !Bun.deepEquals(found, files)) await expectVerified(unsigned);
    }
    expect(refused).toBeGreaterThan(numRuns * 0.9);
    expect(readdirSync(installation.folder)).toEqual(before);
    expect(existsSync("/tmp/booking-risk-escaped")).toBe(false);
  });
});
