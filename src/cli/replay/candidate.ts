/** The model that a replay is asked about: in a folder, or installed. */
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { DataConfig } from "../../app/config/data.ts";
import { openDefaultModel, openModels } from "../../app/open.ts";
import { readBundleFolder } from "../../model/bundle.ts";
import { createModel, type Model } from "../../model/model.ts";
import type { Library } from "../../model/registry/library.ts";
import { getModelToScore, isSeenBy } from "../../model/registry/roles.ts";
import { featureNames } from "../../risk/features/index.ts";
import type { Store } from "../../storage/port/store.ts";
import { activeModels } from "../active-models.ts";
import { CommandFailed } from "../output.ts";

export interface Candidate {
  model: Model;
  /** Tells this bundle from every other, its calibration included. */
  identity: string;
  /** Whether it was named as installed; a folder's content may change. */
  isInstalled: boolean;
  /** The model that decides for a project now, which `close` closes too. */
  activeOf(projectId: string): Promise<Model>;
  close(): Promise<void>;
}

/**
 * @param projectId whose decisions are replayed; null: those of all projects.
 * @throws CommandFailed where the project sees no such model; DomainError model_owned where a
 *   project's own is asked for all; BundleRefused where it is not fit.
 */
export async function openCandidate(
  target: string,
  config: DataConfig,
  store: Store,
  projectId: string | null,
): Promise<Candidate> {
  const library = openModels(config, store); // It also tells where the runtime may be unpacked.
  const isFolder = statSync(target, { throwIfNoEntry: false })?.isDirectory();
  const found = isFolder
    ? await fromFolder(resolve(target))
    : await installed(target, { config, library, projectId });
  const active = activeModels(config, library);
  return {
    ...found,
    activeOf: active.of,
    async close() {
      await active.close();
      await found.model.close();
    },
  };
}

type Opened = Omit<Candidate, "activeOf" | "close">;

async function fromFolder(folder: string): Promise<Opened> {
  const model = createModel(await readBundleFolder(folder, featureNames), featureNames);
  const manifest = createHash("sha256").update(readFileSync(join(folder, "manifest.json")));
  const identity = `${model.sha256} ${manifest.digest("hex")}`;
  return { model, identity, isInstalled: false };
}

async function installed(
  target: string,
  asked: { config: DataConfig; library: Library; projectId: string | null },
): Promise<Opened> {
  const { config, library, projectId } = asked;
  const [name = "", version = "", ...rest] = target.split("@");
  if (name === "" || version === "" || rest.length > 0) {
    throw new CommandFailed(`${target} is neither a folder nor NAME@VERSION of an installed model`);
  }
  const noModel = `there is no model ${target}; see: booking-risk model list`;
  const known = await library.store.models.find(name, version);
  if (known && !isSeenBy(known, projectId)) throw new CommandFailed(noModel);
  const record = known && (await getModelToScore(library, known, projectId));
  const model = record ? await library.open(record) : await openDefaultModel(config);
  if (model.name !== name || model.version !== version) {
    await model.close();
    throw new CommandFailed(noModel);
  }
  const identity = record?.bundleSha256 ?? `built in ${model.sha256}`;
  return { model, identity, isInstalled: true };
}
