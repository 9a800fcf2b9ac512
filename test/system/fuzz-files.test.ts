/** Damaged and hostile files: IP databases, imports and model bundles. */
import { afterAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { mutated } from "../../scripts/trials/fuzz/hostile-values.ts";
import { readDatabase, UnusableDatabase } from "../../src/attempt/geoip/database.ts";
import { factsOf } from "../../src/attempt/geoip/record.ts";
import { BundleRefused } from "../../src/model/bundle-refused.ts";
import { openChecker } from "../../src/model/checker.ts";
import { BackupRefused } from "../../src/storage/backup/manifest.ts";
import { unpack } from "../../src/storage/backup/unpack.ts";
import { booking } from "../fixtures/booking.ts";
import { Installation } from "../fixtures/executable.ts";

const seed = 20_261_122;
const networks = resolve(import.meta.dir, "../fixtures/network");
const mmdbFiles = readdirSync(networks).filter((name) => name.endsWith(".mmdb"));
const addresses = ["1.1.1.1", "81.2.69.142", "2001:218::1", "0.0.0.0", "255.255.255.255"];
/** Processor time: longer only where a lookup goes round in circles, ms. */
const lookupMsMax = 1000;

/** Up to eight bytes of a file changed, or its end or start cut off. */
const damage = fc.record({
  bytes: fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255)), {
    minLength: 1,
    maxLength: 8,
  }),
  cut: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 4 }),
});

type Damage = typeof damage extends fc.Arbitrary<infer One> ? One : never;

function damaged(whole: Uint8Array, { bytes, cut }: Damage): Buffer {
  const copy = Buffer.from(whole);
  for (const [place, byte] of bytes) copy[Math.floor(place * (copy.length - 1))] = byte;
  return cut === null ? copy : copy.subarray(0, Math.floor(cut * copy.length));
}

test.each(mmdbFiles)("a damaged %s is refused, or looked up without a fault", async (name) => {
  const { data } = new Installation();
  mkdirSync(data, { recursive: true });
  const whole = readFileSync(join(networks, name));
  const path = join(data, name);
  for (const one of fc.sample(damage, { numRuns: 300, seed })) {
    writeFileSync(path, damaged(whole, one));
    const database = await readDatabase(path).catch((error: unknown) => {
      if (error instanceof UnusableDatabase) return null;
      throw error;
    });
    const start = process.cpuUsage();
    for (const address of database ? addresses : []) factsOf(database!.record(address));
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1000).toBeLessThan(lookupMsMax);
  }
});

test("lines of an import that are wrong are rejected, and the others are imported", async () => {
  const installation = new Installation();
  const { projectId } = await installation.project();
  const start = Date.parse("2026-01-01T00:00:00Z");
  const past = (minute: number) => ({
    decidedAt: new Date(start + minute * 60_000).toISOString(),
    request: booking({ requestId: `past-${minute}` }),
    collection: { ip: "81.2.69.142", userAgent: "Mozilla/5.0", timezone: "Europe/Lisbon" },
    outcome: "fraud",
    outcomeAt: new Date(start + 86_400_000).toISOString(),
  });
  const hostile = fc
    .sample(mutated(past(0)), { numRuns: 400, seed })
    .map((one) => JSON.stringify(one));
  const lines = Array.from({ length: 50 }, (_, minute) => JSON.stringify(past(minute + 1)));
  const file = join(installation.folder, "past.ndjson");
  writeFileSync(file, [...hostile, "{", "\u0000", "[".repeat(20_000), ...lines].join("\n"));
  const { status, out, error } = await installation.run(
    "history",
    "import",
    file,
    "--project",
    projectId,
    "--json",
  );
  expect([status, error.includes("Error:")]).toEqual([1, false]);
  const { imported, known, rejected } = JSON.parse(out) as Record<
    "imported" | "known" | "rejected",
    number
  >;
  expect(imported).toBeGreaterThanOrEqual(lines.length);
  expect(imported + known + rejected).toBe(hostile.length + 3 + lines.length);
  const verified = await installation.json<{ decisions: number; same: number }>(
    "decision",
    "verify",
    "--all",
  );
  expect(verified.same).toBe(imported);
});

describe("model check", () => {
  const installation = new Installation();
  // The command starts this process for one bundle; it may be asked for several.
  const command = [installation.executable, "model", "checker", "--data", installation.data];
  const checker = openChecker({ command });
  afterAll(() => checker.close());

  /** A bundle is refused with one line of its own, or it is as good as before. */
  async function expectAnswer(bundle: string): Promise<void> {
    const error = await checker.check(bundle).then(
      () => null,
      (reason: unknown) => reason,
    );
    if (error === null) return;
    expect(error).toBeInstanceOf(BundleRefused);
    const { message } = error as BundleRefused;
    expect(message).not.toMatch(/\n|\bat \S+ \(.*:\d+:\d+\)/);
    expect(message.length).toBeGreaterThan(0);
  }

  test("of a bundle with a hostile manifest", async () => {
    const bundle = join(installation.folder, "hostile-manifest");
    cpSync(resolve(import.meta.dir, "../../models/default"), bundle, {
      recursive: true,
      filter: (path) => !path.includes("CARD"),
    });
    const manifest = JSON.parse(readFileSync(join(bundle, "manifest.json"), "utf8")) as object;
    for (const changed of fc.sample(mutated(manifest), { numRuns: 20, seed })) {
      writeFileSync(join(bundle, "manifest.json"), JSON.stringify(changed));
      await expectAnswer(bundle);
    }
  });

  test("of a damaged model.onnx", async () => {
    const bundle = join(installation.folder, "damaged-model");
    cpSync(resolve(import.meta.dir, "../fixtures/models/toolkits/lightgbm"), bundle, {
      recursive: true,
    });
    const [model, manifest] = ["model.onnx", "manifest.json"].map((name) => join(bundle, name));
    const whole = readFileSync(model!);
    const told = JSON.parse(readFileSync(manifest!, "utf8")) as object;
    for (const one of fc.sample(damage, { numRuns: 300, seed })) {
      const bytes = damaged(whole, one);
      writeFileSync(model!, bytes);
      // Its hash is that of the damaged file, so that the readers behind it are reached.
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      writeFileSync(manifest!, JSON.stringify({ ...told, sha256 }));
      await expectAnswer(bundle);
    }
  });
});

test("a damaged backup is refused, or every file in it is whole", async () => {
  const installation = new Installation();
  await installation.project();
  const file = join(installation.folder, "backup");
  await installation.json("backup", file);
  const whole = readFileSync(file);
  const { files } = await unpacked(whole);
  let refused = 0;
  for (const one of fc.sample(damage, { numRuns: 100, seed })) {
    const found = await unpacked(damaged(whole, one)).catch((error: unknown) => {
      if (error instanceof BackupRefused) return null;
      throw error;
    });
    if (found)
      expect(found.files).toEqual(files); // The change was in a byte that means nothing.
    else refused += 1;
  }
  expect(refused).toBeGreaterThan(80);

  async function unpacked(bytes: Uint8Array) {
    const folder = mkdtempSync(join(installation.folder, "unpacked-"));
    const path = join(folder, "file");
    writeFileSync(path, bytes);
    mkdirSync(join(folder, "target"));
    try {
      const secrets = { passphrase: null, identities: [] };
      return await unpack(path, join(folder, "target"), { secrets, signedBy: null });
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
});
