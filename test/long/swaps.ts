/** Promotions and rollbacks from a process other than the service, and verification of all decisions. */
import { openModels, openStore } from "../../src/app/open.ts";
import type { Model } from "../../src/model/model.ts";
import { fullName, parseModelName } from "../../src/model/registry/model-name.ts";
import { promote, rollback } from "../../src/model/registry/promote.ts";
import { featureIndexes } from "../../src/risk/feature-sets.ts";
import { decodeVector } from "../../src/risk/features/index.ts";
import { riskScoreOf } from "../../src/risk/score.ts";

const actor = { name: "swaps" };

/** Performs `count` swaps: two promotions of the next model, then a rollback, and so on. */
export async function swap(dataFolder: string, models: string[], count: number, everyMs: number) {
  const store = await openStore({ dataFolder });
  const deps = { library: openModels({ dataFolder }, store), now: Date.now };
  const start = performance.now();
  for (let i = 0; i < count; i++) {
    if (i % 3 === 2) await rollback(deps, actor, { projectId: null });
    else {
      const { active } = await activeOf();
      const next = models[(models.indexOf(active) + 1) % models.length]!;
      await promote(deps, actor, { model: parseModelName(next), projectId: null, force: true });
    }
    await Bun.sleep(Math.max(0, start + (i + 1) * everyMs - performance.now()));
  }
  await store.close();

  async function activeOf() {
    const { promotions } = await store.models.roles();
    return { active: fullName(promotions.find(({ projectId }) => projectId === null)!) };
  }
}

export interface Verified {
  decisions: number;
  /** Decisions whose probability or score differs from that of the model they name. */
  wrong: number;
  byModel: Record<string, number>;
}

/** Rescores the features of every stored decision with the model that it names. */
export async function verifyAll(dataFolder: string): Promise<Verified> {
  const store = await openStore({ dataFolder });
  const library = openModels({ dataFolder }, store);
  const models = new Map<string, Model>();
  for (const record of await store.models.list()) {
    models.set(`${fullName(record)} ${record.sha256}`, await library.open(record));
  }
  const indexesOf = featureIndexes(store);
  const verified: Verified = { decisions: 0, wrong: 0, byModel: {} };
  for (const { id: projectId } of await store.projects.list()) {
    let last = "";
    for (;;) {
      const page = await store.decisions.after(projectId, last, 1000);
      if (page.length === 0) break;
      last = page.at(-1)!.id;
      await Promise.all(
        page.map(async (one) => {
          const { modelName: name, modelVersion: version } = one;
          const model = models.get(`${name}@${version} ${one.modelSha256}`);
          const served = decodeVector(one.features);
          const indexes = await indexesOf(one.featureSet);
          const features = Float64Array.from(indexes, (index) => served[index] ?? Number.NaN);
          const probability = await model?.score(features);
          const isRight =
            probability === one.probability && riskScoreOf(probability) === one.riskScore;
          const title = `${name}@${version}`;
          verified.decisions += 1;
          verified.wrong += Number(!isRight);
          verified.byModel[title] = (verified.byModel[title] ?? 0) + 1;
        }),
      );
    }
  }
  for (const model of models.values()) await model.close();
  await store.close();
  return verified;
}
