/** The reasons of the rows of an export. */
import { openModels } from "../app.ts";
import { dataConfig } from "../config.ts";
import { ReasonsUnavailable } from "../reasons/explained-model.ts";
import { type Reasons, reasonsOf } from "../reasons/reasons.ts";
import { knownReasons, storedReasons } from "../reasons/stored-reasons.ts";
import {
  BundleMissing,
  type DecidingBundles,
  decidingBundles,
} from "../registry/deciding-bundles.ts";
import type { TrainingRow } from "../risk/training-rows.ts";
import type { DecisionRecord } from "../storage/decisions.ts";
import type { Store } from "../storage/store.ts";
import type { CommonFlags } from "./with-store.ts";

/** A row with its reasons, where they are known and asked for. */
export type ExplainedRow = TrainingRow & { reasons?: Reasons | undefined };

interface Asked {
  projectId: string;
  store: Store;
  /** `all` computes and stores those that are not stored, one after the other. */
  which: "stored" | "all";
  flags: CommonFlags;
}

/** The rows, a page at a time, with their reasons. A decision whose model is gone has none. */
export async function* explainedRows(
  pages: AsyncIterable<TrainingRow[]>,
  { projectId, store, which, flags }: Asked,
): AsyncGenerator<ExplainedRow[]> {
  const bundles = decidingBundles(openModels(dataConfig(flags, process.env), store));
  try {
    for await (const page of pages) {
      const ids = page.map(({ decisionId }) => decisionId);
      const known = await knownReasons(store, projectId, ids);
      const found = new Map(known.map((reasons) => [reasons.decisionId, reasons]));
      for (const id of which === "all" ? ids.filter((one) => !found.has(one)) : []) {
        const reasons = await computed(id, { projectId, store, bundles });
        if (reasons) found.set(id, reasons);
      }
      yield page.map((row) => ({ ...row, reasons: found.get(row.decisionId) }));
    }
  } finally {
    await bundles.close();
  }
}

async function computed(
  id: string,
  { projectId, store, bundles }: Pick<Asked, "projectId" | "store"> & { bundles: DecidingBundles },
): Promise<Reasons | null> {
  const record = await store.decisions.find(projectId, id);
  if (!record) return null;
  const { modelName: name, modelVersion: version, modelSha256: sha256 } = record;
  const compute = async (of: DecisionRecord, names: readonly string[]) =>
    reasonsOf(of, names, await bundles.of({ name, version, sha256 }));
  try {
    return await storedReasons(record, { store, compute, now: Date.now });
  } catch (error) {
    if (error instanceof BundleMissing || error instanceof ReasonsUnavailable) return null;
    throw error;
  }
}
