/** Altered model files: none is accepted that answers otherwise, and none stops the process that checks it. */
import { expect, test } from "bun:test";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { BundleRefused } from "../../src/model/bundle-refused.ts";
import { fullRequest } from "../fixtures/booking.ts";
import { callRisk, Installation } from "../fixtures/executable.ts";
import {
  answersOf,
  exported,
  filesOf,
  hash,
  openBundles,
  toolkits,
} from "../fixtures/models/bundles.ts";

const installation = new Installation();
const { folder: testFolder, checker, written, refusalOf } = openBundles(installation);

/** Mulberry32: the same alterations at every run. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

type Alteration = (bytes: Uint8Array, random: (below: number) => number) => Uint8Array;
const copied = (bytes: Uint8Array, change: (copy: Uint8Array) => void) => {
  const copy = bytes.slice();
  change(copy);
  return copy;
};
const alterations: Alteration[] = [
  // A bit, a byte, four bytes, some bytes here and there.
  (bytes, random) =>
    copied(bytes, (to) => {
      to[random(to.length)]! ^= 1 << random(8);
    }),
  (bytes, random) =>
    copied(bytes, (to) => {
      to[random(to.length)] = random(256);
    }),
  (bytes, random) =>
    copied(bytes, (to) =>
      new DataView(to.buffer).setUint32(random(to.length - 4), random(2 ** 32)),
    ),
  (bytes, random) =>
    copied(bytes, (to) => {
      for (let i = 0; i < 8; i++) to[random(to.length)] = random(256);
    }),
  // Cut short, a part left out, a part twice, a part of nothing, two parts exchanged.
  (bytes, random) => bytes.slice(0, random(bytes.length)),
  (bytes, random) => {
    const from = random(bytes.length);
    return Buffer.concat([bytes.slice(0, from), bytes.slice(from + 1 + random(64))]);
  },
  (bytes, random) => {
    const [from, length] = [random(bytes.length), 1 + random(64)];
    return Buffer.concat([bytes.slice(0, from + length), bytes.slice(from)]);
  },
  (bytes, random) =>
    copied(bytes, (to) => {
      const from = random(to.length);
      to.fill(0, from, Math.min(to.length, from + 1 + random(64)));
    }),
  (bytes, random) =>
    copied(bytes, (to) => {
      const [a, b, length] = [random(to.length - 32), random(to.length - 32), 1 + random(32)];
      const part = to.slice(a, a + length);
      to.copyWithin(a, b, b + length);
      to.set(part, b);
    }),
];

const altered = 2000;

/** As the scale has it, before it is rounded. */
const points = (probability: number) => 75 + 10 * Math.log2(probability / (1 - probability) / 0.2);

test(`of ${altered} altered models none is accepted with other results, and none stops the checker`, async () => {
  const project = await installation.project();
  const service = await installation.serve();
  const random = generator(20261121);
  const rowsOf = (name: string) => join(toolkits, name, "native.json");
  const accepted: { folder: string; name: string }[] = [];
  let byHash = 0;
  for (let i = 0; i < altered; i++) {
    const name = exported[i % exported.length]!;
    const files = filesOf(join(toolkits, name));
    let bytes = alterations[random(alterations.length)]!(files.model, random);
    // What happens to be the same is no alteration.
    if (Buffer.compare(bytes, files.model) === 0) bytes = bytes.slice(0, -1);
    // As somebody would who copies half a file: the manifest's hash tells.
    const folder = written(`altered-${i}`, { model: bytes, manifest: files.manifest });
    if ((await refusalOf(folder)).startsWith("model.onnx has sha256")) byHash++;
    // As somebody would who means it: the hash is mended, and the golden rows must tell.
    written(`altered-${i}`, { model: bytes, manifest: { ...files.manifest, sha256: hash(bytes) } });
    const answer = await checker.check(folder).catch((error: unknown) => error);
    if (answer instanceof BundleRefused) {
      const said = answer.message;
      expect(said).not.toMatch(/[\r\n\p{Cc}]/u);
      expect(said).not.toContain(testFolder);
      rmSync(folder, { recursive: true });
    } else {
      expect(answer).toMatchObject({ ok: true, name });
      accepted.push({ folder, name });
    }
  }
  expect(byHash).toBe(altered);

  // What was accepted is asked again by somebody else: its golden rows, and rows it never showed.
  const said = await answersOf(
    accepted.map(({ folder, name }) => ({ folder, rows: rowsOf(name) })),
  );
  const worst = accepted.map(({ name }, i) => {
    const native = JSON.parse(readFileSync(rowsOf(name), "utf8")) as { probability: number }[];
    return Math.max(
      ...native.map((row, at) => Math.abs(points(row.probability) - points(said[i]![at]!))),
    );
  });
  // Most altered files are no ONNX any more; what is accepted was altered where nothing reads it,
  // or in a digit that no score shows.
  expect(accepted.length).toBeGreaterThan(50);
  expect(Math.max(...worst)).toBeLessThan(0.01);
  expect((await checker.check(join(toolkits, "xgboost"))).ok).toBe(true);
  expect((await callRisk(service.url, project.secret.key, fullRequest())).status).toBe(200);
  expect(await service.stop()).toBe(0);
});
