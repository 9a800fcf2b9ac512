/** The models of a data folder, as far as looking back at decisions needs them. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import defaultManifest from "../../../models/default/manifest.json" with { type: "file" };
import defaultModel from "../../../models/default/model.onnx" with { type: "file" };
import { dataConfig } from "../../config.ts";
import { setNativeFolder } from "../../model/native-folder.ts";
import { type Library, openLibrary } from "../../registry/library.ts";
import type { Store } from "../../storage/store.ts";
import type { CommonFlags } from "../with-store.ts";

export function libraryOf(flags: CommonFlags, store: Store): Library {
  const { dataFolder } = dataConfig(flags, process.env);
  setNativeFolder(join(dataFolder, "runtime"));
  return openLibrary({ folder: join(dataFolder, "models"), store, builtIn });
}

async function builtIn() {
  const [model, manifest] = await Promise.all([
    readFile(defaultModel),
    readFile(defaultManifest as unknown as string),
  ]);
  return { model, manifest };
}
