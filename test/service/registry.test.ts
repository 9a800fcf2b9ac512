/** The registry on the executable: install, promote, shadow, roll back, while bookings are scored. */
import { describe, expect, test } from "bun:test";
import { appendFileSync, chmodSync, cpSync, existsSync, mkdirSync, renameSync } from "node:fs";
import { join, resolve } from "node:path";
import manifest from "../../models/default/manifest.json";
import { writeRecalibrated } from "../../scripts/bench/recalibrated.ts";
import { waitUntil } from "../../scripts/programs/wait-until.ts";
import { fullRequest } from "../fixtures/booking.ts";
import { distinctGuest } from "../fixtures/distinct-guest.ts";
import { callRisk, Installation, type Service } from "../fixtures/executable.ts";

const builtIn = `${manifest.name}@${manifest.version}`;
const higher = "recalibrated@1.0.0";
const lower = "recalibrated@2.0.0";
const lightgbm = resolve(import.meta.dir, "../fixtures/models/toolkits/lightgbm");

interface Listed {
  name: string;
  version: string;
  state: string;
  active: { projectId: string | null; by: string }[];
}

class Registry extends Installation {
  readonly library = join(this.data, "models");
  readonly bundles = {
    [higher]: writeRecalibrated(join(this.folder, "higher"), "1.0.0", 0.5),
    [lower]: writeRecalibrated(join(this.folder, "lower"), "2.0.0", -0.7),
  };

  async states(): Promise<Record<string, string>> {
    const models = await this.json<Listed[]>("model", "list");
    return Object.fromEntries(models.map((one) => [`${one.name}@${one.version}`, one.state]));
  }

  /** The model that decides a booking now. */
  async decidedBy(service: Service, key: string): Promise<string> {
    const answer = await callRisk(service.url, key, fullRequest());
    expect(answer.status).toBe(200);
    const { decisionId } = (await answer.json()) as { decisionId: string };
    const { model } = await this.json<{ model: { name: string; version: string } }>(
      "decision",
      "show",
      decisionId,
    );
    return `${model.name}@${model.version}`;
  }
}

async function readiness({ url }: Service) {
  const answer = await fetch(`${url}/readyz`);
  const { models, warnings } = (await answer.json()) as {
    models: { project: string | null; name: string; version: string }[];
    warnings: string[];
  };
  const all = models.find(({ project }) => project === null)!;
  return { status: answer.status, model: `${all.name}@${all.version}`, warnings };
}

describe("the library", async () => {
  const registry = new Registry();
  await registry.project(); // Which creates the data folder; commands for models do not.

  test("contains the built-in model from the start, as the active one", async () => {
    const [first, ...others] = await registry.json<Listed[]>("model", "list");
    expect(`${first!.name}@${first!.version}`).toBe(builtIn);
    expect(first!.active).toMatchObject([{ projectId: null, by: "service" }]);
    expect(others).toEqual([]);
  });

  test("accepts a bundle once, and never another of the same name and version", async () => {
    const bundle = registry.bundles[higher]!;
    expect(await registry.json("model", "install", bundle)).toMatchObject({ isNew: true });
    expect(await registry.json("model", "install", bundle)).toMatchObject({ isNew: false });
    const other = writeRecalibrated(join(registry.folder, "other"), "1.0.0", 0.6);
    const refused = await registry.run("model", "install", other);
    expect(refused.status).toBe(1);
    expect(refused.error).toContain(`${higher} is already installed, with different bytes`);
    expect(await registry.states()).toEqual({ [builtIn]: "active", [higher]: "candidate" });
  });

  test("refuses a bundle that fails its check, and stores nothing of it", async () => {
    const bad = writeRecalibrated(join(registry.folder, "bad"), "3.0.0", 0.1);
    appendFileSync(join(bad, "model.onnx"), "x");
    const { status, error } = await registry.run("model", "install", bad);
    expect(status).toBe(1);
    expect(error).toMatch(/model.onnx has sha256/);
    expect(Object.keys(await registry.states())).toEqual([builtIn, higher]);
  });

  test("promotes only a model that passed a replay, unless forced", async () => {
    const refused = await registry.run("model", "promote", higher);
    expect(refused.status).toBe(1);
    expect(refused.error).toContain("has no finished replay");
    const promoted = await registry.json("model", "promote", higher, "--force");
    expect(promoted).toMatchObject({ changed: true });
    const again = await registry.json("model", "promote", higher, "--force");
    expect(again).toMatchObject({ changed: false });
    expect(await registry.states()).toEqual({ [builtIn]: "candidate", [higher]: "active" });
  });

  test("rolls back step by step, to the first model and no further", async () => {
    await registry.json("model", "install", registry.bundles[lower]!);
    await registry.json("model", "promote", lower, "--force");
    expect(await registry.json("model", "rollback")).toMatchObject({ version: "1.0.0" });
    expect(await registry.json("model", "rollback")).toMatchObject({ name: manifest.name });
    const { status, error } = await registry.run("model", "rollback");
    expect(status).toBe(1);
    expect(error).toContain("is the first");
  });

  test("retires a model that is not in use, keeps its files, and restores it on install", async () => {
    expect((await registry.run("model", "retire", builtIn)).status).toBe(1);
    await registry.json("model", "retire", lower);
    expect(await registry.states()).toMatchObject({ [lower]: "retired" });
    expect(existsSync(join(registry.library, lower, "model.onnx"))).toBe(true);
    expect((await registry.run("model", "promote", lower, "--force")).error).toContain("retired");
    await registry.json("model", "install", registry.bundles[lower]!);
    expect(await registry.states()).toMatchObject({ [lower]: "candidate" });
  });

  test("records actor, action and time", async () => {
    const lines = await registry.json<{ actor: string; action: string; subject: string }[]>(
      "model",
      "log",
    );
    expect(lines.map(({ action, subject }) => `${action} ${subject}`).reverse()).toEqual([
      `model.install ${builtIn}`,
      `model.promote ${builtIn}`,
      `model.install ${higher}`,
      `model.promote ${higher}`,
      `model.install ${lower}`,
      `model.promote ${lower}`,
      `model.rollback ${lower}`,
      `model.rollback ${higher}`,
      `model.retire ${lower}`,
      `model.unretire ${lower}`,
    ]);
    for (const { actor } of lines) expect(actor).toMatch(/\S/);
  });
});

describe("a running service", async () => {
  const registry = new Registry();
  const project = await registry.project("One");
  const other = await registry.project("Other");
  const { key } = project.secret;
  for (const bundle of Object.values(registry.bundles)) {
    await registry.json("model", "install", bundle);
  }

  test("applies promotions, for all projects or one, and their rollbacks", async () => {
    const service = await registry.serve();
    const scoring = async (secret: string, model: string) => {
      await waitUntil(
        `the model ${model}`,
        async () => (await registry.decidedBy(service, secret)) === model,
      );
    };
    await scoring(key, builtIn);
    await registry.json("model", "promote", higher, "--force");
    await scoring(key, higher);
    await registry.json("model", "promote", lower, "--project", project.projectId, "--force");
    await scoring(key, lower);
    expect(await registry.decidedBy(service, other.secret.key)).toBe(higher);
    await registry.json("model", "rollback", "--project", project.projectId);
    await scoring(key, higher);
    await registry.json("model", "rollback");
    await scoring(key, builtIn);
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toMatch(
      /booking_risk_model_info\{name="[^"]+",.*project="",state="active"\} 1/,
    );
    expect(metrics).toContain("booking_risk_model_swaps_total 4");
    await service.stop();
  });

  test("installs bundles copied into its folder, and reports those that it refuses", async () => {
    const service = await registry.serve();
    cpSync(lightgbm, join(registry.library, "new-one"), { recursive: true });
    mkdirSync(join(registry.library, "broken"));
    for (const file of ["model.onnx", "manifest.json"]) {
      cpSync(join(lightgbm, "manifest.json"), join(registry.library, "broken", file));
    }
    await waitUntil("model_refused in the log", () =>
      service.log.some((line) => line.includes("model_refused")),
    );
    await waitUntil("the installed model", () =>
      existsSync(join(registry.library, "lightgbm@1.0.0")),
    );
    expect(await registry.states()).toMatchObject({ "lightgbm@1.0.0": "candidate" });
    await service.stop();
  });

  test("starts with the last good model where the active one is damaged, and says so", async () => {
    await registry.json("model", "promote", higher, "--force");
    await registry.json("model", "promote", lower, "--force");
    const damaged = join(registry.library, lower, "model.onnx");
    chmodSync(damaged, 0o600);
    appendFileSync(damaged, "x");
    const service = await registry.serve();
    const { status, model, warnings } = await readiness(service);
    expect([status, model]).toEqual([200, higher]);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/instead of recalibrated@2.0.0: model.onnx has sha256/);
    expect(service.log.some((line) => line.includes("model_unusable"))).toBe(true);
    expect(await registry.decidedBy(service, key)).toBe(higher);

    await registry.json("model", "install", registry.bundles[lower]!); // Repairs it.
    await waitUntil(`the model ${lower}`, async () => (await readiness(service)).model === lower);
    expect((await readiness(service)).warnings).toEqual([]);
    await service.stop();
  });

  test("starts with the built-in model where there is no other", async () => {
    renameSync(registry.library, `${registry.library}-away`);
    const service = await registry.serve();
    const { model, warnings } = await readiness(service);
    expect(model).toBe(builtIn);
    expect(warnings[0]).toContain(`instead of ${lower}`);
    await service.stop();
  });
});

describe("in shadow mode", async () => {
  const registry = new Registry();
  const { secret } = await registry.project();
  await registry.json("model", "install", registry.bundles[higher]!);

  test("a shadow model scores what the active one decides, and its scores are not returned", async () => {
    const service = await registry.serve();
    await registry.json("model", "shadow", higher);
    await waitUntil("the shadow model", async () =>
      (await (await fetch(`${service.url}/metrics`)).text()).includes('state="shadow"'),
    );
    const calls = 50;
    for (let i = 0; i < calls; i++) {
      const { status } = await callRisk(service.url, secret.key, distinctGuest(i));
      expect(status).toBe(200);
    }
    const report = () =>
      registry.json<{ decisions: number; meanDifference: number; settings: unknown[] }>(
        "model",
        "shadow",
        higher,
        "--report",
      );
    await waitUntil("all shadow scores", async () => (await report()).decisions === calls);
    const { meanDifference, settings } = await report();
    expect(settings).toHaveLength(3);
    // Its logits are 0.5 higher, and ten points double the odds.
    expect(Math.abs(meanDifference - (10 * 0.5) / Math.LN2)).toBeLessThan(1);
    expect(await registry.decidedBy(service, secret.key)).toBe(builtIn);
    await registry.json("model", "shadow", higher, "--off");
    expect(await registry.states()).toMatchObject({ [higher]: "candidate" });
    await service.stop();
  });
});
