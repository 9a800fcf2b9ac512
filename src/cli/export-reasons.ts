/** The reasons of the rows of an export. */
import { dataConfig } from "../app/config/data.ts";
import { openModels } from "../app/open.ts";
import { explainWith, isExpected } from "../model/reasons/explainer/explain.ts";
import type { Reasons } from "../model/reasons/reasons.ts";
import { knownReasons } from "../model/reasons/stored-reasons.ts";
import { decidingBundles } from "../model/registry/deciding-bundles.ts";
import type { TrainingRow } from "../risk/training-rows.ts";
import type { Store } from "../storage/port/store.ts";
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
  const explain = explainWith(bundles, store);
  try {
    for await (const page of pages) {
      const ids = page.map(({ decisionId }) => decisionId);
      const known = await knownReasons(store, projectId, ids);
      const found = new Map(known.map((reasons) => [reasons.decisionId, reasons]));
      for (const id of which === "all" ? ids.filter((one) => !found.has(one)) : []) {
        const reasons = await computed(id, projectId, store, explain);
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
  projectId: string,
  store: Store,
  explain: ReturnType<typeof explainWith>,
): Promise<Reasons | null> {
  const record = await store.decisions.find(projectId, id);
  if (!record) return null;
  try {
    return await explain(record);
  } catch (error) {
    if (isExpected(error)) return null;
    throw error;
  }
}
