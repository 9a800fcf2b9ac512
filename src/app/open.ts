/** Opens what the service and the commands both need: the store of a data folder, and its models. */
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import defaultCard from "../../models/default/CARD.md" with { type: "file" };
import defaultManifest from "../../models/default/manifest.json" with { type: "file" };
import defaultModel from "../../models/default/model.onnx" with { type: "file" };
import { ownCommand } from "../base/executable.ts";
import type { BundleFiles } from "../model/bundle-files.ts";
import { type Checker, openChecker } from "../model/checker.ts";
import type { Model } from "../model/model.ts";
import { setNativeFolder } from "../model/native-folder.ts";
import { installBuiltIn } from "../model/registry/built-in.ts";
import { type Library, openBundle, openLibrary } from "../model/registry/library.ts";
import { modelsInService, type Serving } from "../model/registry/models-in-service.ts";
import { assertModelsSafe } from "../model/registry/safe-models.ts";
import type { Scorer } from "../risk/features/scorer.ts";
import type { IndexListener } from "../storage/port/index-monitor.ts";
import type { Store } from "../storage/port/store.ts";
import { movedName } from "../storage/sqlite/moved-folder.ts";
import { quickCheck } from "../storage/sqlite/quick-check.ts";
import { openSqliteStore } from "../storage/sqlite/sqlite-store.ts";
import type { DataConfig } from "./config/data.ts";

export { movedName, quickCheck };

/**
 * Opens the store of a data folder, creating it where needed.
 * @param indexing keep the velocity and search indexes up to date meanwhile; a service passes a
 *   listener, to which their failures are reported.
 */
export async function openStore(
  { dataFolder, databaseUrl }: DataConfig,
  indexing: boolean | IndexListener = false,
  { skipUpgradeCopy = false } = {},
): Promise<Store> {
  if (databaseUrl) {
    await mkdir(dataFolder, { recursive: true, mode: 0o700 });
    // Loaded only where it is used: SQLite's users start without it.
    const { openPostgresStore } = await import("../storage/postgres/postgres-store.ts");
    return openPostgresStore(databaseUrl, { maintains: indexing !== false });
  }
  return openSqliteStore(dataFolder, { indexing, skipUpgradeCopy });
}

/** Leaves nothing of deleted rows in the files of a PostgreSQL. */
export async function rewriteTables(databaseUrl: string) {
  const postgres = await import("../storage/postgres/rewrite-tables.ts");
  return postgres.rewriteTables(databaseUrl);
}

/** The hosts of a PostgreSQL, other than this machine, to which connections are not encrypted. */
export async function unencryptedHosts(databaseUrl: string) {
  const postgres = await import("../storage/postgres/hosts.ts");
  return postgres.unencryptedHosts(databaseUrl);
}

/** The files of the model that comes with the product. */
async function builtIn(): Promise<BundleFiles> {
  const [model, manifest, card] = await Promise.all([
    readFile(defaultModel),
    readFile(defaultManifest as unknown as string),
    readFile(defaultCard),
  ]);
  return { model, manifest, card };
}

export const nativeFolderOf = ({ dataFolder }: DataConfig) => join(dataFolder, "runtime");

/** The model library of a data folder, with the ONNX runtime that it needs. */
export function openModels(config: DataConfig, store: Store): Library {
  setNativeFolder(nativeFolderOf(config));
  return openLibrary({ folder: join(config.dataFolder, "models"), store, builtIn });
}

/** The model that comes with the product, checked. */
export async function openDefaultModel(config: DataConfig): Promise<Model> {
  setNativeFolder(nativeFolderOf(config));
  return openBundle(await builtIn());
}

/**
 * Runs `work` with the model that is active for a project. `serving` says which models are in
 * service, and where one is a fallback.
 */
export async function withActiveModel<Result>(
  config: DataConfig,
  store: Store,
  projectId: string,
  work: (model: Scorer, serving: Serving[]) => Promise<Result>,
): Promise<Result> {
  const library = openModels(config, store);
  await installBuiltIn(library, Date.now());
  const models = modelsInService(library, () => {});
  try {
    await models.apply(await store.models.roles());
    return await models.withModel(projectId, (model) => work(model, models.serving()));
  } finally {
    models.close();
  }
}

/** Checks bundles in a process of its own, which the caller closes. */
export const openOwnChecker = ({ dataFolder }: DataConfig): Checker =>
  openChecker({ command: [...ownCommand(), "model", "checker", "--data", dataFolder] });

/**
 * Checks the models of a backup, before this process loads any of them.
 * @param config whose ONNX runtime the checking process uses.
 * @throws as assertModelsSafe, and CheckerUnavailable.
 */
export async function requireSafeModels(library: Library, config: DataConfig): Promise<void> {
  const checker = openOwnChecker(config);
  try {
    await assertModelsSafe(library, checker);
  } finally {
    await checker.close();
  }
}

/** @returns a function that checks a bundle in a process of its own, and gives warnings, a sentence each. */
export function bundleCheck(config: DataConfig): (folder: string) => Promise<string[]> {
  return async (folder) => {
    const checker = openOwnChecker(config);
    try {
      const { rewritten, warnings } = await checker.check(folder);
      return [...(rewritten === null ? [] : [rewritten]), ...warnings];
    } finally {
      await checker.close();
    }
  };
}
