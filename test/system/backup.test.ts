/** `backup`, `backup verify` and `restore` on the executable: under load, killed, damaged, encrypted. */
import { beforeAll, describe, expect, test } from "bun:test";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { Encrypter } from "age-encryption";
import { invitingBy, newPerson, Person } from "../../scripts/programs/dashboard-client/account.ts";
import { filesBelow, ifThere } from "../../scripts/programs/files-below.ts";
import { waitUntil } from "../../scripts/programs/wait-until.ts";
import { BackupRefused } from "../../src/storage/backup/manifest.ts";
import { unpack } from "../../src/storage/backup/unpack.ts";
import { markMoved } from "../../src/storage/sqlite/moved-folder.ts";
import { archiveOf, type Entry, entriesOf } from "../fixtures/backup-archive.ts";
import { booking } from "../fixtures/booking.ts";
import { openDatabase } from "../fixtures/database.ts";
import { callRisk, Installation, type Service } from "../fixtures/executable.ts";
import { debianProgram, smallDisk, testWith } from "../fixtures/needs.ts";

const installation = new Installation();
const path = (name: string) => join(installation.folder, name);

let project: Awaited<ReturnType<Installation["project"]>>;

interface Tally {
  decisions: number;
  same: number;
}

/** Scores bookings from several callers until it is stopped. */
function load(service: Service, key: string) {
  const acknowledged: string[] = [];
  let isStopped = false;
  let sent = 0;
  const caller = async (n: number) => {
    while (!isStopped) {
      const request = booking({
        requestId: `load-${sent++}`,
        booker: { email: `g${n}@example.com` },
      });
      const response = await callRisk(service.url, key, request);
      expect(response.status).toBe(200);
      acknowledged.push(((await response.json()) as { decisionId: string }).decisionId);
      await Bun.sleep(20); // The more there are, the longer each test takes to verify them.
    }
  };
  const callers = Promise.all([1, 2, 3, 4, 5, 6].map(caller));
  return {
    acknowledged,
    async stop() {
      isStopped = true;
      await callers;
    },
  };
}

function rows<Row>(folder: string, name: string, sql: string): Row[] {
  const database = openDatabase(join(folder, name));
  const found = database.query(sql).all() as Row[];
  database.close();
  return found;
}

/** What a tar archive holds, by the library that wrote it: a machine may have no `tar`. */
const namesIn = async (archive: Uint8Array) =>
  (await entriesOf(archive)).map(({ header }) => header.name);

const decisionsIn = (folder: string) =>
  rows<{ id: string; key_id: string; project_id: string; model: string }>(
    folder,
    "events.db",
    "SELECT id, key_id, project_id, model_name || '@' || model_version AS model FROM decisions",
  );

/** The IDs of the decisions that were answered before the backup under load began. */
let before: string[];
const loadFile = path("load.tar");

beforeAll(async () => {
  project = await installation.project();
  const service = await installation.serve();
  const bookings = load(service, project.secret.key);
  // Keys of which the first use comes right after their creation: events.db refers to control.db.
  let used = 0;
  let isMade = false;
  const created = (async () => {
    while (!isMade) {
      const { key } = await installation.key(project.projectId, "secret");
      await callRisk(service.url, key, booking({ requestId: `new-key-${used++}` }));
    }
  })();
  await waitUntil("bookings and a new key", () => used > 0 && bookings.acknowledged.length > 20);
  before = [...bookings.acknowledged];
  const made = await installation.json<{ pausedMs: number }>("backup", loadFile);
  expect(made.pausedMs).toBeGreaterThanOrEqual(0); // How long depends on the machine: `npm run bench -- growth --only backup`.
  const answeredMeanwhile = bookings.acknowledged.length;
  await waitUntil("bookings after it", () => bookings.acknowledged.length > answeredMeanwhile);
  isMade = true;
  await created;
  await bookings.stop();
  expect(bookings.acknowledged.length).toBeGreaterThan(before.length);
  expect(await service.stop()).toBe(0);
  await installation.json("restore", loadFile, "--data", path("restored"));
  cpSync(path("restored"), path("not-used"), { recursive: true });
});

describe("a backup under load", () => {
  test("has every decision that was answered before it began, and each is the same bit for bit", async () => {
    const data = path("restored");
    const stored = decisionsIn(data);
    const ids = new Set(stored.map(({ id }) => id));
    expect(before.length).toBeGreaterThan(20);
    expect(before.filter((id) => !ids.has(id))).toEqual([]);
    const tally = await installation.json<Tally>("decision", "verify", "--all", "--data", data);
    expect(tally).toMatchObject({ decisions: stored.length, same: stored.length });
  });

  test("has everything that its decisions refer to", () => {
    const data = path("restored");
    const keys = new Set(
      rows<{ id: string }>(data, "control.db", "SELECT id FROM keys").map((k) => k.id),
    );
    for (const { key_id, project_id, model } of decisionsIn(data)) {
      expect(keys.has(key_id)).toBe(true);
      expect(project_id).toBe(project.projectId);
      expect(existsSync(join(data, "models", model, "model.onnx"))).toBe(true);
    }
  });

  test("is served, and goes on from there", async () => {
    const service = await installation.serve("--data", path("restored"));
    const response = await callRisk(service.url, project.secret.key, booking());
    expect(response.status).toBe(200);
    expect(await service.stop()).toBe(0);
  });

  test("is verified without being restored", async () => {
    const found = await installation.json("backup", "verify", loadFile, "--all-decisions");
    expect(found).toMatchObject({ ok: true, differing: 0, unverifiable: 0 });
    expect(Number(found.decisions)).toBeGreaterThanOrEqual(before.length);
    const sample = await installation.json("backup", "verify", loadFile);
    expect(sample).toMatchObject({ ok: true, differing: 0 });
  });

  test("is not called intact where a decision is not the same", async () => {
    const [data, file] = [path("changed"), path("changed.tar")];
    cpSync(path("not-used"), data, { recursive: true });
    const events = openDatabase(join(data, "events.db"));
    events.run("UPDATE decisions SET risk_score = (risk_score + 1) % 99");
    events.close();
    await installation.json("backup", file, "--data", data);
    const { status, out, error } = await installation.run("backup", "verify", file);
    expect(status).toBe(1);
    expect(out).toStartWith("The files of the backup are intact, but its decisions are not: ");
    expect(error).toMatch(/^booking-risk: \d+ decisions are not the same\n$/);
  });

  test("is not verified without a temporary folder", async () => {
    const TMPDIR = path("nowhere");
    const verify = [installation.executable, "backup", "verify", loadFile];
    const child = Bun.spawn(verify, { env: { TMPDIR }, stdio: ["ignore", "pipe", "pipe"] });
    expect(await child.stdout.text()).toBe("");
    expect(await child.stderr.text()).toBe(
      `booking-risk: no folder can be created in ${TMPDIR} (ENOENT); name another folder in the variable TMPDIR\n`,
    );
    expect(await child.exited).toBe(1);
  });

  test("is a tar archive for its owner only, without what is derived", async () => {
    expect(statSync(loadFile).mode & 0o777).toBe(0o600);
    const names = await namesIn(readFileSync(loadFile));
    expect(names.slice(0, 2)).toEqual(["control.db", "events.db"]);
    expect(names.slice(-2)).toEqual(["manifest.json", "manifest.json.sha256"]);
    expect(names.some((name) => name.startsWith("models/default@"))).toBe(true);
    expect(names.filter((name) => /history|runtime|known|lock|wal|shm/.test(name))).toEqual([]);
  });

  test("standard output gets the same", async () => {
    const { status, out } = await installation.run("backup", "-", "--data", path("restored"));
    expect(status).toBe(0);
    expect(out).toContain("manifest.json.sha256");
  });
});

/** Of a file, or of all files below a folder; 0 where there is none. */
function sizeOf(place: string): number {
  const files = ifThere(() => filesBelow(place, (path) => statSync(path).size)) ?? [];
  return files.reduce((sum, [, size]) => sum + size, 0);
}

describe("a backup or restore that is killed", () => {
  const data = path("restored");

  /** Starts a command and kills it as soon as it is at some point, or has ended. */
  async function killed(args: string[], isThere: (pid: number) => boolean): Promise<void> {
    const child = Bun.spawn([installation.executable, ...args], {
      stdio: ["ignore", "ignore", "ignore"],
    });
    const isTime = () => child.exitCode !== null || isThere(child.pid);
    await waitUntil("the point", isTime, { intervalMs: 1 });
    child.kill("SIGKILL");
    await child.exited;
  }

  test.each([0, 0.5, 0.99])(
    "after %p of a backup leaves no file that is not whole, and its rest goes with the next",
    async (part) => {
      const file = path(`killed-${part}.tar`);
      const whole = sizeOf(loadFile);
      await killed(["backup", file, "--data", data], (pid) => {
        return sizeOf(`${file}.partial-${pid}`) > part * whole;
      });
      if (existsSync(file)) {
        const { status } = await installation.run("backup", "verify", file);
        expect(status).toBe(0);
      }
      await installation.json("backup", file, "--overwrite", "--data", data);
      const left = readdirSync(installation.folder).filter((name) => {
        return name.startsWith(basename(file));
      });
      expect(left).toEqual([basename(file)]);
    },
  );

  const points: [string, (target: string) => boolean][] = [
    ["as it begins", (target) => existsSync(join(target, ".restoring"))],
    ["half unpacked", (target) => sizeOf(join(target, ".restoring")) > sizeOf(data) / 2],
    [
      "with a file in place",
      (target) => ["control.db", "events.db"].some((name) => existsSync(join(target, name))),
    ],
  ];
  test.each(points)(
    "a restore %s leaves an empty folder, a closed one or a whole one",
    async (point, isThere) => {
      const target = path(`killed ${point}`);
      await killed(["restore", loadFile, "--data", target], () => isThere(target));
      const isClosed = existsSync(join(target, ".restoring"));
      if (isClosed || !existsSync(join(target, "control.db"))) {
        const again = await installation.run("restore", loadFile, "--data", target);
        if (again.status !== 0) {
          // It was killed after some files were in place.
          expect([isClosed, again.error]).toEqual([true, expect.stringContaining("use --replace")]);
          await installation.json("restore", loadFile, "--data", target, "--replace");
        }
      }
      expect(rows(target, "control.db", "SELECT id FROM projects")).toHaveLength(1);
      expect(decisionsIn(target).length).toBeGreaterThan(20);
    },
  );

  test("while files are put in place, the folder stays closed until a restore has finished", async () => {
    const target = path("half");
    mkdirSync(join(target, ".restoring"), { recursive: true });
    writeFileSync(join(target, "events.db"), "");
    for (const command of [["serve"], ["project", "create", "x"], ["doctor"]]) {
      const { status, out, error } = await installation.run(...command, "--data", target);
      expect(status).toBe(1);
      expect(out + error).toContain(`booking-risk restore FILE --data ${target}`);
    }
    const again = await installation.run("restore", loadFile, "--data", target);
    expect(again.error).toContain("did not finish; use --replace");
    expect(existsSync(join(target, ".restoring"))).toBe(true);
    await installation.json("restore", loadFile, "--data", target, "--replace");
    expect(existsSync(join(target, ".restoring"))).toBe(false);
    expect(decisionsIn(target).length).toBeGreaterThan(20);
  });
});

test("of a damaged database no backup is made, and older ones stay", async () => {
  const [data, into] = [path("damaged"), path("series")];
  cpSync(path("not-used"), data, { recursive: true });
  mkdirSync(into);
  const backup = ["backup", "--into", into, "--keep", "1", "--data", data];
  await installation.json(...backup);
  const [made] = readdirSync(into);
  const time = readFileSync(join(data, "last-backup"), "utf8");
  const file = join(data, "events.db");
  const bytes = readFileSync(file);
  bytes.fill(7, 3 * 4096, 6 * 4096);
  writeFileSync(file, bytes);
  const { status, error } = await installation.run(...backup);
  expect(status).toBe(1);
  expect(error).toContain(`${file} is damaged`);
  expect(error).toContain("older ones are as they were");
  expect(readdirSync(into)).toEqual([made!]);
  expect(readFileSync(join(data, "last-backup"), "utf8")).toBe(time);
  expect((await installation.run("backup", "verify", join(into, made!))).status).toBe(0);
  // From now on it stays, whatever `--keep` says, until a newer one is verified.
  expect(readdirSync(into).sort()).toEqual([made!, `${made}.verified`]);
});

describe("a backup that is not as it was written", () => {
  const whole = () => readFileSync(loadFile);
  const changed = path("changed.tar");
  const refused = async () => {
    const target = path("changed-data");
    const { status, error } = await installation.run("restore", changed, "--data", target);
    expect(status).toBe(1);
    expect(error.trim().split("\n")).toHaveLength(1);
    expect(readdirSync(target)).toEqual(["serving.lock"]);
    expect((await installation.run("backup", "verify", changed)).status).toBe(1);
    return error;
  };
  /** The same of the code that both commands read a backup by, without starting them. */
  const unreadable = async () => {
    const target = mkdtempSync(path("unpacked-"));
    const secrets = { passphrase: null, identities: [] };
    const error = await unpack(changed, target, { secrets, signedBy: null }).then(
      () => null,
      (reason: unknown) => reason,
    );
    rmSync(target, { recursive: true });
    expect(error).toBeInstanceOf(BackupRefused);
    return (error as BackupRefused).message;
  };

  test("one byte of the databases, the models or the manifest", async () => {
    const content = whole();
    const names = ["control.db", "events.db", "manifest.json", "manifest.json.sha256"];
    for (const name of names) {
      const bytes = Buffer.from(content);
      const at = bytes.lastIndexOf(`${name}\0`) + 512 + 40; // In its content, which follows its header.
      bytes[at]! ^= 1;
      writeFileSync(changed, bytes);
      expect(await unreadable()).toMatch(/damaged|not a backup/);
      if (name === "events.db") expect(await refused()).toMatch(/damaged/);
    }
  });

  test("its end is missing, or it is something else", async () => {
    writeFileSync(changed, whole().subarray(0, whole().length / 2));
    await refused();
    writeFileSync(changed, whole().subarray(0, 4096));
    await unreadable();
    writeFileSync(changed, "");
    expect(await unreadable()).toContain("incomplete");
    writeFileSync(changed, "no backup at all ".repeat(100));
    expect(await refused()).toContain("not a backup");
  });

  const archive = async (header: Entry["header"]) =>
    writeFileSync(changed, await archiveOf([{ header, content: Buffer.from("x") }]));

  test("a library besides those of the program, or anything else that no backup contains", async () => {
    const [runtime] = readdirSync(join(installation.data, "runtime"));
    const planted = `runtime/${runtime}/libgcc_s.so.1`;
    await archive({ name: planted });
    expect(await refused()).toContain(`it holds ${planted}, which no backup contains`);
    const others = [
      "Runtime/a",
      "history.db",
      "control.db-wal",
      "EVENTS.db",
      "serving.lock",
      ".moved",
      "before-upgrade-1/control.db",
      "models/a@1/.hidden",
      "a.tar",
    ];
    for (const name of others) {
      await archive({ name });
      expect(await unreadable()).toContain(`it holds ${name}`);
    }
  });

  test("no regular file", async () => {
    const pipe = path("pipe");
    Bun.spawnSync(["mkfifo", pipe]);
    for (const name of [pipe, installation.folder]) {
      const { status, error } = await installation.run("backup", "verify", name);
      expect([status, error]).toEqual([1, expect.stringContaining("is not a regular file")]);
    }
  });

  test("a file outside the data folder", async () => {
    await archive({ name: "../../escaped" });
    expect(await refused()).toContain("outside the data folder");
    expect(existsSync(join(installation.folder, "../../escaped"))).toBe(false);
    await archive({ name: "link", type: "symlink", linkname: "/etc/passwd" });
    expect(await unreadable()).toContain("no file");
  });
});

test("a library that was planted in the data folder is not loaded", async () => {
  const data = path("planted");
  await installation.json("restore", loadFile, "--data", data);
  const verify = ["decision", "verify", "--all", "--data", data] as const;
  await installation.json(...verify);
  const [runtime] = readdirSync(join(data, "runtime"));
  // Whatever loads the runtime looks for this beside it first, and cannot load it.
  const planted = join(data, "runtime", runtime!, "libgcc_s.so.1");
  writeFileSync(planted, "no library");
  expect(await installation.json<Tally>(...verify)).toMatchObject({ differing: 0 });
  expect(existsSync(planted)).toBe(false);
});

describe("a verification that is ended", () => {
  const folder = path("temporary");

  /** Starts one, and ends it as soon as it unpacks. */
  async function endedBy(signal: NodeJS.Signals): Promise<void> {
    const child = Bun.spawn([installation.executable, "backup", "verify", loadFile], {
      env: { TMPDIR: folder },
      stdio: ["ignore", "ignore", "ignore"],
    });
    await waitUntil("its folder", () => readdirSync(folder).length > 0, { intervalMs: 1 });
    child.kill(signal);
    await child.exited;
  }

  test("by a signal removes what it unpacked; killed, the next one does", async () => {
    mkdirSync(folder);
    await endedBy("SIGTERM");
    expect(readdirSync(folder)).toEqual([]);
    await endedBy("SIGKILL");
    expect(readdirSync(folder)).toHaveLength(1);
    const own = { env: { TMPDIR: folder } };
    const next = Bun.spawn([installation.executable, "backup", "verify", loadFile], own);
    expect(await next.exited).toBe(0);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("an encrypted backup", () => {
  const file = path("sealed.tar.age");
  const passphrase = path("passphrase");
  const data = ["--data", path("restored")];

  test("with a passphrase opens with it only", async () => {
    writeFileSync(passphrase, "correct horse battery\n");
    const made = await installation.json("backup", file, "--passphrase-file", passphrase, ...data);
    expect(made.encrypted).toBe(true as never);
    expect(readFileSync(file).includes("SQLite format 3")).toBe(false);
    const found = await installation.json(
      "backup",
      "verify",
      file,
      "--passphrase-file",
      passphrase,
    );
    expect(found).toMatchObject({ ok: true });

    const without = await installation.run("backup", "verify", file);
    expect(without).toMatchObject({ status: 1 });
    expect(without.error).toContain("--passphrase-file");
  });

  test("is expected where a secret is given", async () => {
    writeFileSync(passphrase, "correct horse battery\n");
    for (const command of ["verify", "restore"]) {
      const words = command === "verify" ? ["backup", "verify"] : ["restore"];
      const own = ["--passphrase-file", passphrase, "--data", path("not-sealed")];
      const { status, error } = await installation.run(...words, loadFile, ...own);
      expect([status, error]).toEqual([
        1,
        expect.stringContaining("it is not encrypted, although"),
      ]);
    }
  });

  test("is refused with another passphrase, and where a byte is changed", async () => {
    writeFileSync(passphrase, "correct horse battery\n");
    // Its key is derived in an instant: the command's own takes a second and more, each time.
    const encrypter = new Encrypter();
    encrypter.setScryptWorkFactor(10);
    encrypter.setPassphrase("correct horse battery");
    const quick = path("quick.tar.age");
    const bytes = await encrypter.encrypt(readFileSync(loadFile));
    writeFileSync(quick, bytes);
    const wrong = path("wrong");
    writeFileSync(wrong, "incorrect\n");
    const opened = await installation.run("backup", "verify", quick, "--passphrase-file", wrong);
    expect(opened).toMatchObject({ status: 1 });
    expect(opened.error).toContain("decrypts the backup");

    const restore = ["restore", quick, "--passphrase-file", passphrase];
    expect((await installation.run(...restore, "--data", path("unsealed"))).status).toBe(0);
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(quick, bytes);
    const changed = await installation.run(...restore, "--data", path("sealed"));
    expect(changed).toMatchObject({ status: 1 });
    expect(changed.error).toContain("cannot be decrypted");
    expect(readdirSync(path("sealed"))).toEqual(["serving.lock"]);
  });

  testWith(debianProgram("age"))("for a public key is the `age` command's format", async () => {
    const key = path("key.txt");
    const { stderr } = Bun.spawnSync(["age-keygen", "-o", key]);
    const recipient = /age1\S+/.exec(stderr.toString())![0];
    const sealed = path("recipient.tar.age");
    await installation.json("backup", sealed, "--recipient", recipient, ...data);
    const { stdout } = Bun.spawnSync(["age", "-d", "-i", key, sealed]);
    expect(await namesIn(stdout)).toContain("events.db");
    const target = path("from-age");
    await installation.json("restore", sealed, "--identity", key, "--data", target);
    expect(decisionsIn(target)).toEqual(decisionsIn(path("restored")));
  });

  test("never for a recipient that is none", async () => {
    const { status, error } = await installation.run(
      "backup",
      path("none.age"),
      "--recipient",
      "age1nobody",
      ...data,
    );
    expect(status).toBe(1);
    expect(error).toContain("public key of age");
    expect(existsSync(path("none.age"))).toBe(false);
  });
});

describe("a restore ends what may have ended since the backup", () => {
  const email = "g1@example.com";
  /** A folder of its own with what the backup was restored to. */
  function copyOfData(name: string): string {
    cpSync(path("not-used"), path(name), { recursive: true });
    return path(name);
  }

  /** How many decisions have the guest. */
  const holds = (folder: string) =>
    rows<{ n: number }>(
      folder,
      "events.db",
      `SELECT count(*) AS n FROM decisions WHERE request LIKE '%${email}%'`,
    )[0]!.n;

  /** Of the erasure, for a restore. */
  const tombstones = path("tombstones.ndjson");
  let erased: Promise<string> | undefined;
  /** A folder of its own with the same data, in which the guest was erased. */
  async function erasedData(name: string): Promise<string> {
    erased ??= (async () => {
      const data = copyOfData("erased-once");
      expect(holds(data)).toBeGreaterThan(0);
      writeFileSync(path("address.txt"), email);
      const guest = ["--project", project.projectId, "--by", "email", "--data", data];
      guest.push("--value-file", path("address.txt"));
      await installation.json("guest", "erase", ...guest, "--yes");
      expect(holds(data)).toBe(0);
      await installation.json("guest", "tombstones", "export", tombstones, "--data", data);
      return data;
    })();
    cpSync(await erased, path(name), { recursive: true });
    return path(name);
  }

  test("sessions, links, and keys that were revoked in the data it replaces", async () => {
    const data = copyOfData("revoked");
    await installation.json("user", "create", "--email", "ann@example.com", "--data", data);
    const file = path("before-revocation.tar");
    await installation.json("backup", file, "--data", data);
    await installation.json("key", "revoke", project.secret.keyId, "--data", data);

    interface Restored {
      usableKeys: { keyId: string }[];
      revokedKeys: { keyId: string }[];
      endedLinks: number;
      previousData: string;
    }
    const args = ["restore", file, "--data", data, "--replace"];
    const restored = await installation.json<Restored>(...args);
    expect(restored.revokedKeys.map(({ keyId }) => keyId)).toEqual([project.secret.keyId]);
    expect(restored.endedLinks).toBe(1);
    expect(existsSync(join(restored.previousData, "events.db"))).toBe(true);
    const service = await installation.serve("--data", data);
    const response = await callRisk(service.url, project.secret.key, booking());
    expect(response.status).toBe(401);

    const busy = await installation.run(...args);
    expect(busy).toMatchObject({ status: 1 });
    expect(busy.error).toContain("stop it first");
    await service.stop();

    const elsewhere = path("elsewhere");
    const named = await installation.run("restore", file, "--data", elsewhere);
    expect(named.out).toContain(project.secret.keyId); // It can be used, and that is said.
    const all = await installation.json<Restored>(
      "restore",
      file,
      "--data",
      path("all"),
      "--revoke-keys",
    );
    expect(all.usableKeys).toEqual([]);
    expect(all.revokedKeys.length).toBeGreaterThan(2);
  });

  test("the session of everybody, and lists owners, passkeys and keys that it brings", async () => {
    const data = copyOfData("signed-in");
    const own = invitingBy((...words) => installation.json(...words, "--data", data));
    const service = await installation.serve("--data", data);
    const ada = await newPerson(own, service, "ada@example.com", "owner");
    await newPerson(own, service, "bo@example.com", "owner", project.projectId);
    await newPerson(own, service, "eve@example.com", "viewer");
    expect((await ada.get("/session")).body.me.email).toBe("ada@example.com");
    await service.stop();
    const control = openDatabase(join(data, "control.db"));
    // As somebody would who can write to the backup, and does not want it to be seen.
    control.run(
      "UPDATE grants SET role = 'owner' WHERE user_id IN (SELECT id FROM users WHERE email = ?)",
      ["eve@example.com"],
    );
    control.run("UPDATE users SET name = ? WHERE email = ?", [
      "\u001b[1A\u001b[2K",
      "eve@example.com",
    ]);
    control.run(
      `INSERT INTO passkeys
        (id, name, user_id, public_key, credential_id, counter, device_type, backed_up, created_at)
        SELECT 'psk', 'Laptop', id, '', 'psk', 0, 'singleDevice', FALSE, 0 FROM users WHERE email = ?`,
      ["bo@example.com"],
    );
    control.close();

    const file = path("signed-in.tar");
    await installation.json("backup", file, "--data", data);
    const elsewhere = path("signed-out");
    const restored = await installation.json<object>("restore", file, "--data", elsewhere);
    const of = (email: string, projectId: string | null) =>
      expect.objectContaining({ email, projectId });
    expect(restored).toMatchObject({
      endedSessions: 3,
      owners: [
        of("ada@example.com", null),
        of("eve@example.com", null),
        of("bo@example.com", project.projectId),
      ],
      passkeys: [{ email: "bo@example.com", name: "Laptop", addedAt: "1970-01-01T00:00:00.000Z" }],
    });
    const named = await installation.run("restore", file, "--data", elsewhere, "--replace");
    expect(named.out).toMatch(/^eve@example\.com +all projects +\ufffd\[1A\ufffd\[2K$/m);
    expect(named.out).toMatch(/^bo@example\.com +1970-01-01T00:00:00\.000Z +Laptop$/m);
    const again = await installation.serve("--data", elsewhere);
    const { cookie } = ada;
    const { body } = await new Person(again.url).call("GET", "/session", undefined, { cookie });
    expect(body.me).toBeNull();
    await again.stop();
  });

  test("guests that were erased since, with the tombstones of the data it replaces or of a file", async () => {
    const data = await erasedData("erased");
    const replaced = await installation.json("restore", loadFile, "--data", data, "--replace");
    expect(replaced).toMatchObject({
      erasures: 1,
      carriedErasures: 1,
      erasuresKnown: true,
    } as never);
    expect(holds(data)).toBe(0);
    const { out } = await installation.run("guest", "receipts", "--data", data);
    expect(out.match(/ers_/g)).toHaveLength(1); // Done once, and recorded once.

    const elsewhere = path("erased-elsewhere");
    const named = await installation.run("restore", loadFile, "--data", elsewhere);
    expect(named.out).toContain("--tombstones FILE");
    expect(holds(elsewhere)).toBeGreaterThan(0);
    const again = ["restore", loadFile, "--data", path("erased-by-file")];
    await installation.json(...again, "--tombstones", tombstones);
    expect(holds(path("erased-by-file"))).toBe(0);
    expect(decisionsIn(path("erased-by-file")).length).toBeGreaterThan(10);
  });

  describe("guests that were erased in data whose control.db", () => {
    const cases: [string, string, (data: string) => void][] = [
      [
        "is damaged",
        "SQLITE_NOTADB",
        (data) => {
          for (const name of ["control.db-wal", "control.db-shm"])
            rmSync(join(data, name), { force: true });
          writeFileSync(join(data, "control.db"), Buffer.alloc(8192, "damaged "));
        },
      ],
      ["is missing", "ENOENT", (data) => rmSync(join(data, "control.db"))],
    ];
    test.each(cases)(
      "%s: nothing is restored until that is allowed",
      async (name, code, damage) => {
        const data = await erasedData(`unreadable-${name}`);
        damage(data);
        const names = readdirSync(data);
        const refused = await installation.run("restore", loadFile, "--data", data, "--replace");
        expect(refused).toMatchObject({ status: 1, out: "" });
        expect(refused.error).toContain(code);
        expect(refused.error).toContain("--replace-unreadable");
        expect(refused.error).toContain("--tombstones FILE");
        expect(readdirSync(data)).toEqual(names);
        const allowed = ["restore", loadFile, "--data", data, "--replace-unreadable"];
        const { status, out } = await installation.run(...allowed);
        expect(status).toBe(0);
        expect(out).toMatch(/Guests that were erased after .* are in the data again/);
        expect(holds(data)).toBeGreaterThan(0);
        const again = await installation.json(...allowed, "--tombstones", tombstones);
        expect(again).toMatchObject({ erasures: 1, carriedErasures: 0 } as never);
        expect(holds(data)).toBe(0);
      },
    );

    test("is of a newer version stay erased, and so after a restore that did not finish", async () => {
      const data = await erasedData("newer");
      const control = openDatabase(join(data, "control.db"));
      control.run("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('newer', 9e15)");
      control.close();
      const moved = join(data, "before-restore-interrupted");
      for (const folder of [moved, join(data, ".restoring")]) mkdirSync(folder);
      for (const name of readdirSync(data).filter((one) => one.startsWith("control.db"))) {
        renameSync(join(data, name), join(moved, name));
      }
      const restored = await installation.json("restore", loadFile, "--data", data, "--replace");
      expect(restored).toMatchObject({ erasures: 1, carriedErasures: 1 } as never);
      expect(holds(data)).toBe(0);
    });
  });

  test("a folder that holds data is left as it is without --replace", async () => {
    const data = path("restored");
    const before = readFileSync(join(data, "events.db"));
    const { status, error } = await installation.run("restore", loadFile, "--data", data);
    expect(status).toBe(1);
    expect(error).toContain("is not empty");
    expect(readFileSync(join(data, "events.db")).equals(before)).toBe(true);
  });

  test.each([
    ["out", "migrate --undo"],
    ["in", "migrate --from"],
    ["copy", "migrate --undo"],
  ] as const)("a folder with the mark of a move (%s) is left as it is", async (direction, hint) => {
    const data = copyOfData(`moved-${direction}`);
    markMoved(data, { direction, database: "db.internal/risk", since: "2026-11-30T00:00:00Z" });
    const names = readdirSync(data);
    for (const flags of [[], ["--replace"], ["--replace-unreadable"]]) {
      const refused = await installation.run("restore", loadFile, "--data", data, ...flags);
      expect(refused).toMatchObject({ status: 1, out: "" });
      expect(refused.error).toContain("db.internal/risk");
      expect(refused.error).toContain(hint);
      expect(readdirSync(data)).toEqual(names);
    }
  });
});

describe("without room", () => {
  testWith(smallDisk)("a backup and a restore are refused, and leave nothing", async () => {
    const disk = path("disk");
    mkdirSync(disk);
    expect(Bun.spawnSync(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk]).exitCode).toBe(
      0,
    );
    try {
      const backup = await installation.run(
        "backup",
        join(disk, "b.tar"),
        "--data",
        path("restored"),
      );
      expect(backup).toMatchObject({ status: 1 });
      expect(backup.error).toMatch(/MiB are needed in .*, and \d+ MiB are free/);
      expect(readdirSync(disk)).toEqual([]);
      const target = join(disk, "data");
      const restore = await installation.run("restore", loadFile, "--data", target);
      expect(restore).toMatchObject({ status: 1 });
      expect(restore.error).toContain("MiB are needed");
      expect(readdirSync(target)).toEqual(["serving.lock"]);
    } finally {
      Bun.spawnSync(["umount", disk]);
    }
  });

  test("a folder that cannot be written is named", async () => {
    const folder = path("no-folder/b.tar");
    const { status, error } = await installation.run("backup", folder, "--data", path("restored"));
    expect(status).toBe(1);
    expect(error).toContain("there is no folder");
  });

  test("a data folder that does not exist is named, and is not created", async () => {
    const { status, error } = await installation.run(
      "backup",
      path("x.tar"),
      "--data",
      path("typo"),
    );
    expect(status).toBe(1);
    expect(error).toContain("--data");
    expect(existsSync(path("typo"))).toBe(false);
    expect(existsSync(path("x.tar"))).toBe(false);
  });
});
