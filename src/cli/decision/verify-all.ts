/** Verifies the decisions of whole projects, a page at a time. */
import { decidingBundles } from "../../model/registry/deciding-bundles.ts";
import type { Library } from "../../model/registry/library.ts";
import { fullName } from "../../model/registry/model-name.ts";
import { verifiersOf } from "../../model/registry/verifier.ts";
import { extentOf, isWithin, type Period, startOf } from "../../risk/period.ts";
import type { Verification } from "../../risk/verify.ts";
import { decisionVerifier } from "../../risk/verify.ts";
import type { DecisionRecord } from "../../storage/port/decisions.ts";
import type { ProjectRecord } from "../../storage/port/projects.ts";
import type { Store } from "../../storage/port/store.ts";
import { progressBar } from "../progress-bar.ts";

const pageRows = 500;
/** Differing decisions that are listed one by one. */
const examplesMax = 20;

export interface Tally {
  decisions: number;
  same: number;
  differing: number;
  unverifiable: number;
  /** Of those: whose input was removed when their retention ended. */
  blanked: number;
  models: { model: string; sha256: string; decisions: number }[];
  examples: Pick<Verification, "decisionId" | "differing">[];
  unverifiableFeatures: string[];
  missingModels: { problem: string; decisions: number }[];
  seconds: number;
}

export async function verifyAll(
  projects: readonly ProjectRecord[],
  period: Period,
  { store, library, json }: { store: Store; library: Library; json: boolean | undefined },
): Promise<Tally> {
  const started = performance.now();
  const bundles = decidingBundles(library);
  const verify = decisionVerifier(store, verifiersOf(bundles));
  const count = new Count();
  const progress = progressBar("decisions", json);
  try {
    for (const { id } of projects) {
      const extent = await extentOf(id, period, store);
      if (!extent) continue;
      progress.start(extent.last - extent.first + 1, 0, { decisions: count.tally.decisions });
      // What is decided meanwhile is left out, so that this ends. The last decision may be in the future,
      // where the clock was wrong for a while.
      const untilNow = { from: period.from, to: extent.last + 1 };
      for await (const page of pagesOf(id, untilNow, store)) {
        for (const record of page) count.add(await verify(record));
        const { decisions } = count.tally;
        progress.update(page.at(-1)!.decidedAt - extent.first + 1, { decisions });
      }
    }
  } finally {
    progress.stop();
    await bundles.close();
  }
  return { ...count.tally, seconds: Math.round((performance.now() - started) / 100) / 10 };
}

async function* pagesOf(projectId: string, period: Period, store: Store) {
  let after = startOf(period);
  for (;;) {
    const rows = await store.decisions.after(projectId, after, pageRows);
    const page: DecisionRecord[] = rows.filter(({ id }) => isWithin(id, period));
    if (page.length > 0) yield page;
    if (page.length < rows.length || rows.length < pageRows) return;
    after = rows.at(-1)!.id;
  }
}

class Count {
  readonly tally: Omit<Tally, "seconds"> = {
    decisions: 0,
    same: 0,
    differing: 0,
    unverifiable: 0,
    blanked: 0,
    models: [],
    examples: [],
    unverifiableFeatures: [],
    missingModels: [],
  };

  add(verification: Verification): void {
    const { decisionId, model, result, differing, unverifiable, modelProblem } = verification;
    const { tally } = this;
    tally.decisions += 1;
    if (verification.isBlanked) tally.blanked += 1;
    tally[result === "differs" ? "differing" : result] += 1;
    if (differing.length > 0 && tally.examples.length < examplesMax) {
      tally.examples.push({ decisionId, differing });
    }
    for (const name of unverifiable) {
      if (!tally.unverifiableFeatures.includes(name)) tally.unverifiableFeatures.push(name);
    }
    const { sha256 } = model;
    const one = { model: fullName(model), sha256 };
    countOne(tally.models, one, (other) => other.model === one.model && other.sha256 === sha256);
    if (modelProblem === null) return;
    countOne(
      tally.missingModels,
      { problem: modelProblem },
      (other) => other.problem === modelProblem,
    );
  }
}

function countOne<One extends object>(
  counts: (One & { decisions: number })[],
  one: One,
  isIt: (other: One) => boolean,
): void {
  const known = counts.find(isIt);
  if (known) known.decisions += 1;
  else counts.push({ ...one, decisions: 1 });
}
