/** `booking-risk decision verify` */

import { dataConfig } from "../../app/config/data.ts";
import { UsageError } from "../../app/config/setting.ts";
import { openModels } from "../../app/open.ts";
import { decidingBundles } from "../../model/registry/deciding-bundles.ts";
import type { Library } from "../../model/registry/library.ts";
import { verifiersOf } from "../../model/registry/verifier.ts";
import { getProject } from "../../projects/projects.ts";
import { always, type Period } from "../../risk/period.ts";
import type { Verification } from "../../risk/verify.ts";
import { decisionVerifier } from "../../risk/verify.ts";
import type { ProjectRecord } from "../../storage/port/projects.ts";
import type { Store } from "../../storage/port/store.ts";
import { answer, CommandFailed, counted } from "../output.ts";
import { timeOf } from "../time-flag.ts";
import { type CommonFlags, withStore } from "../with-store.ts";
import { askedDecision } from "./asked-decision.ts";
import { type Tally, verifyAll } from "./verify-all.ts";

type Flags = CommonFlags & { project?: string; all?: boolean; from?: string; to?: string };

export async function verify(id: string | undefined, flags: Flags): Promise<void> {
  const asked = [id, flags.project, flags.all].filter((one) => one !== undefined).length;
  if (asked !== 1) throw new UsageError("name one decision, or --project ID, or --all");
  if (id !== undefined && (flags.from ?? flags.to) !== undefined) {
    throw new UsageError("--from and --to go with --project or --all");
  }
  const period = {
    from: timeOf("--from", flags.from),
    to: timeOf("--to", flags.to) ?? always.to,
  };
  await withStore(flags, async (store) => {
    const library = openModels(dataConfig(flags, process.env), store);
    if (id !== undefined) await verifyOne(id, { store, library, flags });
    else await verifyMany(period, { store, library, flags });
  });
}

interface Means {
  store: Store;
  library: Library;
  flags: Flags;
}

async function verifyOne(id: string, { store, library, flags }: Means): Promise<void> {
  const { record } = await askedDecision(id, store);
  const bundles = decidingBundles(library);
  try {
    const verification = await decisionVerifier(store, verifiersOf(bundles))(record);
    answer(flags.json, verification, () => oneLines(verification));
    if (verification.result === "same" || isOnlyBlanked(verification)) return;
    if (verification.result === "differs") {
      throw new CommandFailed(`${id} is not the same: ${verification.differing.join(", ")}`);
    }
    if (verification.modelProblem) throw new CommandFailed(verification.modelProblem);
  } finally {
    await bundles.close();
  }
}

/** A retention that has ended is no fault. */
const isOnlyBlanked = ({ result, isBlanked, modelProblem }: Verification) =>
  isBlanked && result === "unverifiable" && modelProblem === null;

function oneLines(verification: Verification): string[] {
  const { result, model, differing, unverifiable } = verification;
  const says = {
    same: "The same, bit for bit: features, probability, score, level and action.",
    differs: "Not the same.",
    unverifiable:
      "Everything that can be computed is the same, but not everything can be computed.",
  };
  const list = (title: string, names: readonly string[]) =>
    names.length > 0 ? [`${title}: ${names.join(", ")}`] : [];
  return [
    isOnlyBlanked(verification) ? blankedText : says[result],
    `Model: ${model.name}@${model.version} (sha256 ${model.sha256})`,
    ...list("Differing", differing),
    ...list("Not verifiable, since this version no longer has them", unverifiable),
  ];
}

const blankedText =
  "Not verifiable: blanked by retention. Probability, score, level and action follow from the features.";

async function verifyMany(period: Period, { store, library, flags }: Means): Promise<void> {
  const projects: ProjectRecord[] = flags.project
    ? [await getProject(store, flags.project)]
    : await store.projects.list();
  const tally = await verifyAll(projects, period, { store, library, json: flags.json });
  answer(flags.json, tally, () => manyLines(tally));
  if (tally.differing > 0) {
    throw new CommandFailed(`${tally.differing} of ${tally.decisions} decisions are not the same`);
  }
  const problem = tally.missingModels[0];
  if (problem) {
    throw new CommandFailed(`${problem.decisions} decisions are not verified: ${problem.problem}`);
  }
}

function manyLines(tally: Tally): string[] {
  const models = tally.models.map(({ model, decisions }) => `  ${model}: ${decisions}`);
  return [
    `${counted(tally.decisions, "decision")} in ${tally.seconds} s: ${tally.same} the same bit for bit, ` +
      `${tally.differing} not, ${tally.unverifiable} not verifiable.`,
    ...(tally.blanked > 0 ? [`Not verifiable: blanked by retention: ${tally.blanked}`] : []),
    ...(models.length > 0 ? ["By model:", ...models] : []),
    ...tally.examples.map(({ decisionId, differing }) => `${decisionId}: ${differing.join(", ")}`),
    ...(tally.differing > tally.examples.length ? ["…"] : []),
    ...tally.unverifiableFeatures.map((name) => `No longer verifiable: ${name}`),
  ];
}

/** A day is its beginning in UTC. */
