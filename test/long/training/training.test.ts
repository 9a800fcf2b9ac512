/** From a merchant's past bookings to its own model: import, export and train, as documented. */
import { expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { lineOf } from "../../../models/training/history-file.ts";
import {
  defaultOptions,
  seasonStart,
  simulate,
} from "../../../models/training/simulator/simulate.ts";
import { readBundleFolder } from "../../../src/model/bundle.ts";
import { readBundleFiles } from "../../../src/model/bundle-files.ts";
import { openBundle } from "../../../src/model/registry/library.ts";
import { featureNames } from "../../../src/risk/features/index.ts";
import { Installation } from "../../fixtures/executable.ts";
import { describeWith } from "../../fixtures/needs.ts";
import { trainingPackages } from "../../fixtures/python-packages.ts";

const training = resolve(import.meta.dir, "../../../models/training");
const installation = new Installation();
const inFolder = (name: string) => join(installation.folder, name);

/** Runs a script of the training and returns what it printed. */
async function run(script: string, ...args: string[]): Promise<string> {
  const child = Bun.spawn([process.execPath, join(training, script), ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, error] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  if ((await child.exited) !== 0) throw new Error(`${script}: ${error}${out}`);
  return out;
}

/** Imports a past and exports it for training. */
async function exported(
  history: string,
  name: string,
  attributes: readonly (readonly string[])[] = [],
): Promise<string> {
  const { projectId } = await installation.json("project", "create", name);
  for (const flags of attributes) {
    const set = ["project", "attribute", "set", ...flags, "--project", projectId!];
    await installation.json(...set);
  }
  const past = await installation.json<{ rejected: number }>(
    "history",
    "import",
    history,
    "--project",
    projectId!,
  );
  expect(past.rejected).toBe(0);
  const file = inFolder(`${name}.parquet`);
  await installation.json("export", "--project", projectId!, "--out", file);
  return file;
}

async function trained(rows: string, name: string, folder: string): Promise<string> {
  const bundle = inFolder(folder);
  mkdirSync(bundle, { recursive: true });
  await run("run.ts", "--export", rows, "--name", name, "--out", bundle);
  return bundle;
}

/** As the product loads it, golden rows and all. */
async function loaded(folder: string) {
  const bundle = await readBundleFolder(folder, featureNames);
  bundle.close();
  return bundle.manifest;
}

describeWith(trainingPackages)("a merchant's past", () => {
  test("becomes a model that reads its attributes, and the same model when trained again", async () => {
    const options = { ...defaultOptions, seed: "own", attempts: 4000, days: 120, fraudRate: 0.1 };
    const until = seasonStart + (options.days + 60) * 86_400_000;
    const lines = [...simulate(options)].map((attempt, i) => {
      const line = JSON.parse(lineOf(attempt, until)) as { request: object; outcome?: string };
      const isFraud = line.outcome === "fraud" || line.outcome === "chargeback";
      const channel = isFraud && i % 4 > 0 ? "a b/ü" : ["web", "app"][i % 2];
      const attributes = { channel, loyalty_years: isFraud ? 0 : i % 7, corporate: i % 5 === 0 };
      return JSON.stringify({ ...line, request: { ...line.request, attributes } });
    });
    writeFileSync(inFolder("past.ndjson"), lines.join("\n"));
    const declared = [
      ["channel", "--type", "category"],
      ["corporate", "--type", "flag"],
      ["loyalty_years", "--type", "number"],
    ].map((flags) => [...flags, "--meaning", "what the test says of it"]);
    const rows = await exported(inFolder("past.ndjson"), "own", declared);
    const [bundle, again] = [await trained(rows, "own", "one"), await trained(rows, "own", "two")];
    const files = ["model.onnx", "manifest.json", "CARD.md"];
    for (const file of files) {
      const [one, two] = [readFileSync(join(bundle, file)), readFileSync(join(again, file))];
      expect(one.equals(two), file).toBe(true);
    }
    expect(await loaded(bundle)).toMatchObject({ name: "own", version: "1.0.0" });
    const card = readFileSync(join(bundle, "CARD.md"), "utf8");
    expect(card).not.toContain("simulated data");
    expect(card).toContain("average precision");
    const { input } = await loaded(bundle);
    const own = input.features.filter((name) => name.startsWith("attribute."));
    expect(own.sort()).toEqual([
      "attribute.channel=a%20b%2F%C3%BC",
      "attribute.channel=app",
      "attribute.channel=web",
      "attribute.corporate",
      "attribute.loyalty_years",
    ]);
    expect(await installation.json("model", "check", bundle)).toMatchObject({ ok: true });
    const model = await openBundle(await readBundleFiles(bundle));
    const nothing = new Float64Array(featureNames.length).fill(Number.NaN);
    const [fraud, honest, unknown] = await Promise.all([
      model.score(nothing, { channel: "a b/ü", loyalty_years: 0 }),
      model.score(nothing, { channel: "web", loyalty_years: 6 }),
      model.score(nothing),
    ]);
    expect(fraud).toBeGreaterThan(unknown);
    expect(unknown).toBeGreaterThan(honest);
    await model.close();
  });

  test("of another trade does so too, without a change of the product", async () => {
    const [csv, history] = [inFolder("shop.csv"), inFolder("shop.ndjson")];
    await run("other-trade/generate.ts", csv, "--rows", "6000");
    await run("other-trade/map.ts", csv, history);
    const bundle = await trained(await exported(history, "shop"), "shop", "shop");
    const { metrics } = await loaded(bundle);
    const { rocAuc } = Object.values(metrics ?? {})[0] as Record<string, { value: number }>;
    expect(rocAuc!.value).toBeGreaterThan(0.7);
  });
});
